"""What a game and the disputes on it come to: the facts on which the next ruling or correction is decided."""
