"""What the card games of the house have in common."""
