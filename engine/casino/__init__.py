"""Casino: one game, from the stakes until the pot is taken."""
