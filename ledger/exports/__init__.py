"""Statements as files: CSV, PDF, hledger, Beancount, OFX, camt.053."""
