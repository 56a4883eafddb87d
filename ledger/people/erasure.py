"""What an erased name takes with it, and what stays and why, as whoever asks for it is told (PEOPLE-3)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.saying import Saying

GONE: Mapping[str, Saying] = {
    "name": Saying("The name. It is not given again."),
    "addresses": Saying("The addresses at which the player was told things: webhooks and mail."),
    "keys": Saying("The player's keys, with what they were named for. They open nothing any more."),
}
STAYS: Mapping[str, Saying] = {
    "record": Saying(
        "Games, entries, disputes and rulings under the id. They concern others too, and books that were changed would prove"
        " nothing."
    ),
    "words": Saying(
        "What people have written: reasons, references, names of tables, words of disputes. Nothing is taken out of the record, so"
        " a name that somebody has put there stays."
    ),
    "answers": Saying(
        "Answers that are kept for repeated requests, for 30 days: among them what a key was named for when it was made, and what"
        " an import said of a name."
    ),
    "copies": Saying("What was given out before: statements, exports, backups. The ledger does not know where they are."),
}
