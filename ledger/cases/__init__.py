"""What a game and the disputes on it amount to: the facts on which the next ruling or correction is decided."""
