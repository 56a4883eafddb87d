"""A ledger that runs: opened, examined, its read models followed and rebuilt."""
