"""How a game begins: seats, lot, antes."""

import pytest

from engine.azi import azi
from engine.azi.commands import Check, DeclineBlind, DrawLot, Fold, ReachEndTime, Shuffle, StartGame, TopUp
from engine.azi.events import AntesPosted, Draw, GameEnded, GameStarted, LotDrawn, PlayedCard, PotAwarded, Seated, Stake
from engine.azi.particulars import pack
from engine.azi.rulebook import AZI_DEAL_1, AZI_DEAL_9, AZI_ORDER_1, AZI_SEAT_1, AZI_SEAT_2
from tests.engine.azi.deals import FOUR, deal, preset, reached, start
from tests.engine.scenario import breaks, given, keeps


def lot(*draws: str) -> DrawLot:
    return DrawLot(tuple([PlayedCard(int(seat), card) for seat, card in (draw.split() for draw in draws)]))


def by_lot(*stacks: int, cards: tuple[str, ...] | None = None, deck: str = "service") -> StartGame:
    command = start(*stacks, deck=deck)
    return StartGame("t", 1, command.house, "chip", 0, command.seats, None, cards)


def pack_from(*first: str) -> tuple[str, ...]:
    return (*first, *[card for card in pack(preset()) if card not in first])


@keeps("AZI-SEAT-1", "AZI-ANTE-1")
def test_a_game_starts_with_everything_it_is_played_by_and_the_antes():
    command = start(50, 60, 70)
    stakes = tuple([Stake(seat, f"p{seat}", 5) for seat in (1, 2, 3)])
    given(azi).when(command).then(
        GameStarted("t", 1, command.house, "chip", 0, command.seats, 3), AntesPosted(1, stakes, (), 15)
    ).then_state(stacks={1: 45, 2: 55, 3: 65}, pot=15, dealt_to=(1, 2, 3), turn=3, phase="shuffle", deal=1)


@breaks("AZI-SEAT-1")
def test_a_game_needs_three_who_can_pay_the_ante_and_takes_seven():
    given(azi).when(start(50, 50)).then_refused(AZI_SEAT_1, needed=3, able=2, ante=5)
    given(azi).when(start(50, 50, 4, -3)).then_refused(AZI_SEAT_1, needed=3, able=2)
    given(azi).when(start(*[50] * 8)).then_refused(AZI_SEAT_1, most=7, seated=8)


@breaks("AZI-SEAT-2")
@pytest.mark.parametrize("third", [Seated(2, "p3", 50), Seated(3, "p2", 50), Seated(0, "p3", 50)])
def test_a_seat_or_a_player_that_comes_twice_is_refused(third):
    seated = (Seated(1, "p1", 50), Seated(2, "p2", 50), third)
    given(azi).when(StartGame("t", 1, preset(), "chip", 0, seated, 1)).then_refused(AZI_SEAT_2)


@keeps("AZI-SEAT-2")
def test_seats_are_played_clockwise_in_whatever_order_they_come():
    seated = (Seated(6, "c", 50), Seated(2, "a", 50), Seated(4, "b", 50))
    command = StartGame("t", 1, preset(), "chip", 0, seated, 4)
    given(azi).when(command).then_state(seats=(2, 4, 6), dealt_to=(6, 2, 4), turn=4)


@breaks("AZI-ORDER-1")
def test_a_game_starts_once_and_nothing_happens_before():
    given(azi, start(50, 50, 50)).when(start(50, 50, 50)).then_refused(AZI_ORDER_1)
    given(azi).when(Shuffle(1)).then_refused(AZI_ORDER_1)
    given(azi).when(ReachEndTime()).then_refused(AZI_ORDER_1)


@keeps("AZI-DEAL-1", "AZI-DECK-2")
def test_the_highest_card_drawn_deals_first():
    command = by_lot(50, 50, 50, cards=pack_from("9H", "TD", "6S"))
    drawn = LotDrawn(((Draw(1, "9H"), Draw(2, "TD"), Draw(3, "6S")),), 2)
    given(azi).when(command).then_one(LotDrawn, rounds=drawn.rounds, dealer=2).then_state(dealer=2, turn=2, dealt_to=(3, 1, 2))


@keeps("AZI-DEAL-1")
def test_those_who_tie_for_the_highest_draw_again():
    command = by_lot(50, 50, 50, cards=pack_from("AH", "TD", "AS", "6D", "6H", "KD", "QH"))
    rounds = (
        (Draw(1, "AH"), Draw(2, "TD"), Draw(3, "AS")),
        (Draw(1, "6D"), Draw(3, "6H")),
        (Draw(1, "KD"), Draw(3, "QH")),
    )
    given(azi).when(command).then_one(LotDrawn, rounds=rounds, dealer=1)


@keeps("AZI-DEAL-1")
def test_should_the_pack_not_last_the_first_who_is_still_tied_deals():
    ranks = [card for rank in "A6789TJQK" for card in (rank + "D", rank + "H", rank + "S")]
    scenario = given(azi).when(by_lot(50, 50, 50, cards=tuple(ranks))).then_one(LotDrawn, dealer=1)
    assert len(next(event for event in scenario.events if isinstance(event, LotDrawn)).rounds) == 9


@breaks("AZI-DEAL-1", "AZI-DEAL-9")
def test_the_service_does_not_start_without_a_lot_or_with_a_false_pack():
    given(azi).when(by_lot(50, 50, 50)).then_refused(AZI_DEAL_1)
    for cards in (pack_from()[1:], (*pack_from()[1:], "6C"), (*pack_from()[1:], "7D")):
        given(azi).when(by_lot(50, 50, 50, cards=cards)).then_refused(AZI_DEAL_9)


