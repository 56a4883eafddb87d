"""The acts of Azi in words, as a game record has them: "3 raises to 40", "1 plays 9H", "steward: corrects step 17: …".

Seats stand for their players. Amounts are whole chips. What comes from elsewhere than the players is told with the act: the secret
of a shuffle, from which its commitment and the order of the deck follow, or the cards of a real table.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from engine.azi import commands
from engine.azi.commands import StartGame
from engine.azi.retelling import retell
from engine.azi.start import pack, start_game
from engine.azi.state import Game
from engine.lot import complete
from engine.notation import Notation
from engine.parts import PlayedCard
from engine.shuffle import SECRET_BYTES, commitment, shuffled

SEAT, CARD, CHIPS, NUMBER = r"([1-9][0-9]{0,2})", r"([6-9TJQKA][CDHS])", r"([1-9][0-9]{0,39})", r"(0|[1-9][0-9]{0,8})"
ANY = re.compile(r"\{(\w+)\}")
PLACES = {
    "seat": SEAT,
    "card": CARD,
    "new": CARD,
    "chips": CHIPS,
    "number": NUMBER,
    "trick": NUMBER,
    "deal": NUMBER,
    "answer": r"(agrees|does not agree)",
    "reason": r"(.+)",
}
BEGINS, LOT = "the game begins", "the game begins, and the lot is drawn: "
NOBODY = "nobody draws"  # all but one have left
DRAWN = re.compile(rf"{SEAT} {CARD}")
HAND = re.compile(rf"{SEAT}((?: {CARD})+)")
HEXADECIMAL = rf"([0-9a-f]{{{2 * SECRET_BYTES}}})"


@dataclass(frozen=True, slots=True)
class Form:
    """One way to tell an act. template: its words, with a place in braces for each fact, in the order of `facts`."""

    kind: type
    template: str
    facts: tuple[str, ...]

    @property
    def pattern(self) -> re.Pattern[str]:
        """What such words look like, with a group for each fact."""
        parts = ANY.split(self.template)
        places = [PLACES[part] if number % 2 else re.escape(part) for number, part in enumerate(parts)]
        return re.compile("".join(places))


# The same act can have several forms; the first that all its facts fit is told. Without a form of their own: see SPECIAL.
FORMS: tuple[Form, ...] = (
    Form(commands.OfferCut, "{seat} offers the cut", ("seat",)),
    Form(commands.Cut, "{seat} cuts at {number}", ("seat", "at")),
    Form(commands.Cut, "{seat} cuts", ("seat",)),
    Form(commands.BetBlind, "{seat} bets blind {chips}", ("seat", "chips")),
    Form(commands.DeclineBlind, "{seat} does not bet blind", ("seat",)),
    Form(commands.Look, "{seat} looks", ("seat",)),
    Form(commands.Stay, "{seat} stays", ("seat",)),
    Form(commands.Bet, "{seat} bets {chips}", ("seat", "price")),
    Form(commands.Check, "{seat} checks", ("seat",)),
    Form(commands.Call, "{seat} calls", ("seat",)),
    Form(commands.Raise, "{seat} raises to {chips}", ("seat", "price")),
    Form(commands.Fold, "{seat} folds", ("seat",)),
    Form(commands.Play, "{seat} plays {card}", ("seat", "card")),
    Form(commands.Discard, "{seat} discards {card}", ("seat", "card")),
    Form(commands.Discard, "{seat} discards", ("seat",)),
    Form(commands.DeclareRaznomast, "{seat} declares raznomast", ("seat",)),
    Form(commands.InviteToAzi, "{seat} invites {seat} to azi", ("seat", "invited")),
    Form(commands.AnswerToAzi, "{seat} {answer} to azi with {seat}", ("seat", "accept", "inviter")),
    Form(commands.BuyIn, "{seat} buys in", ("seat",)),
    Form(commands.DeclineBuyIn, "{seat} does not buy in", ("seat",)),
    Form(commands.TopUp, "{seat} tops up by {chips}", ("seat", "chips")),
    Form(commands.Leave, "{seat} leaves the table", ("seat",)),
    Form(commands.ReachEndTime, "the agreed end comes", ()),
    Form(commands.Settle, "steward: settles", ()),
    Form(commands.Claim, "{seat} claims {card} of trick {trick}, deal {deal}", ("seat", "card", "trick", "deal")),
    Form(commands.Penalise, "steward: penalises {card} of trick {trick}, deal {deal}", ("card", "trick", "deal")),
    Form(commands.Expose, "steward: the dealer has shown {card} of {seat}", ("card", "seat")),
    Form(commands.KeepCard, "{seat} keeps {card}", ("seat", "card")),
    Form(commands.ReplaceCard, "{seat} has {card} replaced by {new}", ("seat", "given_up", "card")),
    Form(commands.ReplaceCard, "{seat} has {card} replaced", ("seat", "given_up")),
    Form(commands.DemandRedeal, "{seat} demands a redeal", ("seat",)),
    Form(commands.VoidDeal, "steward: makes the deal void: {reason}", ("reason",)),
    Form(commands.VoidGame, "steward: makes the game void: {reason}", ("reason",)),
    Form(commands.Correct, "steward: corrects step {number}: {reason}", ("step", "reason")),
)
PATTERNS = tuple((form, form.pattern) for form in FORMS)
TEXTS = frozenset({"card", "given_up", "reason"})
ANSWERS = {True: "agrees", False: "does not agree"}


def say(command: Any) -> str:
    """The act in words. Raises KeyError: no words are made for such a command."""
    special = SPECIAL.get(command.__class__)
    if special is not None:
        return special(command)
    for form in FORMS:
        if form.kind is command.__class__:
            values = [getattr(command, fact) for fact in form.facts]
            if None not in values:
                told = iter([ANSWERS[value] if isinstance(value, bool) else value for value in values])
                return ANY.sub(lambda _: str(next(told)), form.template)  # noqa: B023
    raise KeyError(command.__class__.__name__)


def hear(game: Game, words: str) -> Any:
    """The act that is told by these words, in this state of the game; None if none is."""
    for form, pattern in PATTERNS:
        if heard := pattern.fullmatch(words):
            values = zip(form.facts, heard.groups(), strict=True)
            return form.kind(**{fact: _fact(fact, value) for fact, value in values})
    for listen in (_hear_shuffle, _hear_deal, _hear_lot, _hear_show):
        if (command := listen(game, words)) is not None:
            return command
    return None


def _fact(name: str, words: str) -> Any:
    if name == "accept":
        return words == ANSWERS[True]
    return words if name in TEXTS else int(words)


def opens(begin: StartGame, words: str) -> StartGame | None:
    """The command that begins the game. A lot is a whole pack: the cards drawn, then the rest in its printed order."""
    if words == BEGINS:
        return begin
    draws = _draws(words, LOT)
    if draws is None:
        return None
    return replace(begin, lot=complete(tuple([draw.card for draw in draws]), pack(begin.house)))


def _say_begin(command: StartGame) -> str:
    if command.lot is None:
        return BEGINS
    drawn = start_game(Game(), command)[-1]
    return LOT + _say_draws([PlayedCard(draw.seat, draw.card) for each in drawn.rounds for draw in each])


def _say_lot(command: commands.DrawLot) -> str:
    return "the lot: " + _say_draws(command.draws)


def _say_draws(draws: Any) -> str:
    return ", ".join(f"{draw.seat} {draw.card}" for draw in draws) or NOBODY


def _hear_lot(game: Game, words: str) -> commands.DrawLot | None:  # noqa: ARG001
    draws = _draws(words, "the lot: ")
    return None if draws is None else commands.DrawLot(draws)


def _draws(words: str, after: str) -> tuple[PlayedCard, ...] | None:
    """ "1 9H, 2 KD" behind these words."""
    if not words.startswith(after):
        return None
    if words == after + NOBODY:
        return ()
    found = [DRAWN.fullmatch(part) for part in words.removeprefix(after).split(", ")]
    return tuple([PlayedCard(int(one[1]), one[2]) for one in found if one]) if all(found) else None


def _say_shuffle(command: commands.Shuffle) -> str:
    secret = f" with the secret {command.secret}" if command.secret is not None else ""
    return f"{command.seat} shuffles{secret}"


def _hear_shuffle(game: Game, words: str) -> commands.Shuffle | None:
    """The commitment is that of this shuffle of this game, so a secret moved to another place is not the same shuffle."""
    heard = re.fullmatch(rf"{SEAT} shuffles(?: with the secret {HEXADECIMAL})?", words)
    if heard is None or heard[2] is None:
        return heard and commands.Shuffle(int(heard[1]))
    secret = bytes.fromhex(heard[2])
    told = commitment(f"game-{game.table}-{game.number}", game.deal, game.shuffle + 1, secret)
    return commands.Shuffle(int(heard[1]), told, heard[2], shuffled(pack(game.house), secret))


def _say_deal(command: commands.Deal) -> str:
    if command.hands is None:
        return f"{command.seat} deals" if command.trump is None else f"{command.seat} deals unseen; trump {command.trump}"
    hands = ", ".join(f"{seat} {' '.join(command.hands[seat])}" for seat in sorted(command.hands))
    return f"{command.seat} deals {hands}; trump {command.trump}"


def _hear_deal(game: Game, words: str) -> commands.Deal | None:  # noqa: ARG001
    if unseen := re.fullmatch(rf"{SEAT} deals unseen; trump {CARD}", words):
        return commands.Deal(int(unseen[1]), None, unseen[2])
    heard = re.fullmatch(rf"{SEAT} deals(?: ([^;]+); trump {CARD})?", words)
    if heard is None or heard[2] is None:
        return heard and commands.Deal(int(heard[1]))
    found = [HAND.fullmatch(part) for part in heard[2].split(", ")]
    if not all(found):
        return None
    hands = {int(one[1]): tuple(one[2].split()) for one in found if one}
    return commands.Deal(int(heard[1]), hands, heard[3]) if len(hands) == len(found) else None


def _say_show(command: commands.Show) -> str:
    return f"{command.seat} shows {' '.join(command.cards)}"


def _hear_show(game: Game, words: str) -> commands.Show | None:  # noqa: ARG001
    heard = re.fullmatch(rf"{SEAT} shows((?: {CARD})+)", words)
    return heard and commands.Show(int(heard[1]), tuple(heard[2].split()))


SPECIAL: dict[type, Callable[[Any], str]] = {
    StartGame: _say_begin,
    commands.DrawLot: _say_lot,
    commands.Shuffle: _say_shuffle,
    commands.Deal: _say_deal,
    commands.Show: _say_show,
}
AZI = Notation(say, hear, opens, retell, looks_back=frozenset({commands.Correct}))
