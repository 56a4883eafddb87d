"""Azi as JSON."""
