"""Requests as they arrive and answers as they leave: read strictly, limited, and answered with problems where something is
wrong."""
