"""Routes: a file for each noun. Each parses, calls the ledger, and renders; known errors are told by `api.web.failures`."""
