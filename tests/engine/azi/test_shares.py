"""How often it is azi when every card is played at random among the legal ones: as computed for the rules, within three standard
errors of the sample and the rounding of the figure told. First trick by trick, then in whole simulated games."""

from functools import cache
from math import sqrt

import pytest

from engine.azi import simulator
from engine.azi.duties import choices
from engine.tricks import taker
from tests.engine.azi.deals import preset
from tests.engine.mixes import dice
from tests.engine.scenario import keeps

DEALS, GAMES, ROUNDING = 4000, 80, 0.005
SHARES = {(3, 2): 0.0, (3, 3): 0.18, (3, 5): 0.43, (3, 7): 0.57, (2, 2): 0.33, (2, 3): 0.54, (2, 5): 0.73}  # by cards, players in
# Where a player's last card makes the trumps, and where some may play to azi, the figures told are not those of the game.
AT_RANDOM = {"azi-three": (3, 5, 7), "azi-three-half": (3, 5), "azi-four": (3, 5), "azi-two": (3, 5), "azi-roulette": (3, 5)}


def is_near(share: float, azis: int, deals: int) -> bool:
    """Whether so many azis are what a share like this lets expect."""
    return abs(azis / deals - share) <= 3 * sqrt(share * (1 - share) / deals) + ROUNDING


@keeps("AZI-AZI-1", "AZI-TWO-1", "AZI-PLAY-5")
@pytest.mark.parametrize(("cards", "active"), SHARES)
def test_the_share_of_azis_in_random_legal_play_is_as_told(cards, active):
    rnd = dice(active)
    azis = sum(is_azi(rnd, active, cards) for _ in range(DEALS))
    assert is_near(SHARES[cards, active], azis, DEALS)


def is_azi(rnd, active, cards):
    """Whether nobody takes two tricks in one random deal."""
    deck = [rank + suit for suit in "DHS" for rank in "6789TJQKA"]
    rnd.shuffle(deck)
    hands = [tuple(deck[seat * cards : (seat + 1) * cards]) for seat in range(active)]
    trump, leader, takers = deck[active * cards][1], rnd.randrange(active), []
    for _ in range(cards):
        trick = ()
        for seat in (*range(leader, active), *range(leader)):
            card = rnd.choice(choices(hands[seat], trick, trump, False))
            hands[seat] = tuple(held for held in hands[seat] if held != card)
            trick = (*trick, (seat, card))
        leader = taker(trick, trump)
        takers.append(leader)
    return len(set(takers)) == len(takers)


@cache
def simulated(name):
    """What came of whole games of this preset in which everybody plays whatever he is dealt, at random."""
    rnd, house = dice(11), preset(name)
    starts = [simulator.begin(rnd, house, players, 2000) for players in AT_RANDOM[name] for _ in range(GAMES)]
    told = [simulator.play(rnd, start, simulator.STEADY) for start in starts]
    return simulator.tally(event for game in told for _, events, _ in game for event in events)


@keeps("AZI-AZI-1", "AZI-ROUL-1", "AZI-FOUR-1")
@pytest.mark.parametrize("name", AT_RANDOM)
def test_whole_games_of_random_players_are_azi_as_often(name):
    told, cards = simulated(name), preset(name).cards_kept
    known = [active for kept, active in SHARES if kept == cards and told.played[active] > 0]
    assert set(known) >= set(AT_RANDOM[name])
    for active in known:
        assert is_near(SHARES[cards, active], told.azis[active], told.played[active]), active


@pytest.mark.parametrize(("cards", "active"), [(3, 3), (3, 5), (2, 2), (2, 3), (2, 5)])
def test_all_presets_with_as_many_cards_together_are_azi_as_often(cards, active):
    told = [simulated(name) for name in AT_RANDOM if preset(name).cards_kept == cards]
    azis, deals = sum(one.azis[active] for one in told), sum(one.played[active] for one in told)
    assert is_near(SHARES[cards, active], azis, deals)
    assert not is_near(SHARES[cards, active] + 0.2, azis, deals)
