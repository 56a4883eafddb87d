"""One sentence or two for each event of a game. They say only what everybody at the table may know: no dealt hand, no stock.

Most events are told by the sentence that is declared of them (`engine/declared.py`), from their own fields; where something depends
on what they hold, a function of `TELLING` says how, those of one game in the folder of its name. Which rules are behind an event is
declared there too. An event of a game that has no words of its own is told plainly, by its name.
"""

from collections.abc import Mapping

from engine.declared import Happened, declared
from engine.games import own
from engine.room.signs import harmless
from ledger.words import ways
from ledger.words.voice import Voice
from ledger.words.ways import Tell

ENGLISH = Voice()
TELLING: Mapping[str, Tell] = {
    **ways.TELLING,
    **{key: tell for module in own("ledger.words", "telling").values() for key, tell in module.TELLING.items()},
}


def words(event: Happened, voice: Voice = ENGLISH) -> str:
    """The sentence. What somebody has written stands in it as it can be shown. Raises KeyError for an event that is none of a
    game's."""
    return harmless(_words(event, voice))


def _words(event: Happened, voice: Voice) -> str:
    known = declared(event)
    if not known.sentence:
        raise KeyError(known.name)
    facts = voice.facts(event)
    facts["rules"] = ", ".join(known.cited(event))
    if (tell := TELLING.get(known.sentence)) is not None:
        return tell(voice, event, facts)
    if voice.has(known.sentence) or known.sentence == known.word:
        tell = TELLING.get(known.word)
        return voice.say(known.sentence, **facts) if tell is None else tell(voice, event, facts)
    return voice.say("plain.seat" if "Seat" in facts else "plain", **{**facts, "what": known.word.replace("_", " ")})
