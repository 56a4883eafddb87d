"""One sentence for each event of a game, for people. It says only what everybody at the table may know: no dealt hand, no stock.

Where a rule brings the event about, the sentence ends with its identifier.
"""

from collections.abc import Callable, Mapping
from typing import Any

from engine.azi import events, unseen_events
from ledger import casino_words, offence_words
from ledger.offence_words import seats


def words(event: Any) -> str:
    """The sentence. Raises KeyError for an event that is none of a game's."""
    return _WORDS[type(event)](event)


def _started(event: events.GameStarted) -> str:
    dealer = "the lot names the dealer" if event.dealer is None else f"seat {event.dealer} deals"
    return f"Game {event.number} begins with {seats(seated.seat for seated in event.seats)}; {dealer}."


def _lot(event: events.LotDrawn) -> str:
    drawn = "; again: ".join(", ".join(f"seat {draw.seat} {draw.card}" for draw in each) for each in event.rounds)
    return f"Drawn for the deal: {drawn}. Seat {event.dealer} deals (AZI-DEAL-1)."


def _antes(event: events.AntesPosted) -> str:
    out = f" {seats(event.out).capitalize()} out: the ante can not be paid." if event.out else ""
    who = seats(stake.seat for stake in event.stakes).capitalize()
    each = event.stakes[0].chips if event.stakes else 0
    return f"{who} post {each} each: the pot is {event.pot} (AZI-ANTE-1).{out}"


def _cut(event: events.DeckCut) -> str:
    place = "cuts" if event.at is None else f"cuts at {event.at}"
    return f"Seat {event.seat} {place} (AZI-DEAL-4)."


def _offered(event: events.CutOffered) -> str:
    last = ", for the last time" if event.last else ""
    return f"The cut is offered to seat {event.seat}{last} (AZI-DEAL-3)."


def _dealt(event: events.CardsDealt) -> str:
    many = max((len(hand) for hand in event.hands.values()), default=0)
    return f"Seat {event.dealer} deals {many} cards each to {seats(event.hands)}; {event.trump} is trump (AZI-DEAL-5, -6)."


def _dealt_unseen(event: unseen_events.DealtUnseen) -> str:
    to = f"{event.each} cards each to {seats(sorted(event.seats))}"
    return f"Seat {event.dealer} deals {to}, who alone see them; {event.trump} is trump (AZI-DEAL-5, -6, -9)."


def _bet(event: events.BlindBet | events.BetOpened | events.Called | events.Raised, what: str, rule: str) -> str:
    return f"Seat {event.seat} {what} and pays {event.chips}; the price is {event.price}, the pot {event.pot} ({rule})."


def _thrown_in(event: events.DealThrownIn) -> str:
    return f"Nobody bets: the deal is thrown in, seat {event.next_dealer} deals anew for {event.pot} (AZI-BID-8)."


def _taken(event: events.TrickTaken) -> str:
    cards = ", ".join(played.card for played in event.cards)
    return f"Seat {event.seat} takes trick {event.trick} with {cards} on the table (AZI-PLAY-5)."


def _azi(event: events.AziOccurred) -> str:
    offers = "".join(f" Seat {offer.seat} may buy in for {offer.price}." for offer in event.offers)
    return f"Azi: nobody has two tricks. {seats(event.stay).capitalize()} play on for {event.pot} (AZI-AZI-1).{offers}"


def _no_buy_in(event: events.BuyInDeclined) -> str:
    why = {"can_not_pay": "can not pay", "left": "has left and does not pay"}.get(event.because, "declines to pay")
    return f"Seat {event.seat} {why} {event.price} for the next deal (AZI-AZI-4)."


def _awarded(event: events.PotAwarded) -> str:
    why = {
        "two_tricks": "two tricks, AZI-PLAY-6",
        "last_left": "the last one left, AZI-LAST-1",
        "split": "the end has come, AZI-TIME-1",
    }
    parts = ", ".join(f"{share.chips} to seat {share.seat}" for share in event.shares)
    return f"The pot goes out: {parts} ({why.get(event.because, event.because)})."


