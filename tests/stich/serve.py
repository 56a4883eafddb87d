"""The program `cardledger` in a house that has the game: `python -m tests.stich.serve serve`."""

from tests.stich import lay

lay()

from api.cli import main  # noqa: E402  # games are looked for when it is read

main()
