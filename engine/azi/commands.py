"""What somebody wants in a game of Azi. Dice and clock come in as fields, filled by the ledger; players never send them.

`ACTIONS` names the commands as the interface does: {"type": "raise", "seat": 3, "amount": "40"}.
"""

from dataclasses import dataclass

from engine.azi.house_rules import HouseRules
from engine.chips import Chips
from engine.parts import PlayedCard, Seated


@dataclass(frozen=True, slots=True)
class StartGame:
    """dealer None: the lot decides; `lot` is then a shuffled pack to draw from, or None if the draw is entered by DrawLot."""

    table: str
    number: int
    house: HouseRules
    unit: str
    scale: int
    seats: tuple[Seated, ...]
    dealer: int | None
    lot: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class DrawLot:
    """AZI-DEAL-1 at a real table: what each player drew, round by round, in the order in which they drew."""

    draws: tuple[PlayedCard, ...]


@dataclass(frozen=True, slots=True)
class Shuffle:
    """commitment, secret (hex), order: from the ledger's dice when the service shuffles, None at a real table."""

    seat: int
    commitment: str | None = None
    secret: str | None = None
    order: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class OfferCut:
    """The dealer does not shuffle once more and offers the last cut."""

    seat: int


@dataclass(frozen=True, slots=True)
class Cut:
    """at: cards lifted off the top; None only at a real table where nobody counted."""

    seat: int
    at: int | None = None


@dataclass(frozen=True, slots=True)
class Deal:
    """hands, trump: as dealt at a real table; None when the service deals. Where only the players see the hands, trump alone."""

    seat: int
    hands: dict[int, tuple[str, ...]] | None = None
    trump: str | None = None


@dataclass(frozen=True, slots=True)
class BetBlind:
    """chips: what he puts in, not the price it makes."""

    seat: int
    chips: Chips


@dataclass(frozen=True, slots=True)
class DeclineBlind:
    """First hand does not bet blind."""

    seat: int


@dataclass(frozen=True, slots=True)
class Look:
    """First hand looks at its cards; before its decision that declines the blind bet."""

    seat: int


@dataclass(frozen=True, slots=True)
class Stay:
    """AZI-BID4-1: he plays."""

    seat: int


@dataclass(frozen=True, slots=True)
class Bet:
    """The opening bet: after first hand declined, or the first raise where there is no blind bet. price: a total."""

    seat: int
    price: Chips


@dataclass(frozen=True, slots=True)
class Check:
    """Pass while no bet stands."""

    seat: int


@dataclass(frozen=True, slots=True)
class Call:
    """Make up to the price."""

    seat: int


@dataclass(frozen=True, slots=True)
class Raise:
    """price: the new total, not the addition. The standing price itself is a call."""

    seat: int
    price: Chips


@dataclass(frozen=True, slots=True)
class Fold:
    """Throw the cards in."""

    seat: int


@dataclass(frozen=True, slots=True)
class Discard:
    """AZI-DISC-1: put one of four cards away. card: None where only the players see the hands."""

    seat: int
    card: str | None = None


@dataclass(frozen=True, slots=True)
class DeclareRaznomast:
    """AZI-RAZ-1: he has the ace of trumps and two cards of one other suit."""

    seat: int


@dataclass(frozen=True, slots=True)
class InviteToAzi:
    """AZI-NAZI-1: he asks the player at seat `invited` to play to azi with him."""

    seat: int
    invited: int


@dataclass(frozen=True, slots=True)
class AnswerToAzi:
    """AZI-NAZI-1: his answer to the invitation of seat `inviter`."""

    seat: int
    inviter: int
    accept: bool


@dataclass(frozen=True, slots=True)
class Play:
    """One card to the trick."""

    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class Show:
    """AZI-DEAL-9, where only the players see the hands: who sits at `seat` shows these cards of his and keeps them."""

    seat: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BuyIn:
    """Pay the price and play the next deal."""

    seat: int


@dataclass(frozen=True, slots=True)
class DeclineBuyIn:
    """Stay out of the next deal."""

    seat: int


