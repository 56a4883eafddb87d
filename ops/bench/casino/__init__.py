"""Benches of Casino."""
