"""Hands that only their players see (AZI-DEAL-9): what is entered, what is known, what cannot be."""

from __future__ import annotations

from typing import Any

import pytest

from engine.azi import azi, commands, events, legal, offence_events, recordable, unseen_events
from engine.azi.commands import BetBlind, Call, Deal, Discard, Expose, KeepCard, Play, ReplaceCard, Show
from engine.azi.particulars import pack
from engine.azi.rulebook import AZI_BID_1, AZI_DEAL_1, AZI_DEAL_9, AZI_ORDER_1, AZI_RAZ_1, AZI_VIOL_7
from engine.azi.sight import all_revealed
from engine.cardgame.unseen import told
from engine.parts import PlayedCard
from engine.possibilities import Told
from engine.seats import clockwise
from tests.engine.azi.deals import deal, plays, reached, ritual, start
from tests.engine.azi.deals import start as seen_start
from tests.engine.scenario import Scenario, breaks, given, keeps

THREE = (1, 2, 3)


def unseen(players: int = 3, name: str = "azi-three", trump: str = "6S", **house: Any) -> list[Any]:
    """So many players, the last one deals, and the trump is all that is seen."""
    seats = tuple(range(1, players + 1))
    begin = start(*(1000,) * players, name=name, deck="unseen", enforcement="record", **house)
    return [begin, *ritual(players, seats), Deal(players, None, trump)]


def led(*cards: str, **house: Any) -> list[Any]:
    """Three players are in for a pot of 65, seat 1 leads. cards: as "1 9H"."""
    return [*unseen(**house), BetBlind(1, 10), Call(2), Call(3), *plays(*cards)]


def tried(*story: Any) -> Scenario:
    """The last of the story is tried."""
    return given(azi, *story[:-1]).when(story[-1])


@keeps("AZI-DEAL-9", "AZI-DEAL-6")
def test_of_a_deal_only_the_trump_is_entered_and_everybody_may_hold_any_other_card():
    tried(*unseen()).then(unseen_events.DealtUnseen(1, 3, (1, 2, 3), 3, "6S", "stock"))
    game = reached(*unseen())
    others = tuple([card for card in pack(game.house) if card != "6S"])
    assert [told(game, seat) for seat in THREE] == [Told(3, (), others, 0)] * 3
    assert told(game, 4) is None
    assert game.hands == {1: (), 2: (), 3: ()}


@breaks("AZI-DEAL-9")
@pytest.mark.parametrize(
    "entered",
    [Deal(3), Deal(3, None, "6C"), Deal(3, None, "XX"), Deal(3, {1: ("6D",) * 3, 2: ("7D",) * 3, 3: ("8D",) * 3}, "6S")],
    ids=["without a trump", "a trump of the missing suit", "a trump that is no card", "with hands"],
)
def test_a_deal_without_a_trump_or_with_hands_is_refused(entered):
    tried(*unseen()[:-1], entered).then_refused(AZI_DEAL_9)


@breaks("AZI-DEAL-9", "AZI-DEAL-1")
def test_nobody_enters_the_order_of_such_a_deck_and_its_lot_is_drawn_at_the_table():
    begin = unseen()[0]
    tried(begin, commands.Shuffle(3, "c", "00", ("9H",))).then_refused(AZI_DEAL_9)
    lot = commands.StartGame("t", 1, begin.house, "chip", 0, begin.seats, None)
    assert reached(lot).phase == "lot"
    drawn = commands.DrawLot(tuple([PlayedCard(seat, card) for seat, card in ((1, "AH"), (2, "KH"), (3, "QH"))]))
    assert reached(lot, drawn).dealer == 1
    assert reached(lot, drawn, commands.Correct(2, "two were changed")).phase == "lot"
    service = seen_start(100, 100, 100, deck="service")
    tried(commands.StartGame("t", 1, service.house, "chip", 0, service.seats, None)).then_refused(AZI_DEAL_1)


