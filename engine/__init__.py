"""The rules, pure: standard library only; no clock, no dice, no input or output, no framework."""
