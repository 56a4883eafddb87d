"""Casino as JSON."""
