"""`./run new`: does the mechanical part of adding something, and says what is left to write."""
