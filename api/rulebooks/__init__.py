"""The rules as they are written, formatted for readers in their languages."""
