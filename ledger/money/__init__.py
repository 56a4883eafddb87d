"""Chips between accounts: names of accounts, entries of events, wallets."""
