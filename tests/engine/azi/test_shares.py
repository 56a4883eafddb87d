"""How often it is azi when every card is played at random among the legal ones: as computed for the rules, within three standard
errors of this sample and the rounding of the figure told."""

from math import sqrt

import pytest

from engine.azi.play import choices
from engine.tricks import taker
from tests.engine.azi.deals import preset
from tests.engine.azi.random_games import dice
from tests.engine.scenario import keeps

DEALS = 4000
SHARES = [("azi-three", 3, 0.18), ("azi-three", 5, 0.43), ("azi-three", 7, 0.57)]
SHARES += [("azi-two", 2, 0.33), ("azi-two", 3, 0.54), ("azi-two", 5, 0.73)]


@keeps("AZI-AZI-1", "AZI-TWO-1", "AZI-PLAY-5")
@pytest.mark.parametrize(("name", "active", "share"), SHARES)
def test_the_share_of_azis_in_random_legal_play_is_as_told(name, active, share):
    rnd, cards = dice(active), preset(name).cards_dealt
    azis = sum(is_azi(rnd, active, cards) for _ in range(DEALS))
    assert abs(azis / DEALS - share) < 3 * sqrt(share * (1 - share) / DEALS) + 0.005


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
