"""The words of Casino: what happens in it, and what may be done."""
