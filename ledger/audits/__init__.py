"""Findings: whatever is wrong in the history, read from the events themselves."""
