"""The map of the house: rooms and arrows from the imports, walks from calls that are really made."""
