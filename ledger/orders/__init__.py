"""The one way in: an order, its caller, the attempt that decides it, and who may do what."""
