"""The words of Azi: what happens in it, and what may be done."""
