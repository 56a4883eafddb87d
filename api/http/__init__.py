"""Requests as they come and answers as they go: read strictly, limited, told as problems where something is wrong."""
