"""The acts of Azi in words, as a game record has them: "3 raises to 40", "1 plays 9H", "steward: makes the deal void: …"."""

import re

from engine import forms
from engine.azi import commands
from engine.azi.retelling import retell
from engine.azi.start import pack
from engine.cardgame.notation import Words
from engine.forms import NUMBER, SEAT, Form

CARD = r"([6-9TJQKA][CDHS])"
HAND = re.compile(rf"{SEAT}((?: {CARD})+)")

FORMS = (
    Form(commands.OfferCut, "{seat} offers the cut", ("seat",)),
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
    Form(commands.Settle, "steward: settles", ()),
    Form(
        commands.Claim,
        "{player}, who has sat down at {seat}, claims {card} of trick {trick}, deal {deal}",
        ("player", "seat", "card", "trick", "deal"),
    ),
    Form(commands.Claim, "{seat} claims {card} of trick {trick}, deal {deal}", ("seat", "card", "trick", "deal")),
    Form(commands.Penalise, "steward: penalises {card} of trick {trick}, deal {deal}", ("card", "trick", "deal")),
    Form(commands.ReplaceCard, "{seat} has {card} replaced by {new}", ("seat", "given_up", "card")),
    Form(commands.ReplaceCard, "{seat} has {card} replaced", ("seat", "given_up")),
    Form(commands.VoidDeal, "steward: makes the deal void: {reason}", ("reason",)),
)


def _say_deal(command: commands.Deal) -> str:
    if command.hands is None:
        return f"{command.seat} deals" if command.trump is None else f"{command.seat} deals unseen; trump {command.trump}"
    return f"{command.seat} deals {forms.say_hands(command.hands)}; trump {command.trump}"


def _hear_deal(words: str) -> commands.Deal | None:
    if unseen := re.fullmatch(rf"{SEAT} deals unseen; trump {CARD}", words):
        return commands.Deal(int(unseen[1]), None, unseen[2])
    heard = re.fullmatch(rf"{SEAT} deals(?: ([^;]+); trump {CARD})?", words)
    if heard is None or heard[2] is None:
        return heard and commands.Deal(int(heard[1]))
    hands = forms.hear_hands(heard[2], HAND)
    return None if hands is None else commands.Deal(int(heard[1]), hands, heard[3])


def _say_show(command: commands.Show) -> str:
    return f"{command.seat} shows {' '.join(command.cards)}"


def _hear_show(words: str) -> commands.Show | None:
    heard = re.fullmatch(rf"{SEAT} shows((?: {CARD})+)", words)
    return heard and commands.Show(int(heard[1]), tuple(heard[2].split()))


WORDS = Words(
    CARD,
    pack,
    FORMS,
    {commands.Deal: _say_deal, commands.Show: _say_show},
    (_hear_deal, _hear_show),
    places={"new": CARD, "trick": NUMBER, "answer": r"(agrees|does not agree)", "player": r"(.+)"},
    texts=frozenset({"given_up", "player"}),
    truths={"accept": {True: "agrees", False: "does not agree"}},
)
AZI = WORDS.notation(retell)
