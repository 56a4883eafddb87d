"""A player is put out when the tricks of a later deal are over: what becomes of that deal (AZI-VIOL-4)."""

from typing import Any

import pytest

from engine.azi import azi
from engine.azi.commands import Bet, BetBlind, Call, Claim, DeclineBlind, DeclineBuyIn, Fold, ReachEndTime, Settle
from engine.azi.events import AziOccurred, PotAwarded
from engine.azi.offence_events import DealAnnulled, PlayerPutOut
from tests.engine.azi.deals import deal, plays, start
from tests.engine.scenario import given, keeps

# Deal 1 is azi of 1, 2 and 3; 2 has reneged twice in it, which one claim makes known and the second claim will.
CLAIMS = [Claim(4, 1, 1, "7D"), Claim(4, 1, 2, "JS")]
WINS_1 = ({1: "AS KS 6D", 2: "6S 7H AD", 3: "7S 6H 7D"}, ("1 AS", "2 6S", "3 7S", "1 KS", "2 7H", "3 6H", "1 6D", "2 AD", "3 7D"))
WINS_2 = ({1: "6S 7H 9D", 2: "AS KS 6D", 3: "7S 6H AD"}, ("1 6S", "2 AS", "3 7S", "2 KS", "3 6H", "1 7H", "2 6D", "3 AD", "1 9D"))
NOBODY = ({1: "AS 6H 6D", 2: "6S AH 7D", 3: "7S 7H AD"}, ("1 AS", "2 6S", "3 7S", "1 6H", "2 AH", "3 7H", "2 7D", "3 AD", "1 6D"))


def over(replay: tuple[dict[int, str], tuple[str, ...]], **house: Any) -> list[Any]:
    """The tricks of the replay are over, and the first renege is punished."""
    hands, cards = replay
    return [
        start(*[1000] * 5, dealer=4, enforcement="record", **house),
        *deal(4, {1: "AH 6H KD", 2: "9H 7D JS", 3: "TH 8H KH", 4: "8S QH QD", 5: "8D 9D TD"}, "TS"),
        *[DeclineBlind(5), Bet(1, 10), Call(2), Call(3), Fold(4), Fold(5)],
        *[*plays("1 AH", "2 7D", "3 TH", "1 6H", "2 JS", "3 8H", "2 9H", "3 KH", "1 KD"), Settle()],
        *[DeclineBuyIn(4), DeclineBuyIn(5), *deal(3, hands, "TS"), BetBlind(1, 5), Call(2), Call(3), *plays(*cards), CLAIMS[0]],
    ]


@keeps("AZI-VIOL-4", "AZI-PLAY-6")
def test_who_has_two_tricks_keeps_the_pot_though_somebody_else_with_a_trick_is_put_out():
    story = over(WINS_1)
    out = given(azi, *story).when(CLAIMS[1]).then_one(PlayerPutOut, seat=2).then_none(DealAnnulled)
    out.then_state(phase="awaiting_settlement", active=(1, 3))
    given(azi, *story, CLAIMS[1]).when(Settle()).then_one(PotAwarded, because="two_tricks").then_state(winners=(1,))


@keeps("AZI-VIOL-4", "AZI-AZI-1")
def test_at_an_azi_the_others_with_a_trick_play_on_without_him():
    story = [*over(NOBODY), CLAIMS[1]]
    given(azi, *story).when(Settle()).then_one(AziOccurred, stay=(1, 3)).then_state(asked=(4, 5), joined=(1, 3))
    late = [*over(NOBODY, at_end_time="split_pot"), CLAIMS[1], ReachEndTime()]
    shared = given(azi, *late).when(Settle()).then_one(PotAwarded, because="split")
    shared.then_state(winners=(1, 3))


@keeps("AZI-VIOL-4")
def test_if_the_pot_would_be_his_the_others_are_dealt_new_cards():
    out = given(azi, *over(WINS_2)).when(CLAIMS[1]).then_one(DealAnnulled, because="put_out", again=(1, 3))
    out.then_state(phase="shuffle", dealt_to=(1, 3))


@keeps("AZI-VIOL-4", "AZI-VIOL-3")
@pytest.mark.parametrize("restore", ["always", "until_next_trick"])
def test_if_his_second_renege_is_of_the_deal_that_waits_it_can_not_be_put_right_without_him(restore):
    cards = ("1 AS", "2 7H", "3 7S", "1 KS", "2 6S", "3 6H", "1 6D", "2 AD", "3 7D")
    story = over((WINS_1[0], cards), restore=restore)
    out = given(azi, *story).when(Claim(4, 2, 1, "7H")).then_one(PlayerPutOut, seat=2)
    out.then_one(DealAnnulled, because="put_out", again=(1, 3))
