"""The one form in which events are kept: as bytes, chained and sealed, appended by one recorder, and read back."""