@dataclass(frozen=True, slots=True)
class TopUp:
    """Chips from the wallet, in his turn or between deals. Comes with the wallet's own command, never alone."""

    seat: int
    chips: Chips


@dataclass(frozen=True, slots=True)
class Leave:
    """Leave the table."""

    seat: int


@dataclass(frozen=True, slots=True)
class ReachEndTime:
    """The agreed end of the sitting has come."""


@dataclass(frozen=True, slots=True)
class Settle:
    """AZI-SETTLE-1, by a steward under `record`: the tricks are over and nobody claims any more."""


@dataclass(frozen=True, slots=True)
class Claim:
    """AZI-CLAIM-1: who sits at `seat` says that `card` was played against the rules in this trick of this deal.

    player: who it is, if he sat down since the game began and is not in it.
    """

    seat: int
    deal: int
    trick: int
    card: str
    player: str | None = None


@dataclass(frozen=True, slots=True)
class Penalise:
    """AZI-VIOL-2, AZI-VIOL-3, by a steward: the same without a claim."""

    deal: int
    trick: int
    card: str


@dataclass(frozen=True, slots=True)
class Expose:
    """AZI-VIOL-1, by a steward: while dealing the dealer has shown this card of the player at `seat`."""

    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class KeepCard:
    """AZI-VIOL-1: its owner keeps a card that was shown. card: which; None if only one of his waits for his choice."""

    seat: int
    card: str | None = None


@dataclass(frozen=True, slots=True)
class ReplaceCard:
    """AZI-VIOL-1: its owner gives up a card that was shown.

    card: the new one, the top card under the turned trump, as dealt at a real table; None when the service deals, or only he sees
    it. given_up: the one that was shown; None if only one of his waits for his choice.
    """

    seat: int
    card: str | None = None
    given_up: str | None = None


@dataclass(frozen=True, slots=True)
class DemandRedeal:
    """AZI-VIOL-1, by the owner of a card that was shown; AZI-VIOL-5, by any player, for a missing cut."""

    seat: int


@dataclass(frozen=True, slots=True)
class VoidDeal:
    """AZI-VOID-1, by a steward: this deal is made void."""

    reason: str


@dataclass(frozen=True, slots=True)
class VoidGame:
    """AZI-VOID-1, by a steward: the whole game is made void."""

    reason: str


@dataclass(frozen=True, slots=True)
class Correct:
    """AZI-REC-1, by a steward under `record`: entry number `step` of the game was mistyped. step: of its event, from 1."""

    step: int
    reason: str


# Words of the interface. StartGame, TopUp and Leave have routes of their own, since they touch table and wallet too.
ACTIONS: dict[str, type] = {
    "draw_lot": DrawLot,
    "shuffle": Shuffle,
    "offer_cut": OfferCut,
    "cut": Cut,
    "deal": Deal,
    "bet_blind": BetBlind,
    "decline_blind": DeclineBlind,
    "look": Look,
    "stay": Stay,
    "bet": Bet,
    "check": Check,
    "call": Call,
    "raise": Raise,
    "fold": Fold,
    "discard": Discard,
    "declare_raznomast": DeclareRaznomast,
    "invite_to_azi": InviteToAzi,
    "answer_to_azi": AnswerToAzi,
    "play": Play,
    "show": Show,
    "buy_in": BuyIn,
    "decline_buy_in": DeclineBuyIn,
    "reach_end_time": ReachEndTime,
    "settle": Settle,
    "claim": Claim,
    "penalise": Penalise,
    "expose": Expose,
    "keep_card": KeepCard,
    "replace_card": ReplaceCard,
    "demand_redeal": DemandRedeal,
    "void_deal": VoidDeal,
    "void_game": VoidGame,
    "correct": Correct,
}

# Of them, those that a steward alone may send, whatever the deck; `expose` names a seat, but it is not that player's act.
STEWARDS = frozenset({"settle", "penalise", "expose", "void_deal", "void_game", "correct"})
