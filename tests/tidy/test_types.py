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
DECLARED = "fields that a declaration names, looked for when it is made"
GAMES = "one game among others: its functions take its own states, acts and house rules, and are given no other"
PLAIN = "plain values as the ledger keeps them"
RECORDS = "texts of game records to values, by forms that each line is held against as it is read"
OPEN = {
    "api/schemas/actions.py": ACTS,
    "api/schemas/fields.py": MARSHMALLOW,
    "engine/answers.py": GAMES,
    "engine/branch.py": PLAIN,
    "engine/cardgame/notation.py": GAMES,
    "engine/cardgame/particulars.py": GAMES,
    "engine/declared.py": DECLARED,
    "engine/deeds.py": SOME,
    "engine/disputes/opinion.py": GAMES,
    "engine/kind.py": GAMES,
    "engine/notation.py": GAMES,
    "engine/playing.py": SOME,
    "engine/record/page.py": RECORDS,
    "engine/record/reading.py": RECORDS,
    "engine/room/commands.py": PLAIN,
    "engine/room/events.py": PLAIN,
    "engine/room/table.py": PLAIN,
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


def test_types_are_open_at_the_codec_and_where_a_library_wants_it_and_nowhere_else() -> None:
    allowed = OPEN.keys()
    found = {str(path): code_checks.untyped(path, ast.parse(text)) for path, text in house.files(".py", under=house.PACKAGES)}
    unasked = [finding for path, findings in found.items() if path not in allowed for finding in findings]
    assert unasked == [], "\n" + "\n".join(unasked)
    assert sorted(path for path in allowed if not found.get(path)) == [], "these are typed, or gone: take them off the list"
