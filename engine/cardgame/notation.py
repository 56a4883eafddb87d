"""The acts of every game in words, as a game record has them: "3 cuts at 12", "steward: corrects step 17: …". A game adds its own.

Seats stand for their players. Amounts are whole chips. What comes from elsewhere than the players is told with the act: the secret
of a shuffle, from which its commitment and the order of the deck follow, or the cards of a real table.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, get_args

from engine import forms, lot
from engine.cardgame import commands
from engine.cardgame.offences import Laid
from engine.cardgame.particulars import Particulars
from engine.cardgame.state import CardGame
from engine.forms import CHIPS, NUMBER, SEAT, Forms
from engine.notation import Notation
from engine.shuffle import commitment, shuffled
from engine.wanted import Wanted

# What may stand in a field, and which fields are words.
PLACES = {"seat": SEAT, "chips": CHIPS, "at": NUMBER, "deal": NUMBER, "step": NUMBER, "reason": r"(.+)"}
TEXTS = frozenset({"card", "reason"})


class Words:
    """The words of one game."""

    def __init__(
        self,
        by: Particulars,
        card: str,
        acts: Any,
        said: Mapping[type[Wanted], Callable[[Any], str]] = MappingProxyType({}),
        heard: tuple[Callable[[str], Wanted | None], ...] = (),
        *,
        places: Mapping[str, str] = MappingProxyType({}),
        texts: frozenset[str] = frozenset(),
        truths: Mapping[str, Mapping[bool, str]] = MappingProxyType({}),
    ) -> None:
        """card: how a card of its pack looks, as a regular expression with one group. acts: the union of its commands, all but the
        first of which can be said; said, heard: those of its own that have no form. places, texts, truths: as in `Forms`, beside
        those of every game."""
        self._drawn, self._by, self._heard = re.compile(rf"{SEAT} {card}"), by, heard
        self._said: Mapping[type[Wanted], Callable[[Any], str]] = {
            **said,
            commands.DrawLot: _say_lot,
            commands.Shuffle: _say_shuffle,
        }
        self.acts = frozenset([kind for kind in get_args(acts) if kind.told or kind in self._said])
        self._forms = Forms(get_args(acts), {**PLACES, "card": card, **places}, TEXTS | texts, truths)

    def notation(self, retell: Callable[[Any, Sequence[Any]], Iterator[Any]]) -> Notation:
        """The notation of the game."""
        return Notation(self.say, self.hear, self.opens, retell, looks_back=frozenset({commands.Correct}))

    def say(self, command: Wanted) -> str:
        """The act in words. Raises KeyError: no words are made for such a command."""
        if isinstance(command, commands.StartGame):
            return _say_begin(command)
        special = self._said.get(command.__class__)
        return self._forms.say(command) if special is None else special(command)

    def hear(self, game: CardGame[Laid], words: str) -> Wanted | None:
        """The act that is told by these words, in this state of the game; None if none is."""
        if (command := self._forms.hear(words) or self._hear_shuffle(game, words) or self._hear_lot(words)) is not None:
            return command
        return next((command for listen in self._heard if (command := listen(words)) is not None), None)

    def opens(self, begin: Any, words: str) -> Any:
        """The command that begins the game. A lot is a whole pack: the cards drawn, then the rest in its printed order."""
        if words == forms.BEGINS:
            return begin
        draws = forms.hear_draws(words, forms.LOT, self._drawn)
        if draws is None:
            return None
        return replace(begin, lot=lot.complete(tuple([draw.card for draw in draws]), self._by.pack(begin.house)))

    def _hear_lot(self, words: str) -> commands.DrawLot | None:
        draws = forms.hear_draws(words, forms.ENTERED_LOT, self._drawn)
        return None if draws is None else commands.DrawLot(draws)

    def _hear_shuffle(self, game: CardGame[Laid], words: str) -> commands.Shuffle | None:
        """The commitment is that of this shuffle of this game, so a secret moved to another place is not the same shuffle."""
        heard = forms.SHUFFLES.fullmatch(words)
        if heard is None or heard[2] is None:
            return heard and commands.Shuffle(int(heard[1]))
        secret = bytes.fromhex(heard[2])
        told = commitment(f"game-{game.table}-{game.number}", game.deal, game.shuffle + 1, secret)
        return commands.Shuffle(int(heard[1]), told, heard[2], shuffled(self._by.pack(game.house), secret))


def _say_begin(command: commands.StartGame) -> str:
    if command.lot is None:
        return forms.BEGINS
    rounds, _ = lot.drawn(tuple(sorted([player.seat for player in command.seats])), command.lot)
    return forms.LOT + forms.say_draws([draw for each in rounds for draw in each])


def _say_lot(command: commands.DrawLot) -> str:
    return forms.ENTERED_LOT + forms.say_draws(command.draws)


def _say_shuffle(command: commands.Shuffle) -> str:
    """ "3 shuffles", and with what secret, where the service does."""
    return f"{command.seat} shuffles" + ("" if command.secret is None else f" with the secret {command.secret}")
