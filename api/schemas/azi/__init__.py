"""What only Azi has in the forms of the interface."""
