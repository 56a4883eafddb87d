"""Benches of Azi."""
