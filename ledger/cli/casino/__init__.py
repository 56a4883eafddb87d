"""Casino at a terminal."""
