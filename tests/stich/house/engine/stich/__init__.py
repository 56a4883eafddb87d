"""Stich: three cards each, one trick for the pot."""