@keeps("AZI-DEAL-6", "AZI-DEAL-9", "AZI-DISC-1")
def test_the_dealers_last_card_is_known_to_be_his_until_he_may_have_put_it_away():
    story = [*unseen(3, "azi-online", "KS"), *[commands.Stay(seat) for seat in THREE]]
    game = reached(*story)
    assert told(game, 3).surely == ("KS",)
    assert "KS" not in told(game, 1).perhaps
    assert legal(game, 3) == (Discard(3),)
    tried(*story, Discard(3)).then_first(events.CardDiscarded(1, 3, {}))
    after = reached(*story, Discard(3))
    assert told(after, 3).surely == ()
    assert told(after, 3).perhaps[0] == "KS"
    assert (told(after, 3).count, told(after, 3).away) == (3, 1)
    assert "KS" not in told(after, 1).perhaps


@breaks("AZI-DEAL-9", "AZI-DISC-1", "AZI-VIOL-7")
def test_a_card_put_away_is_named_where_hands_are_known_and_only_there():
    online = [*unseen(3, "azi-online", "KS"), *[commands.Stay(seat) for seat in THREE]]
    tried(*online, Discard(1, "9H")).then_refused(AZI_DEAL_9)
    known = [seen_start(*(100,) * 3, name="azi-four"), *deal(3, {1: "6D 7D 8D 9D", 2: "6H 7H 8H 9H", 3: "6S 7S 8S 9S"}, "AS")]
    tried(*known, commands.DeclineBlind(1), Discard(2)).then_refused(AZI_VIOL_7)


@keeps("AZI-DEAL-9", "AZI-PLAY-1")
def test_a_card_played_is_gone_from_all_other_hands():
    game = reached(*led("1 9H", "2 9D"))
    assert [told(game, seat).count for seat in THREE] == [2, 2, 3]
    for seat in THREE:
        assert not {"9H", "9D", "6S"} & set(told(game, seat).perhaps)
    assert {command.card for command in legal(game, 3)} == set(pack(game.house)) - {"9H", "9D", "6S"}
    assert recordable(game, 3) == ()


@breaks("AZI-DEAL-9", "AZI-VIOL-7")
@pytest.mark.parametrize(
    ("card", "rule", "where"),
    [
        ("6S", AZI_DEAL_9, "it is the trump that was turned up"),
        ("9H", AZI_DEAL_9, "seat 1 has played it to trick 1"),
        ("AD", AZI_DEAL_9, "seat 3 holds it"),
        ("6C", AZI_VIOL_7, None),
        ("XX", AZI_VIOL_7, None),
    ],
)
def test_a_card_that_has_come_up_elsewhere_is_refused_with_what_is_known(card, rule, where):
    facts = {"where": where} if where else {}
    tried(*led("1 9H"), Show(3, ("AD",)), Play(2, card)).then_refused(rule, **facts)


@breaks("AZI-DEAL-9")
def test_a_card_given_up_or_perhaps_put_away_by_another_is_refused_too():
    replaced = [*unseen(), Expose(2, "7D"), ReplaceCard(2), BetBlind(1, 10), Call(2), Call(3)]
    tried(*replaced, Play(1, "7D")).then_refused(AZI_DEAL_9, where="seat 2 has given it up")
    online = [*unseen(3, "azi-online", "KS"), *[commands.Stay(seat) for seat in THREE], *[Discard(seat) for seat in THREE]]
    bids = [commands.Bet(1, 5), Call(2), Call(3)]
    tried(*online, *bids, *plays("3 9H"), Play(1, "KS")).then_refused(AZI_DEAL_9, where="seat 3 holds it or has put it away")
    away = [*online, Show(3, ("9H", "TH", "JH"))]  # so it is not in his hand
    for seat in (1, 3):
        tried(*away, Show(seat, ("KS",))).then_refused(AZI_DEAL_9, where="seat 3 has put it away")


