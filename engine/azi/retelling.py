"""From events back to the acts that they came of. Whoever asks carries the act out and compares: nothing here is believed.

An act is told in its fullest form: a card that is kept is named, also where it goes without saying. Who leaves the table folds by
that; so if he has said so just before, the one act tells both.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from engine.azi import commands, events, unseen_events
from engine.azi import offence_events as offences
from engine.azi.start import pack
from engine.azi.state import Game
from engine.lot import complete
from engine.parts import PlayedCard


def _begun(event: events.GameStarted, come: Sequence[Any]) -> commands.StartGame:
    """Of a lot only the cards that were drawn are known, and nothing else matters: the rest lies in its printed order."""
    lot = None
    if event.house.deck == "service" and come and isinstance(come[0], events.LotDrawn):
        drawn = tuple([draw.card for each in come[0].rounds for draw in each])
        lot = complete(drawn, pack(event.house))
    return commands.StartGame(event.table, event.number, event.house, event.unit, event.scale, event.seats, event.dealer, lot)


def _dealt(game: Game, event: events.CardsDealt) -> commands.Deal:
    if game.house.deck == "service":
        return commands.Deal(game.dealer)
    return commands.Deal(game.dealer, {seat: event.hands[seat] for seat in sorted(event.hands)}, event.trump)


def _replaced(game: Game, event: offences.CardReplaced) -> commands.ReplaceCard:
    new = event.replacement.get(event.seat) if game.stock is None else None
    return commands.ReplaceCard(event.seat, new, event.card)


# First event of an act -> the act. What brings about more than one event, or is told by the state too, stands in `retell`.
ACTS: dict[type, Callable[[Game, Any], Any]] = {
    events.LotDrawn: lambda _, e: commands.DrawLot(
        tuple([PlayedCard(draw.seat, draw.card) for drawn in e.rounds for draw in drawn])
    ),
    events.DeckCommitted: lambda _, e: commands.Shuffle(e.seat, e.commitment, e.secret, e.order),
    events.DeckShuffled: lambda _, e: commands.Shuffle(e.seat),
    events.CutOffered: lambda game, _: commands.OfferCut(game.turn),
    events.DeckCut: lambda _, e: commands.Cut(e.seat, e.at),
    events.CardsDealt: _dealt,
    unseen_events.DealtUnseen: lambda game, e: commands.Deal(game.dealer, None, e.trump),
    events.BlindBet: lambda _, e: commands.BetBlind(e.seat, e.chips),
    events.BlindDeclined: lambda _, e: commands.DeclineBlind(e.seat),
    events.HandLooked: lambda _, e: commands.Look(e.seat),
    events.Stayed: lambda _, e: commands.Stay(e.seat),
    events.BetOpened: lambda _, e: commands.Bet(e.seat, e.price),
    events.Checked: lambda _, e: commands.Check(e.seat),
    events.Called: lambda _, e: commands.Call(e.seat),
    events.Raised: lambda _, e: commands.Raise(e.seat, e.price),
    events.Folded: lambda _, e: commands.Fold(e.seat),
    events.CardPlayed: lambda _, e: commands.Play(e.seat, e.card),
    unseen_events.CardsShown: lambda _, e: commands.Show(e.seat, e.cards),
    events.CardDiscarded: lambda _, e: commands.Discard(e.seat, e.discard.get(e.seat)),
    events.RaznomastDeclared: lambda _, e: commands.DeclareRaznomast(e.seat),
    events.InvitedToAzi: lambda _, e: commands.InviteToAzi(e.seat, e.invited),
    events.InvitationAnswered: lambda _, e: commands.AnswerToAzi(e.seat, e.inviter, e.accepted),
    events.BoughtIn: lambda _, e: commands.BuyIn(e.seat),
    events.BuyInDeclined: lambda _, e: commands.DeclineBuyIn(e.seat),
    events.ToppedUp: lambda _, e: commands.TopUp(e.seat, e.chips),
    events.PlayerLeft: lambda _, e: commands.Leave(e.seat),
    events.EndTimeReached: lambda *_: commands.ReachEndTime(),
    events.AziOccurred: lambda *_: commands.Settle(),
    events.PotAwarded: lambda *_: commands.Settle(),
    offences.CardExposed: lambda _, e: commands.Expose(e.seat, e.card),
    offences.ExposedCardKept: lambda _, e: commands.KeepCard(e.seat, e.card),
    offences.CardReplaced: _replaced,
    offences.ClaimMade: lambda game, e: commands.Claim(e.seat, e.deal, e.trick, e.card, dict(game.offences.claimants).get(e.seat)),
    offences.OffenceFound: lambda _, e: commands.Penalise(e.deal, e.trick, e.card),
    offences.PenaltyImposed: lambda _, e: commands.DemandRedeal(e.claimant or 0),
    offences.DealAnnulled: lambda _, e: commands.VoidDeal(e.reason or ""),
    offences.GameVoided: lambda _, e: commands.VoidGame(e.reason),
    offences.EntryCorrected: lambda _, e: commands.Correct(e.step, e.reason),
}


def retell(game: Game, come: Sequence[Any]) -> Iterator[Any]:
    """The acts that may have brought about what comes next; the one that accounts for most of it first."""
    event = come[0]
    if isinstance(event, events.GameStarted):
        yield _begun(event, come[1:2])
        return
    if isinstance(event, events.BlindDeclined | events.Folded) and any(isinstance(one, events.PlayerLeft) for one in come[1:3]):
        yield commands.Leave(event.seat)
    if isinstance(event, offences.ClaimantNamed) and len(come) > 1 and isinstance(come[1], offences.ClaimMade):
        yield replace(ACTS[offences.ClaimMade](game, come[1]), player=event.player)
    told = ACTS.get(event.__class__)
    if told is not None:
        yield told(game, event)
