"""Cards shown in dealing, corrections of entries, and void games."""

from engine.casino import violations
from engine.casino.commands import Correct, Cut, Deal, DemandRedeal, Expose, KeepCard, Leave, Shuffle, TopUp, Trail, VoidGame
from engine.casino.events import CardsDealt, DeckShuffled, GameEnded
from engine.casino.legal import legal
from engine.casino.offence_events import CardExposed, DealAnnulled, EntryCorrected, ExposedCardKept, GameVoided
from engine.casino.rulebook import CAS_DEAL_4, CAS_DEAL_5, CAS_ORDER_1, CAS_REC_1, CAS_VIOL_3, CAS_VOID_1
from engine.parts import Stake
from tests.engine.casino.deals import any_deal, at, deal, lying, play, reached, reached_from, ritual, service_shuffle, start
from tests.engine.scenario import breaks, keeps

HANDS = {1: "2C 3C 4C 5C", 2: "6C 7C 8C 9C"}
DEALT = reached(start(50, 50), *ritual(2, (1, 2)), deal(2, HANDS, "TC JC QC KC"))


@keeps("CAS-VIOL-3")
def test_the_owner_of_a_card_that_was_shown_keeps_it():
    shown = at(DEALT).when(Expose(1, "3C")).then(CardExposed(1, 1, "3C")).then_state(phase="exposed", turn=1).after
    assert legal(shown, 1)[:2] == (KeepCard(1, "3C"), DemandRedeal(1))
    kept = at(shown).when(KeepCard(1)).then(ExposedCardKept(1, 1, "3C")).then_state(phase="play", turn=1).after
    assert [(one.kind, one.seat, one.card, one.status) for one in violations(kept)] == [("exposed_card", 2, "3C", "free")]
    both = reached_from(shown, Expose(2, "6C"))
    assert both.turn == 1
    at(both).when(KeepCard(2)).then_refused(CAS_DEAL_5)
    at(reached_from(both, KeepCard(1))).when(KeepCard(2, "6C")).then_state(phase="play", turn=1)
    two = reached_from(shown, Expose(1, "2C"))
    at(two).when(KeepCard(1)).then_refused(CAS_VIOL_3, legal=("3C", "2C"))
    at(two).when(KeepCard(1, "4C")).then_refused(CAS_VIOL_3)


@keeps("CAS-VIOL-3")
def test_or_he_has_the_first_deal_repeated_with_the_table_and_the_ritual():
    shown = reached_from(DEALT, Expose(1, "3C"))
    again = at(shown).when(DemandRedeal(1)).then(DealAnnulled(1, "exposed_card", "CAS-VIOL-3", 1, 2)).after
    assert (again.phase, again.turn, again.remaining, again.loose, again.first, again.deal) == ("shuffle", 2, 52, (), True, 2)
    dealt = reached_from(again, Shuffle(2), Cut(1, 26), deal(2, HANDS, "TD JD QD KD"))
    assert (dealt.loose, dealt.deal, dealt.deck) == (("TD", "JD", "QD", "KD"), 2, 1)


@keeps("CAS-VIOL-3", "CAS-DEAL-4")
@breaks("CAS-DEAL-4")
def test_a_later_deal_is_repeated_from_its_cards_and_the_stock_and_the_service_passes_over_the_others():
    game = lying({1: "2C 3C", 2: "6C 7C"}, "KD QD", piles={1: "9C 9D"}, enforcement="record", first=False, remaining=9)
    game = reached_from(at(game).state, Expose(2, "6C")) if not game.moved else game
    from engine.changed import changed

    game = reached_from(changed(game, moved=False), Expose(2, "6C"), DemandRedeal(2))
    assert (game.remaining, game.loose, game.hands) == (13, ("KD", "QD"), {})
    mixed = reached_from(game, service_shuffle(game, 2))
    assert len(mixed.order) == 13
    assert set(mixed.order) >= {"2C", "3C", "6C", "7C"}
    assert not set(mixed.order) & {"KD", "QD", "9C", "9D", *game.aside}
    at(mixed).when(Cut(1, 10)).then_refused(CAS_DEAL_4, fewest=4, most=9)
    dealt = at(reached_from(mixed, Cut(1, 9))).when(Deal(2)).then_one(CardsDealt, table=(), left=5).after
    assert len(dealt.hands[1]) == 4


@keeps("CAS-VIOL-3")
def test_with_fewer_than_eight_cards_there_is_nothing_to_cut():
    from engine.changed import changed

    game = lying({1: "2C", 2: "6C"}, "KD", enforcement="record", first=False, remaining=0)
    game = reached_from(changed(game, moved=False), Expose(2, "6C"), DemandRedeal(2))
    assert reached_from(game, service_shuffle(game, 2)).phase == "deal"


