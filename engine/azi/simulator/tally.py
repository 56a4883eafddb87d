"""The results of many games, counted."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from engine.azi import events
from engine.azi.events import Event


@dataclass
class Tally:
    """games, deals: how many. thrown_in: deals in which nobody bet. walkovers: pots that went to the only one left. played, azis:
    by the number of players in, how many deals were played to the end, and how many of them were azi. pots: all that was
    won. pot_greatest, deals_most: of one game."""

    games: int = 0
    deals: int = 0
    thrown_in: int = 0
    walkovers: int = 0
    played: Counter[int] = field(default_factory=Counter)
    azis: Counter[int] = field(default_factory=Counter)
    pots: int = 0
    pot_greatest: int = 0
    deals_most: int = 0
    _in_play: int = 0
    _deals: int = 0

    def take(self, event: Event) -> None:
        """Counts an event of a game; the events of a game come in order."""
        match event:
            case events.GameStarted():
                self.games, self._deals = self.games + 1, 0
            case events.CardsDealt():
                self.deals, self._deals, self._in_play = self.deals + 1, self._deals + 1, 0
                self.deals_most = max(self.deals_most, self._deals)
            case events.TrickTaken():
                self._in_play = len(event.cards)
            case events.DealThrownIn():
                self.thrown_in += 1
            case events.AziOccurred():
                self.played[self._in_play] += 1
                self.azis[self._in_play] += 1
            case events.PotAwarded():
                self._awarded(event)

    def _awarded(self, event: events.PotAwarded) -> None:
        pot = sum(share.chips for share in event.shares)
        self.pots, self.pot_greatest = self.pots + pot, max(self.pot_greatest, pot)
        if event.because == "last_left":
            self.walkovers += 1
        else:
            self.played[self._in_play] += 1


def tally(happened: Iterable[Event]) -> Tally:
    """The tally of these events, game after game."""
    counted = Tally()
    for event in happened:
        counted.take(event)
    return counted
