"""Game records: the text form of a whole game, exact in both directions."""

from engine.record.faults import RecordFault, Untold
from engine.record.game import Act, Record, next_act, recorded
from engine.record.reading import is_typed, read
from engine.record.writing import write

__all__ = ["Act", "Record", "RecordFault", "Untold", "is_typed", "next_act", "read", "recorded", "write"]
