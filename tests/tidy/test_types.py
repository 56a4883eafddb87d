"""Types hold everywhere but in the files named here: bytes become values there, or a library asks for it."""

import ast

from tests.tidy import code_checks, house

CODEC = "bytes to events and back"
STREAMS = "streams of which the name, and so the state, is known only when the program runs"
SOME = "what some events, commands and states have and others have not, asked for by name in one place"
SAID = "sentences to what is kept of them and back"
ACTS = "acts of the interface to commands and back, by the names of their fields"
MARSHMALLOW = "what marshmallow calls: a field that loads a number from a text"
TYPER = "what typer calls, with types of a part of it that is private"
PSYCOPG = "connections whose rows are made as each statement wants them, and libpq"
EVENTSOURCING = "what eventsourcing calls, with words of its own"
PACKAGING = "what pip calls to build the project"
OPEN = {
    "api/schemas/actions.py": ACTS,
    "api/schemas/fields.py": MARSHMALLOW,
    "engine/deeds.py": SOME,
    "engine/playing.py": SOME,
    "ledger/cli/imports.py": TYPER,
    "ledger/cli/program.py": TYPER,
    "ledger/database/connection.py": PSYCOPG,
    "ledger/store/codec.py": CODEC,
    "ledger/store/ids.py": STREAMS,
    "ledger/store/kinds.py": STREAMS,
    "ledger/store/plain.py": CODEC,
    "ledger/store/recorder.py": EVENTSOURCING,
    "ledger/store/streams.py": STREAMS,
    "ledger/words/building.py": PACKAGING,
    "ledger/words/saying.py": SAID,
}
# Of the engine, in which they are still to be given.
ENGINE = {
    "engine/answers.py",
    "engine/azi/house_rules.py",
    "engine/azi/opinion.py",
    "engine/azi/passage.py",
    "engine/azi/simulator/chance.py",
    "engine/azi/simulator/games.py",
    "engine/azi/simulator/players.py",
    "engine/azi/simulator/tally.py",
    "engine/azi/simulator/view.py",
    "engine/branch.py",
    "engine/cardgame/claims.py",
    "engine/cardgame/exposure.py",
    "engine/cardgame/minutes.py",
    "engine/cardgame/notation.py",
    "engine/cardgame/particulars.py",
    "engine/cardgame/ritual.py",
    "engine/cardgame/rulings.py",
    "engine/cardgame/start.py",
    "engine/casino/aftermath.py",
    "engine/casino/house_rules.py",
    "engine/casino/passage.py",
    "engine/casino/proofs.py",
    "engine/changed.py",
    "engine/declared.py",
    "engine/disputes/about.py",
    "engine/disputes/commands.py",
    "engine/disputes/opinion.py",
    "engine/forms.py",
    "engine/kind.py",
    "engine/moves.py",
    "engine/notation.py",
    "engine/offers.py",
    "engine/options.py",
    "engine/record/game.py",
    "engine/record/lines.py",
    "engine/record/page.py",
    "engine/record/reading.py",
    "engine/record/writing.py",
    "engine/room/commands.py",
    "engine/room/events.py",
    "engine/room/table.py",
    "engine/rules.py",
    "engine/saying.py",
}


def test_types_are_open_at_the_codec_and_where_a_library_wants_it_and_nowhere_else() -> None:
    allowed = OPEN.keys() | ENGINE
    found = {str(path): code_checks.untyped(path, ast.parse(text)) for path, text in house.files(".py", under=house.PACKAGES)}
    unasked = [finding for path, findings in found.items() if path not in allowed for finding in findings]
    assert unasked == [], "\n" + "\n".join(unasked)
    assert sorted(path for path in allowed if not found.get(path)) == [], "these are typed, or gone: take them off the list"
