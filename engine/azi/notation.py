"""The acts of Azi in words, as a game record has them: "3 raises to 40", "1 plays 9H", "steward: corrects step 17: …".

Seats stand for their players. Amounts are whole chips. What comes from elsewhere than the players is told with the act: the secret
of a shuffle, from which its commitment and the order of the deck follow, or the cards of a real table.
"""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from engine import forms
from engine.azi import commands
from engine.azi.commands import StartGame
from engine.azi.retelling import retell
from engine.azi.start import pack, start_game
from engine.azi.state import Game
from engine.forms import CHIPS, NUMBER, SEAT, Form, Forms
from engine.lot import complete
from engine.notation import Notation
from engine.shuffle import commitment, shuffled

CARD = r"([6-9TJQKA][CDHS])"
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
    "player": r"(.+)",
}
DRAWN = re.compile(rf"{SEAT} {CARD}")
HAND = re.compile(rf"{SEAT}((?: {CARD})+)")

# Without a form of their own: see SPECIAL.
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
    Form(
        commands.Claim,
        "{player}, who has sat down at {seat}, claims {card} of trick {trick}, deal {deal}",
        ("player", "seat", "card", "trick", "deal"),
    ),
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
TOLD = Forms(
    FORMS,
    PLACES,
    texts=frozenset({"card", "given_up", "reason", "player"}),
    truths={"accept": {True: "agrees", False: "does not agree"}},
)


def say(command: Any) -> str:
    """The act in words. Raises KeyError: no words are made for such a command."""
    special = SPECIAL.get(command.__class__)
    return TOLD.say(command) if special is None else special(command)


def hear(game: Game, words: str) -> Any:
    """The act that is told by these words, in this state of the game; None if none is."""
    if (command := TOLD.hear(words)) is not None:
        return command
    for listen in (_hear_shuffle, _hear_deal, _hear_lot, _hear_show):
        if (command := listen(game, words)) is not None:
            return command
    return None


def opens(begin: StartGame, words: str) -> StartGame | None:
    """The command that begins the game. A lot is a whole pack: the cards drawn, then the rest in its printed order."""
    if words == forms.BEGINS:
        return begin
    draws = forms.hear_draws(words, forms.LOT, DRAWN)
    return None if draws is None else replace(begin, lot=complete(tuple([draw.card for draw in draws]), pack(begin.house)))


def _say_begin(command: StartGame) -> str:
    if command.lot is None:
        return forms.BEGINS
    drawn = start_game(Game(), command)[-1]
    return forms.LOT + forms.say_draws([draw for each in drawn.rounds for draw in each])


def _say_lot(command: commands.DrawLot) -> str:
    return forms.ENTERED_LOT + forms.say_draws(command.draws)


def _hear_lot(game: Game, words: str) -> commands.DrawLot | None:  # noqa: ARG001
    draws = forms.hear_draws(words, forms.ENTERED_LOT, DRAWN)
    return None if draws is None else commands.DrawLot(draws)


def _hear_shuffle(game: Game, words: str) -> commands.Shuffle | None:
    """The commitment is that of this shuffle of this game, so a secret moved to another place is not the same shuffle."""
    heard = forms.SHUFFLES.fullmatch(words)
    if heard is None or heard[2] is None:
        return heard and commands.Shuffle(int(heard[1]))
    secret = bytes.fromhex(heard[2])
    told = commitment(f"game-{game.table}-{game.number}", game.deal, game.shuffle + 1, secret)
    return commands.Shuffle(int(heard[1]), told, heard[2], shuffled(pack(game.house), secret))


def _say_deal(command: commands.Deal) -> str:
    if command.hands is None:
        return f"{command.seat} deals" if command.trump is None else f"{command.seat} deals unseen; trump {command.trump}"
    return f"{command.seat} deals {forms.say_hands(command.hands)}; trump {command.trump}"


def _hear_deal(game: Game, words: str) -> commands.Deal | None:  # noqa: ARG001
    if unseen := re.fullmatch(rf"{SEAT} deals unseen; trump {CARD}", words):
        return commands.Deal(int(unseen[1]), None, unseen[2])
    heard = re.fullmatch(rf"{SEAT} deals(?: ([^;]+); trump {CARD})?", words)
    if heard is None or heard[2] is None:
        return heard and commands.Deal(int(heard[1]))
    hands = forms.hear_hands(heard[2], HAND)
    return None if hands is None else commands.Deal(int(heard[1]), hands, heard[3])


def _say_show(command: commands.Show) -> str:
    return f"{command.seat} shows {' '.join(command.cards)}"


def _hear_show(game: Game, words: str) -> commands.Show | None:  # noqa: ARG001
    heard = re.fullmatch(rf"{SEAT} shows((?: {CARD})+)", words)
    return heard and commands.Show(int(heard[1]), tuple(heard[2].split()))


SPECIAL: dict[type, Callable[[Any], str]] = {
    StartGame: _say_begin,
    commands.DrawLot: _say_lot,
    commands.Shuffle: lambda command: forms.say_shuffle(command.seat, command.secret),
    commands.Deal: _say_deal,
    commands.Show: _say_show,
}
AZI = Notation(say, hear, opens, retell, looks_back=frozenset({commands.Correct}))
