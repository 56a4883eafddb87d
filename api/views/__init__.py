"""What streams look like in JSON."""
