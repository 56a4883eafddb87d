"""The changes that an event makes in every game alike, for a game's own table of changes. A game's own answer to its own class of
an event takes precedence. Nothing here refuses."""

from typing import Never, TypeAlias

from engine.answers import Answers
from engine.cardgame import offence_events as offences
from engine.cardgame.beside import end_time_reached, left, topped_up
from engine.cardgame.claims import after_claim, after_lapse, after_verdict
from engine.cardgame.dealing import cards_dealt
from engine.cardgame.events import (
    AntesPosted,
    Beside,
    CardsDealt,
    DeckCommitted,
    DeckCut,
    DeckRevealed,
    DeckShuffled,
    EndTimeReached,
    GameEnded,
    GameStarted,
    LotDrawn,
    PlayerLeft,
    PotAwarded,
    ToppedUp,
)
from engine.cardgame.judging import penalised
from engine.cardgame.ritual import deck_cut, deck_shuffled
from engine.cardgame.rulings import before_step, voided
from engine.cardgame.settlement import over, paid_out, put_away, revealed
from engine.cardgame.start import antes_posted, lot_drawn, started
from engine.cardgame.state import G

Alike: TypeAlias = (
    GameStarted
    | LotDrawn
    | DeckCommitted
    | DeckShuffled
    | DeckCut
    | AntesPosted
    | CardsDealt
    | Beside
    | PotAwarded
    | DeckRevealed
    | GameEnded
    | offences.ClaimMade
    | offences.ClaimUpheld
    | offences.ClaimUnfounded
    | offences.ClaimLapsed
    | offences.OffenceFound
    | offences.PenaltyImposed
    | offences.EntryCorrected
    | offences.GameVoided
)


def besides(of: type[G]) -> Answers[G, Beside, G]:  # noqa: ARG001 - for the types
    """For what happens beside the game."""
    return Answers[G, Never, G]().on(ToppedUp, topped_up).on(PlayerLeft, left).on(EndTimeReached, end_time_reached)


def changes(beside: Answers[G, Beside, G]) -> Answers[G, Alike, G]:
    """For the events that every game has. beside: what happens beside this game, which stays whatever is corrected."""
    taken_up = before_step(beside)
    return (
        beside.on(GameStarted, started)
        .on(LotDrawn, lot_drawn)
        .on(AntesPosted, antes_posted)
        .on(DeckCommitted, deck_shuffled)
        .on(DeckShuffled, deck_shuffled)
        .on(DeckCut, deck_cut)
        .on(CardsDealt, cards_dealt)
        .on(PotAwarded, lambda game, event: paid_out(put_away(game), event))
        .on(DeckRevealed, revealed)
        .on(GameEnded, over)
        .on(offences.ClaimMade, after_claim)
        .on(offences.ClaimUpheld, after_verdict)
        .on(offences.ClaimUnfounded, after_verdict)
        .on(offences.ClaimLapsed, after_lapse)
        .on(offences.OffenceFound, after_verdict)
        .on(offences.PenaltyImposed, penalised)
        .on(offences.EntryCorrected, lambda game, event: taken_up(game, event.step) or game)
        .on(offences.GameVoided, lambda game, event: voided(put_away(game), event))
    )
