"""Findings: what is not as it should be in the history, read from the events themselves."""
