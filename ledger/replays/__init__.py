"""Games played again from what was recorded: step by step, as text, as a record."""
