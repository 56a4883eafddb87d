"""Disputes about games: brought, answered, ruled on with all that a ruling moves, and shown with their evidence."""
