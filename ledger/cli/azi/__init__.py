"""Azi at a terminal."""
