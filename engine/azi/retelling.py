"""From events back to the acts that caused them. The caller carries the act out and compares: nothing here is taken on trust.

Whoever leaves the table folds by that; so if he has said so just before, the one act tells both.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Never

from engine.answers import Answers
from engine.azi import commands, events, unseen_events
from engine.azi import offence_events as offences
from engine.azi.commands import Command
from engine.azi.state import Game
from engine.cardgame import retelling


def _dealt(game: Game, event: events.CardsDealt) -> commands.Deal:
    if game.house.deck == "service":
        return commands.Deal(game.dealer)
    return commands.Deal(game.dealer, {seat: event.hands[seat] for seat in sorted(event.hands)}, event.trump)


def _replaced(game: Game, event: offences.CardReplaced) -> commands.ReplaceCard:
    new = event.replacement.get(event.seat) if game.stock is None else None
    return commands.ReplaceCard(event.seat, new, event.card)


def _claimed(game: Game, event: offences.ClaimMade) -> commands.Claim:
    return commands.Claim(event.seat, event.deal, event.trick, event.card, dict(game.offences.claimants).get(event.seat))


# First event of an act -> the act. What brings about more than one event, or is told by the state too, stands in `retell`.
ACTS = (
    Answers[Game, Never, Command]()
    .on(events.CutOffered, lambda game, _: commands.OfferCut(game.turn))
    .on(events.CardsDealt, _dealt)
    .on(unseen_events.DealtUnseen, lambda game, e: commands.Deal(game.dealer, None, e.trump))
    .on(events.BlindBet, lambda _, e: commands.BetBlind(e.seat, e.chips))
    .on(events.BlindDeclined, lambda _, e: commands.DeclineBlind(e.seat))
    .on(events.HandLooked, lambda _, e: commands.Look(e.seat))
    .on(events.Stayed, lambda _, e: commands.Stay(e.seat))
    .on(events.BetOpened, lambda _, e: commands.Bet(e.seat, e.price))
    .on(events.Checked, lambda _, e: commands.Check(e.seat))
    .on(events.Called, lambda _, e: commands.Call(e.seat))
    .on(events.Raised, lambda _, e: commands.Raise(e.seat, e.price))
    .on(events.Folded, lambda _, e: commands.Fold(e.seat))
    .on(events.CardPlayed, lambda _, e: commands.Play(e.seat, e.card))
    .on(unseen_events.CardsShown, lambda _, e: commands.Show(e.seat, e.cards))
    .on(events.CardDiscarded, lambda _, e: commands.Discard(e.seat, e.discard.get(e.seat)))
    .on(events.RaznomastDeclared, lambda _, e: commands.DeclareRaznomast(e.seat))
    .on(events.InvitedToAzi, lambda _, e: commands.InviteToAzi(e.seat, e.invited))
    .on(events.InvitationAnswered, lambda _, e: commands.AnswerToAzi(e.seat, e.inviter, e.accepted))
    .on(events.BoughtIn, lambda _, e: commands.BuyIn(e.seat))
    .on(events.BuyInDeclined, lambda _, e: commands.DeclineBuyIn(e.seat))
    .on(events.AziOccurred, lambda *_: commands.Settle())
    .on(events.PotAwarded, lambda *_: commands.Settle())
    .on(offences.CardReplaced, _replaced)
    .on(offences.ClaimMade, _claimed)
    .on(offences.OffenceFound, lambda _, e: commands.Penalise(e.deal, e.trick, e.card))
    .on(offences.PenaltyImposed, lambda _, e: commands.DemandRedeal(e.claimant or 0))
    .on(offences.DealAnnulled, lambda _, e: commands.VoidDeal(e.reason or ""))
)


def retell(game: Game, come: Sequence[events.Event]) -> Iterator[Command]:
    """The acts that may have brought about what comes next; the one that accounts for most of it first."""
    event = come[0]
    if isinstance(event, events.BlindDeclined | events.Folded) and any(isinstance(one, events.PlayerLeft) for one in come[1:3]):
        yield commands.Leave(event.seat)
    if isinstance(event, offences.ClaimantNamed) and len(come) > 1 and isinstance(come[1], offences.ClaimMade):
        yield replace(_claimed(game, come[1]), player=event.player)
    yield from retelling.retell(commands.StartGame, ACTS, game, come)
