"""The demo: real games played through the real interface, replayed, and added up. `play(service, …)` is what the command runs."""
