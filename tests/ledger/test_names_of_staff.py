"""Who does something at the terminal is named by the name of his key, and stands in events by his id."""

import pytest

from ledger.orders.app import Ledger
from ledger.people import keys
from ledger.registers.naming import Ambiguous, actor_named


def test_the_holder_of_a_key_is_named_by_its_name_or_how_it_begins_and_others_by_their_ids(ledger: Ledger) -> None:
    for role, subject, name in (("admin", "s1", "Olga, owner"), ("cashier", "s2", "Katya"), ("steward", "s3", "Katya B.")):
        keys.issue(ledger, role, subject, name)
    keys.issue(ledger, "room", "s4", "Olgas room")
    assert [actor_named(ledger, said) for said in ("olga", "KATYA", "katya b", "s3", "carl")] == ["s1", "s2", "s3", "s3", "carl"]
    with pytest.raises(Ambiguous) as asked:
        actor_named(ledger, "kat")
    assert {one.id for one in asked.value.candidates} == {"s2", "s3"}
