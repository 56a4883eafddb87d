"""Lists out of the read models: tables and games, penalties, refusals, statistics."""
