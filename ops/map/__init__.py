"""The map of the house: rooms and arrows from the imports, walks from calls actually made."""
