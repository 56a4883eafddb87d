"""Disputes about games, and what stewards rule on them; the same for every game."""

from engine.disputes.dispute import Dispute, dispute

__all__ = ["Dispute", "dispute"]