@breaks("AZI-DEAL-9")
def test_no_more_cards_than_a_hand_holds():
    story = [*led(), Show(1, ("9H", "TH", "JH"))]
    tried(*story, Play(1, "9D")).then_refused(AZI_DEAL_9, count=3, known="9H, TH, JH")
    tried(*led(), Show(1, ("9H", "TH", "JH", "QH"))).then_refused(AZI_DEAL_9, count=3, known="none")
    assert {command.card for command in legal(reached(*story), 1)} == {"9H", "TH", "JH"}


@keeps("AZI-REC-1", "AZI-DEAL-9")
def test_what_proves_an_earlier_entry_mistyped_is_entered_after_its_correction():
    story = led("1 9H")
    tried(*story, Play(2, "9H")).then_refused(AZI_DEAL_9)
    step = reached(*story).offences.step
    game = reached(*story, commands.Correct(step, "it was the ten"), *plays("1 TH", "2 9H"))
    assert game.trick == ((1, "TH"), (2, "9H"))
    assert "9H" not in told(game, 3).perhaps


@keeps("AZI-DEAL-9")
def test_cards_shown_are_known_to_be_held_in_or_out_of_turn_and_also_of_a_folded_hand():
    tried(*led("1 9H"), Show(3, ("AD", "KD"))).then(unseen_events.CardsShown(1, 3, ("AD", "KD")))
    game = reached(*led("1 9H"), Show(3, ("AD", "KD")))
    assert told(game, 3).surely == ("AD", "KD")
    assert (told(game, 3).count, game.turn) == (3, 2)
    folded = reached(*unseen(), BetBlind(1, 10), Call(2), commands.Fold(3), Show(3, ("AD",)))
    assert told(folded, 3).surely == ("AD",)


@breaks("AZI-DEAL-9", "AZI-ORDER-1", "AZI-BID-1", "AZI-VIOL-7")
def test_showing_is_refused_without_cards_unlooked_and_where_hands_are_known():
    tried(*unseen()[:-1], Show(2, ("9H",))).then_refused(AZI_ORDER_1)
    tried(*led(), Show(9, ("9H",))).then_refused(AZI_ORDER_1)
    tried(*led(), Show(2, ())).then_refused(AZI_DEAL_9)
    tried(*led(), Show(2, ("9H", "9H"))).then_refused(AZI_DEAL_9)
    tried(*led(), Show(2, ("9C",))).then_refused(AZI_VIOL_7)
    tried(*led("1 9H"), Show(2, ("9H",))).then_refused(AZI_DEAL_9, where="seat 1 has played it to trick 1")
    tried(*led(), Show(2, ("9H",)), Show(2, ("9H",))).then_refused(AZI_DEAL_9)
    tried(*unseen(), Show(1, ("9H",))).then_refused(AZI_BID_1)
    tried(*unseen(), commands.DeclineBlind(1), Show(1, ("9H",))).then(unseen_events.CardsShown(1, 1, ("9H",)))
    entered = [seen_start(*(1000,) * 3, enforcement="record"), *deal(3, THREE), BetBlind(1, 10)]
    tried(*entered, Show(2, ("9D",))).then_refused(AZI_DEAL_9)
    played = led("1 9H", "2 8H", "3 7H", "1 9D", "2 8D", "3 7D", "1 9S", "2 8S", "3 7S")
    tried(*played, Show(2, ("AH",))).then_refused(AZI_ORDER_1, phase="awaiting_settlement")


@keeps("AZI-VIOL-1", "AZI-DEAL-9")
def test_an_exposed_card_is_known_and_one_that_replaces_it_is_not():
    shown = [*unseen(), Expose(2, "7D")]
    assert told(reached(*shown), 2).surely == ("7D",)
    assert "7D" not in told(reached(*shown), 1).perhaps
    kept = reached(*shown, KeepCard(2))
    assert told(kept, 2).surely == ("7D",)
    tried(*shown, ReplaceCard(2)).then(offence_events.CardReplaced(1, 2, "7D", {}))
    replaced = reached(*shown, ReplaceCard(2))
    assert (told(replaced, 2).count, told(replaced, 2).surely) == (3, ())
    assert not any("7D" in told(replaced, seat).perhaps for seat in THREE)
    assert ReplaceCard(2, None, "7D") in legal(reached(*shown), 2)


