"""The words of Stich."""
