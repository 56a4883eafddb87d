"""Names that are nearly the same make nobody a second person; and a rehearsed import keeps nothing."""

from __future__ import annotations

from io import StringIO
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.imports.deposits import DepositImport, rows
from ledger.imports.games import GameImport, Manner
from ledger.imports.outcomes import FAILED, IMPORTED, KNOWN
from ledger.imports.pieces import pieces_of
from ledger.imports.players import Players
from ledger.orders.rehearsal import Rehearsal
from ledger.people import people
from ledger.people.likeness import Alike, alike, skeleton
from tests.ledger.club import ADMIN, CASHIER, Club
from tests.ledger.evening import evening

if TYPE_CHECKING:
    from ledger.imports.outcomes import Outcome
    from ledger.orders.app import Ledger
    from ledger.orders.order import Caller

NEAR = [("Bors", "Boris"), ("Anna", "Аnnа"), ("MÜLLER", "muller"), ("Olga", "Ogla"), ("Борис", "Борис."), ("O'Neil", "ONeill")]
FAR = [("Boris", "Bruno"), ("Al", "Ali"), ("Anna", "Hanne"), ("Иван", "Илья"), ("Ян", "Ия")]


@pytest.mark.parametrize(("one", "other"), NEAR)
def test_these_are_nearly_the_same(one: str, other: str) -> None:
    assert Alike([("id", one)]).to(other) == [("id", one)]
    assert Alike([("id", other)]).to(one) == [("id", other)]


@pytest.mark.parametrize(("one", "other"), FAR)
def test_these_are_not(one: str, other: str) -> None:
    assert Alike([("id", one)]).to(other) == []


@given(st.text("abcd", min_size=1, max_size=6), st.text("abcd", min_size=1, max_size=6))
def test_looking_up_finds_what_comparing_finds(one: str, other: str) -> None:
    """Told a second time: by every single change that one typing error can make."""
    places = range(len(one) + 1)
    errors = {one[:at] + letter + one[at:] for at in places for letter in "abcd"} | {one[:at] + one[at + 1 :] for at in places}
    errors |= {one[:at] + letter + one[at + 1 :] for at in range(len(one)) for letter in "abcd"}
    errors |= {one[:at] + one[at : at + 2][::-1] + one[at + 2 :] for at in range(len(one) - 1)}
    wanted = one == other or (other in errors and min(len(one), len(other)) >= 3)
    assert alike(skeleton(one), skeleton(other)) == alike(skeleton(other), skeleton(one)) == wanted
    assert bool(Alike([("id", one)]).to(other)) == wanted


def deposited(
    ledger: Ledger, text: str, *, caller: Caller = ADMIN, registers: bool = True, surely: tuple[str, ...] = ()
) -> list[Outcome]:
    players = Players(ledger, {}, registers=registers, surely=surely)
    given = list(rows(StringIO("player,amount,reference\n" + text), "chip", 0))
    players.expect([row.player for row in given if hasattr(row, "player")])
    return list(DepositImport(ledger, caller, players, "deposits.csv").take(given))


def test_a_typing_error_registers_nobody_unless_it_is_said_to_be_none(ledger: Ledger) -> None:
    boris = Club(ledger).register("Boris")
    (told,) = deposited(ledger, "Bors,5,r1\n")
    assert told.status == FAILED
    assert told.says == (
        f"No player is called 'Bors', but Boris ({boris}) nearly is: say in the mapping file who is meant, or that he is new."
    )
    assert [person.name for person in people.listed(ledger)] == ["Boris"]
    (told,) = deposited(ledger, "Bоris,5,r2\n", registers=False)  # with a Cyrillic o
    assert f"Boris ({boris})" in told.says
    assert deposited(ledger, "Bors,5,r1\n", registers=False, surely=("Bors",))[0].status == IMPORTED
    assert deposited(ledger, "Bors,5,r1\n")[0].status == KNOWN  # now he is known
    with pytest.raises(Exception, match="Only an admin"):
        deposited(ledger, "Clara,5,r3\n", caller=CASHIER, registers=False, surely=("Clara",))


def test_of_two_new_names_that_are_nearly_the_same_none_is_registered(ledger: Ledger) -> None:
    far_apart = "".join(f"Player {number:04d} x,1,n{number}\n".replace(" ", "") for number in range(0, 3000, 15))
    first, *others, last = deposited(ledger, "Zoltan,5,z1\n" + far_apart.replace("Player", "Q") + "Zoltán,5,z2\n")
    assert (first.status, last.status) == (FAILED, FAILED)
    assert first.says.startswith("No player is called 'Zoltan', but Zoltán nearly is")
    assert len(others) == 200


def test_a_rehearsal_says_what_an_import_does_and_keeps_nothing(ledger: Ledger) -> None:
    club = Club(ledger)
    club.rich(5)
    head, names = ledger.head(), len(people.listed(ledger))
    records = [(f"{number}.toml", text) for number, text in enumerate(evening(5, 4), 1)]

    def run(on: Ledger) -> list[Outcome]:
        imports = GameImport(on, Manner(ADMIN, Players(on, {}, registers=True), deposits=True))
        outcomes = [imports.take(piece) for name, text in records for piece in pieces_of(name, text)]
        again = [imports.take(piece) for piece in pieces_of("again", records[0][1])]
        assert imports.close() == []
        return [*outcomes, *again]

    rehearsed = run(Rehearsal(ledger))
    kept = "select (select count(*) from imported) + (select count(*) from answers where scope like '%%ada%%')"
    before = ledger.recorder.rows(kept)
    assert (ledger.head(), len(people.listed(ledger))) == (head, names)
    done = run(ledger)
    assert [(one.status, one.events) for one in rehearsed] == [(one.status, one.events) for one in done]
    assert rehearsed[-1].status == KNOWN
    assert {one.became for one in rehearsed} == {None}
    assert ledger.head() > head
    assert ledger.recorder.rows(kept) != before


def test_rehearsed_deposits_count_for_those_behind_them(ledger: Ledger) -> None:
    text = "Anna,5,r1\nBoris,7,r2\nAnna,5,r1\nAnna,9,r2\n"
    rehearsed = deposited(Rehearsal(ledger), text)
    assert ledger.head() == 0
    done = deposited(ledger, text)
    assert [one.status for one in rehearsed] == [one.status for one in done] == ["imported", "imported", "known", "changed"]
    assert rehearsed[0].says == "Can be deposited; nothing was kept."
