"""People and programs told of what happens, without asking: webhooks, an inbox, e-mail."""