@keeps("AZI-DEAL-1", "AZI-DEAL-9")
def test_at_a_real_table_the_draw_is_entered_with_its_ties():
    waiting = by_lot(50, 50, 50, deck="entered")
    given(azi).when(waiting).then_state(phase="lot", turn=0, pot=0)
    rounds = ((Draw(1, "AH"), Draw(2, "TD"), Draw(3, "AS")), (Draw(3, "7D"), Draw(1, "6D")))
    given(azi, waiting).when(lot("1 AH", "2 TD", "3 AS", "3 7D", "1 6D")).then_first(LotDrawn(rounds, 3)).then_state(turn=3, pot=15)


@breaks("AZI-DEAL-1", "AZI-DEAL-9")
def test_a_draw_that_can_not_be_is_refused():
    waiting = given(azi, by_lot(50, 50, 50, deck="entered"))
    waiting.when(lot()).then_refused(AZI_DEAL_1, legal=(1, 2, 3))
    waiting.when(lot("1 AH", "2 TD")).then_refused(AZI_DEAL_1, legal=(1, 2, 3))
    waiting.when(lot("1 AH", "2 TD", "4 9S")).then_refused(AZI_DEAL_1)
    waiting.when(lot("1 AH", "2 TD", "3 AS")).then_refused(AZI_DEAL_1, legal=(1, 3))
    waiting.when(lot("1 AH", "2 TD", "3 9S", "1 KH")).then_refused(AZI_DEAL_1, seat=1)
    waiting.when(lot("1 AH", "2 AH", "3 9S")).then_refused(AZI_DEAL_9)
    waiting.when(lot("1 AC", "2 TD", "3 9S")).then_refused(AZI_DEAL_9)
    given(azi, start(50, 50, 50)).when(lot("1 AH", "2 TD", "3 9S")).then_refused(AZI_ORDER_1)


@keeps("AZI-SEAT-3")
def test_if_the_one_due_to_deal_does_not_sit_here_the_nearest_seat_clockwise_deals():
    seated = (Seated(2, "a", 50), Seated(4, "b", 50), Seated(6, "c", 50))
    for due, dealer in ((3, 4), (7, 2), (1, 2)):
        given(azi).when(StartGame("t", 1, preset(), "chip", 0, seated, due)).then_state(dealer=dealer)


@keeps("AZI-SEAT-3")
def test_a_dealer_who_can_not_ante_deals_and_only_participants_count():
    given(azi).when(start(50, 50, 50, 4, 3, dealer=4)).then_state(dealer=4, turn=4, dealt_to=(1, 2, 3))
    given(azi, start(50, 50, 50, 4, 3, dealer=4)).when(Shuffle(4)).then_state(cutter=3, turn=3)
    given(azi, start(50, 4, 50, 50, dealer=1)).when(Shuffle(1)).then_state(cutter=4, dealt_to=(3, 4, 1))


@breaks("AZI-ANTE-1")
def test_who_can_not_pay_the_ante_sits_the_game_out():
    given(azi).when(start(50, 4, 50, -20, 50)).then_one(AntesPosted, out=(2, 4), pot=15).then_state(
        stacks={1: 45, 2: 4, 3: 45, 4: -20, 5: 45}, dealt_to=(1, 3, 5)
    )


PASSES = [DeclineBlind(1), Check(2), Check(3), Check(4)]


@breaks("AZI-ANTE-3")
def test_at_a_redeal_who_can_not_pay_again_is_out():
    poor = [start(50, 50, 9, 50), *deal(4, (1, 2, 3, 4)), *PASSES[:-1]]
    given(azi, *poor).when(PASSES[-1]).then_one(AntesPosted, deal=2, out=(3,), pot=35).then_state(dealt_to=(1, 2, 4))


@keeps("AZI-ANTE-3")
def test_a_redeal_deals_the_folders_in_again():
    folded = [*FOUR, DeclineBlind(1), Check(2), Fold(3)]
    given(azi, *folded).when(Check(4)).then_one(AntesPosted, deal=2, pot=40).then_state(dealt_to=(1, 2, 3, 4))


@keeps("AZI-ANTE-3")
def test_if_nobody_can_pay_again_the_deal_is_repeated_without_antes():
    poor = [start(9, 8, 7, 6), *deal(4, (1, 2, 3, 4)), *PASSES[:-1]]
    given(azi, *poor).when(PASSES[-1]).then_one(AntesPosted, stakes=(), out=(), pot=20).then_state(
        phase="shuffle", deal=2, dealt_to=(1, 2, 3, 4), pot=20
    )


@keeps("AZI-LAST-1")
def test_if_only_one_can_pay_again_he_takes_the_pot():
    poor = [start(9, 8, 50, 6), *deal(4, (1, 2, 3, 4)), *PASSES[:-1]]
    scenario = given(azi, *poor).when(PASSES[-1]).then_one(PotAwarded, shares=(Stake(3, "p3", 25),), because="last_left")
    scenario.then_one(GameEnded, how="won", next_dealer=3).then_state(stacks={1: 4, 2: 3, 3: 65, 4: 1})


@keeps("AZI-ANTE-3")
def test_who_topped_up_in_time_antes_again():
    poor = [start(50, 50, 9, 50), TopUp(3, 10), *deal(4, (1, 2, 3, 4)), *PASSES]
    assert reached(*poor).dealt_to == (1, 2, 3, 4)
    folded = [start(50, 5, 9, 50), *deal(4, (1, 2, 3, 4)), *PASSES[:1], Fold(2), TopUp(2, 5), TopUp(3, 10), *PASSES[2:]]
    assert reached(*folded).dealt_to == (1, 2, 3, 4)