@breaks("AZI-VIOL-1", "AZI-DEAL-9", "AZI-VIOL-7")
def test_what_can_not_have_been_shown_in_dealing_is_refused_and_nobody_names_the_new_card():
    tried(*unseen(), Expose(2, "6S")).then_refused(AZI_DEAL_9, where="it is the trump that was turned up")
    tried(*unseen(), Expose(2, "6C")).then_refused(AZI_VIOL_7)
    tried(*unseen(), Expose(2, "7D"), Expose(1, "7D")).then_refused(AZI_DEAL_9, where="seat 2 holds it")
    tried(*unseen(), Expose(2, "7D"), ReplaceCard(2, "8D")).then_refused(AZI_DEAL_9)


@keeps("AZI-BID-9", "AZI-DEAL-9")
def test_when_such_a_game_is_over_there_is_nothing_to_reveal():
    over = tried(*unseen(), BetBlind(1, 10), commands.Fold(2), commands.Fold(3))
    over.then_one(events.DeckRevealed, hands=(), everything=False)
    played = tried(*led("1 AH", "2 7H", "3 8H", "1 AD", "2 7D", "3 8D", play_out=False), commands.Settle())
    played.then_one(events.DeckRevealed, hands=(), everything=False)
    assert all_revealed(played.after)
    assert not all_revealed(reached(*led()))


@keeps("AZI-AZI-5", "AZI-DEAL-2", "AZI-DEAL-9")
def test_after_an_azi_nothing_is_known_of_the_new_hands():
    story = led("1 AS", "2 7S", "3 8S", "1 6H", "2 AH", "3 7H", "2 7D", "3 AD", "1 6D")
    azi_now = tried(*story, commands.Settle())
    azi_now.then_one(events.AziOccurred, stay=(1, 2, 3), pot=65)
    assert azi_now.after.offences.known is None
    assert azi_now.after.dealer == 3
    again = reached(*story, commands.Settle(), *ritual(3, THREE), Deal(3, None, "AS"))
    assert told(again, 1) == Told(3, (), tuple([card for card in pack(again.house) if card != "AS"]), 0)


@keeps("AZI-RAZ-1", "AZI-DEAL-9")
def test_raznomast_may_be_declared_of_any_hand_that_can_be_one():
    stayed = [*unseen(3, "azi-online", "KS"), *[commands.Stay(seat) for seat in THREE], *[Discard(seat) for seat in THREE]]
    declare = commands.DeclareRaznomast(2)
    assert declare in legal(reached(*stayed), 2)
    shown = [*stayed, Show(2, ("9H", "AS"))]
    assert declare in legal(reached(*shown), 2)


@breaks("AZI-RAZ-1")
def test_raznomast_of_a_hand_that_can_not_be_one_can_only_be_recorded():
    stayed = [*unseen(3, "azi-online", "KS"), *[commands.Stay(seat) for seat in THREE], *[Discard(seat) for seat in THREE]]
    declare = commands.DeclareRaznomast(2)
    for shown in (Show(2, ("9H", "9D")), Show(2, ("7S",)), Show(3, ("AS",))):
        game = reached(*stayed, shown)
        assert declare not in legal(game, 2)
        assert declare in recordable(game, 2)
    story = [*stayed, Show(3, ("AS",)), declare, commands.Bet(1, 5), Call(2), Call(3), *plays("3 9H", "1 8H", "2 7H")]
    claimed = tried(*story, commands.Claim(1, 1, 1, "7H"))
    claimed.then_one(offence_events.ClaimUpheld, rule=AZI_RAZ_1.id)
    assert clockwise(THREE, 3) == claimed.after.active
