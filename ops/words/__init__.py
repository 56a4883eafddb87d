"""Maintenance of the message catalogues: from the code to the translators."""
