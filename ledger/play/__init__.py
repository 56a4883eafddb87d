"""Tables and games as they are played, branches of them, and the house rules that they are played by."""