def _revealed(event: events.DeckRevealed) -> str:
    if event.everything:
        return "All hands, the stock and the secret of the shuffle are open now."
    if not event.hands:
        return "Nothing is revealed."
    hands = ", ".join(f"seat {hand.seat} of deal {hand.deal}" for hand in event.hands)
    return f"Open now are the hands of {hands}."


def _ended(event: events.GameEnded) -> str:
    stacks = ", ".join(f"seat {stake.seat} {stake.chips}" for stake in event.stacks)
    dealer = "The lot names the next dealer" if event.next_dealer is None else f"Seat {event.next_dealer} deals next"
    return f"The game is over ({event.how}). Stacks: {stacks}. {dealer} (AZI-DEAL-2)."


_WORDS: Mapping[type, Callable[[Any], str]] = {
    events.GameStarted: _started,
    events.LotDrawn: _lot,
    events.AntesPosted: _antes,
    events.DeckCommitted: lambda e: f"The service shuffles for seat {e.seat} and commits to the order of the deck (AZI-DEAL-8).",
    events.DeckShuffled: lambda e: f"Seat {e.seat} shuffles (AZI-DEAL-3).",
    events.CutOffered: _offered,
    events.DeckCut: _cut,
    events.CardsDealt: _dealt,
    unseen_events.DealtUnseen: _dealt_unseen,
    events.BlindBet: lambda e: _bet(e, "bets blind", "AZI-BID-1"),
    events.BlindDeclined: lambda e: f"Seat {e.seat} does not bet blind (AZI-BID-7).",
    events.HandLooked: lambda e: f"Seat {e.seat} looks at its cards (AZI-BID-1).",
    events.Stayed: lambda e: f"Seat {e.seat} stays (AZI-BID4-1).",
    events.BetOpened: lambda e: _bet(e, "opens the bidding", "AZI-BID-7"),
    events.Checked: lambda e: f"Seat {e.seat} checks (AZI-BID-7).",
    events.Called: lambda e: _bet(e, "calls", "AZI-BID-5"),
    events.Raised: lambda e: _bet(e, "raises", "AZI-BID-3"),
    events.Folded: lambda e: f"Seat {e.seat} folds (AZI-BID-5).",
    events.DealThrownIn: _thrown_in,
    events.CardDiscarded: lambda e: f"Seat {e.seat} puts a card away (AZI-DISC-1).",
    events.RaznomastDeclared: lambda e: f"Seat {e.seat} declares raznomast (AZI-RAZ-1).",
    events.InvitedToAzi: lambda e: f"Seat {e.seat} invites seat {e.invited} to azi (AZI-NAZI-1).",
    events.InvitationAnswered: lambda e: (
        f"Seat {e.seat} {'agrees' if e.accepted else 'does not agree'} to play to azi with seat {e.inviter} (AZI-NAZI-1)."
    ),
    events.CardPlayed: lambda e: f"Seat {e.seat} plays {e.card} to trick {e.trick} (AZI-PLAY-1).",
    unseen_events.CardsShown: lambda e: f"Seat {e.seat} shows {', '.join(e.cards)} (AZI-DEAL-9).",
    events.TrickTaken: _taken,
    events.AziOccurred: _azi,
    events.BoughtIn: lambda e: f"Seat {e.seat} buys in for {e.chips}: the pot is {e.pot} (AZI-AZI-2).",
    events.BuyInDeclined: _no_buy_in,
    events.ToppedUp: lambda e: f"Seat {e.seat} brings {e.chips} from the wallet (TABLE-4).",
    events.PlayerLeft: lambda e: f"The player at seat {e.seat} leaves the table; what he put in stays (AZI-LEAVE-1).",
    events.EndTimeReached: lambda _: "The agreed end of the sitting has come (AZI-TIME-1).",
    events.PotAwarded: _awarded,
    events.DeckRevealed: _revealed,
    events.GameEnded: _ended,
    **offence_words.WORDS,
    **casino_words.WORDS,
}
