"""What somebody wants in a game of Casino. Dice and clock come in as fields, filled by the ledger; players never send them.

The interface names them by their words: {"type": "capture", "seat": 3, "card": "9H", "loose": ["7C", "2S"]}.
"""

from typing import TypeAlias

from engine.cardgame import card_claims
from engine.cardgame import commands as cardgame
from engine.cardgame.card_claims import *  # noqa: F403 - CAS-VIOL-1
from engine.cardgame.commands import *  # noqa: F403 - the same in every game
from engine.cardgame.commands import BySeat
from engine.casino.house_rules import HouseRules
from engine.wanted import Wanted, wanted


@wanted("")
class StartGame(cardgame.StartGame):
    """A game of Casino begins."""

    house: HouseRules


@wanted("announce_last", "{seat} announces the last deal")
class AnnounceLast(BySeat):
    """CAS-DEAL-3, under `record`: the dealer says that the next deal is the last one of this deck."""


@wanted("deal")
class Deal(BySeat):
    """hands, and in the first deal of a deck the cards of the table: as dealt at a real table; hands None where only the players
    see them, both None when the service deals."""

    hands: dict[int, tuple[str, ...]] | None = None
    table: tuple[str, ...] | None = None


@wanted("trail", "{seat} trails {card}")
class Trail(BySeat):
    """CAS-TRAIL-1: put the card loose on the table."""

    card: str


@wanted("capture")
class Capture(BySeat):
    """CAS-CAP-6: take these loose cards and these builds, by their ids, with the card from hand."""

    card: str
    loose: tuple[str, ...] = ()
    builds: tuple[int, ...] = ()


@wanted("build")
class LayBuild(BySeat):
    """CAS-BUILD: lay the card from hand with these loose cards as a build of this value.

    build: None for a new one, or the id of the one that is doubled (of the same value) or raised (to this value).
    """

    card: str
    value: int
    loose: tuple[str, ...] = ()
    build: int | None = None


@wanted("claim_target")
class ClaimTarget(BySeat):
    """CAS-CLAIM-1: he says that he has reached the target. undealt: the cards that are left over, as in Settle, once the last card
    of a deck is played."""

    undealt: tuple[str, ...] | None = None


@wanted("play_out_of_turn", "{seat} plays {card} out of turn")
class PlayOutOfTurn(BySeat):
    """CAS-VIOL-4, under `record`: he has put this card on the table, and it was not his turn."""

    card: str


@wanted("claim_missing_last", "{seat} claims that the last deal was not announced")
class ClaimMissingLast(BySeat):
    """CAS-DEAL-3, under `record`: the dealer has not announced the last deal."""


@wanted("settle", by_steward=True)
class Settle(Wanted):
    """CAS-VIOL-1, by a steward under `record`: the last card of a deck is played and nobody claims any more. undealt: the cards
    that are left over, where only the players see their hands and one that nobody has seen was set aside; None where they are
    known."""

    undealt: tuple[str, ...] | None = None


# All of them, by what they are about.
Opening: TypeAlias = StartGame | cardgame.DrawLot | cardgame.Shuffle | cardgame.Cut | AnnounceLast | Deal
Playing: TypeAlias = Trail | Capture | LayBuild | ClaimTarget
Claiming: TypeAlias = PlayOutOfTurn | card_claims.Claim | card_claims.Penalise | ClaimMissingLast
Judging: TypeAlias = Settle | cardgame.Expose | cardgame.KeepCard | cardgame.DemandRedeal | cardgame.VoidGame | cardgame.Correct
Command: TypeAlias = Opening | Playing | cardgame.Beside | Claiming | Judging