@breaks("CAS-VIOL-3", "CAS-ORDER-1")
def test_a_card_is_shown_after_the_deal_and_before_the_first_play_once():
    at(DEALT).when(Expose(1, "6C")).then_refused(CAS_ORDER_1)
    at(DEALT).when(KeepCard(1, "3C")).then_refused(CAS_VIOL_3)
    at(DEALT).when(DemandRedeal(1)).then_refused(CAS_VIOL_3)
    at(reached_from(DEALT, Expose(1, "3C"))).when(Expose(1, "3C")).then_refused(CAS_VIOL_3)
    at(reached_from(DEALT, Expose(1, "3C"))).when(Trail(1, "3C")).then_refused(CAS_ORDER_1)
    at(reached_from(DEALT, Trail(1, "3C"))).when(Expose(1, "2C")).then_refused(CAS_VIOL_3)
    at(reached(start(50, 50))).when(Expose(1, "3C")).then_refused(CAS_VIOL_3)
    unseen = reached(start(50, 50, deck="service"))
    unseen = reached_from(unseen, service_shuffle(unseen, 2), Cut(1, 20), Deal(2))
    at(unseen).when(Expose(1, unseen.hands[1][0])).then_refused(CAS_VIOL_3)


@keeps("CAS-REC-1")
def test_a_mistyped_entry_is_taken_back_with_all_that_came_after_it():
    game = reached(start(50, 50, enforcement="record"), *ritual(2, (1, 2)), deal(2, HANDS, "TC JC QC KC"))
    played = reached_from(game, Trail(1, "3C"), TopUp(2, 9), Trail(2, "6C"))
    step = played.offences.step - 2
    story = at(played).when(Correct(step, "It was the four")).then(EntryCorrected(step, "It was the four", (), (), 10))
    after = story.after
    assert (after.hands, after.loose, after.turn) == (game.hands, game.loose, 1)
    assert after.stacks == {1: 45, 2: 54}
    reached_from(after, Trail(1, "4C"))
    left = reached(start(50, 50, 50, enforcement="record"), *ritual(3, (1, 2, 3)))
    left = reached_from(left, any_deal(left))
    gone = reached_from(left, Trail(1, left.hands[1][0]), Leave(2))
    back = at(gone).when(Correct(gone.offences.step - 1, "Another card")).then_state(turn=1, active=(1, 3), left=(2,)).after
    assert len(back.hands[1]) == 4


@breaks("CAS-REC-1")
def test_what_is_no_entry_or_too_old_is_not_corrected():
    game = reached(start(50, 50, enforcement="record"), *ritual(2, (1, 2)), deal(2, HANDS, "TC JC QC KC"), Trail(1, "3C"))
    at(game).when(Correct(2, "The stakes")).then_refused(CAS_REC_1)
    at(game).when(Correct(game.offences.step, " ")).then_refused(CAS_REC_1)
    at(DEALT).when(Correct(5, "Refused here")).then_refused(CAS_REC_1)
    later = game
    while later.deal == 1:
        later = reached_from(later, Trail(later.turn, later.hands[later.turn][0]))
    at(later).when(Correct(game.offences.step, "Still possible")).then_one(EntryCorrected)
    dealt = reached_from(later, any_deal(later))
    at(dealt).when(Correct(game.offences.step, "Too late")).then_refused(CAS_REC_1)


@keeps("CAS-REC-1", "CAS-POT-1")
def test_correcting_the_lot_gives_the_stakes_back_until_it_is_entered_again():
    from engine.casino.commands import DrawLot, StartGame
    from engine.parts import PlayedCard

    command = start(50, 50, enforcement="record")
    lot = DrawLot((PlayedCard(1, "KH"), PlayedCard(2, "9S")))
    game = reached(StartGame("t", 1, command.house, "chip", 0, command.seats, None), lot)
    stakes = (Stake(1, "p1", 5), Stake(2, "p2", 5))
    at(game).when(Correct(2, "Wrong card")).then(EntryCorrected(2, "Wrong card", stakes, (), 0)).then_state(phase="lot", pot=0)


@keeps("CAS-VOID-1")
@breaks("CAS-VOID-1")
def test_a_void_game_returns_everything_and_the_same_one_deals():
    game = lying({1: "9S", 2: "2H"}, "KD")
    stakes = (Stake(1, "p1", 5), Stake(2, "p2", 5))
    at(game).when(VoidGame("Two nines of spades")).then_first(GameVoided(1, "Two nines of spades", stakes, 0)).then_one(
        GameEnded, how="void", next_dealer=2
    ).then_state(stacks={1: 100, 2: 100}, pot=0, phase="over")
    at(game).when(VoidGame("")).then_refused(CAS_VOID_1)
    at(reached_from(game, VoidGame("x"))).when(VoidGame("x")).then_refused(CAS_ORDER_1)
    assert at(reached(start(50, 50))).when(Shuffle(2)).then_one(DeckShuffled).events
    assert play("1 9S") == Trail(1, "9S")
