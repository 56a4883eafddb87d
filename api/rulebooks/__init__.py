"""The rules as they are written, set for readers in their languages."""
