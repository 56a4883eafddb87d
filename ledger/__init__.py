"""Events kept, money counted, history shown: the engine decides, the ledger remembers."""
