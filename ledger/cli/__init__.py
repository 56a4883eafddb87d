"""The command line of the ledger itself; `api.cli` adds what needs the service and is the program `cardledger`."""
