"""The upkeep of the catalogues of words: what the code says, brought to whoever translates it."""
