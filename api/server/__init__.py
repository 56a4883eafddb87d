"""The application on uvicorn: what waits costs no thread, and nothing waits for ever."""
