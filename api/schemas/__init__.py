"""The form of requests and answers. Requests are read with these schemas; for answers they are the description only."""
