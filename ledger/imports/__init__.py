"""Bulk import: many games or deposits at once, each of them whole or not at all, each of them once."""
