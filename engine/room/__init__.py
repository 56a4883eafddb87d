"""Tables and wallets: the two things of the room that are no game. Read rulebook, commands, then wallet and table."""
