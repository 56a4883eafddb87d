"""Names of people on a real database."""

import pytest

from ledger.money import wallets
from ledger.orders.app import Ledger
from ledger.people import people
from ledger.store.errors import NotFound, UnfitText
from tests.ledger.club import ADMIN, ROOM, Club, order

# Dispute D36.
STRANGE = "é 😀 <&> \\ №"


def test_any_letters_of_any_script_survive(ledger: Ledger) -> None:
    club = Club(ledger)
    joined = ("می\u200cخواهم", "👩\u200d👩\u200d👧 ❤\ufe0f")
    for name in (STRANGE, "Ω" * 200, "Ильяс ибн-Сина", "O'Brien; drop table people", "%s {} \\x00", *joined):
        assert people.name_of(ledger, club.register(name)) == name


@pytest.mark.parametrize("name", ["", "  ", "\u2003", "x" * 201, "a\nb", "a\x00b", "\x7f", "\x85", "\ud800"])
def test_a_name_that_no_page_could_carry_is_not_taken(ledger: Ledger, name: str) -> None:
    with pytest.raises(people.UnfitName):
        wallets.register(ledger, order(ADMIN), name)
    assert (ledger.head(), people.listed(ledger)) == (0, [])


@pytest.mark.parametrize("sign", ["\u202e", "\u2028", "\u200b", "\u00ad", "\ufeff", "\u3164", "\U000e0041", "\ue000"])
def test_a_name_with_a_sign_that_nobody_sees_is_not_taken(ledger: Ledger, sign: str) -> None:
    with pytest.raises(UnfitText, match=rf"\[U\+{ord(sign):04X}\]"):
        wallets.register(ledger, order(ADMIN), f"An{sign}na")
    assert (ledger.head(), people.listed(ledger)) == (0, [])


def test_names_are_in_no_event(ledger: Ledger) -> None:
    player = Club(ledger).register("Rumpelstilzchen")
    [row] = ledger.history(f"wallet-{player}")
    assert b"Rumpelstilzchen" not in row.state
    assert row.sealed is None


def test_an_erased_name_is_gone_and_the_player_stays(ledger: Ledger) -> None:
    club = Club(ledger)
    player, other = club.rich(50), club.register("Boris")
    people.erase(ledger, player)
    assert people.name_of(ledger, player) is None
    assert people.names(ledger, (player, other)) == {other: "Boris"}
    assert {person.player: person.name for person in people.listed(ledger)} == {player: None, other: "Boris"}
    assert club.wallet(player).balance == 50
    assert people.registrar(ledger, player) == ROOM.subject


def test_who_does_not_exist_has_no_name_and_can_not_be_erased(ledger: Ledger) -> None:
    assert people.name_of(ledger, "nobody") is None
    assert people.registrar(ledger, "nobody") is None
    assert people.names(ledger, ()) == {}
    with pytest.raises(NotFound):
        people.erase(ledger, "nobody")


def test_the_list_goes_on_behind_the_last_player_seen(ledger: Ledger) -> None:
    club = Club(ledger)
    all_of_them = sorted(club.register(name) for name in ("Anna", "Boris", "Clara"))
    first = people.listed(ledger, limit=2)
    rest = people.listed(ledger, after=first[-1].player, limit=2)
    assert [person.player for person in first + rest] == all_of_them


def test_a_repeated_registration_gives_the_first_player_again(ledger: Ledger) -> None:
    first = wallets.register(ledger, order(ROOM, "the same"), "Anna")
    again = wallets.register(ledger, order(ROOM, "the same"), "Anna")
    assert (again.replayed, again.answer) == (True, first.answer)
    assert len(people.listed(ledger)) == 1
