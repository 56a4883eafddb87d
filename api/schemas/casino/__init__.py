"""What only Casino has in the forms of the interface."""
