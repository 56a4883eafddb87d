"""Who they are: keys, and names, which stand apart from the events."""
