"""Words for what happens in a game, in English, Russian and German: `words` for an event, `choices` for what may be done next."""

from ledger.words.choices import choices
from ledger.words.telling import words
from ledger.words.voice import TONGUES, Tongue, Voice, tongue_of

__all__ = ["TONGUES", "Tongue", "Voice", "choices", "tongue_of", "words"]
