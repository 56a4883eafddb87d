"""What all routes share: the opened ledger, who may see what, the feed."""
