"""Disputes as JSON: their course for everybody who may look at the game, their evidence as each may see it."""

from collections.abc import Iterable
from dataclasses import asdict

from api.http.answers import Members, money, raw, raws
from api.service.shared import ledger
from api.service.visibility import Sight, shown, sight
from api.views import replay
from engine.disputes import Dispute
from engine.disputes.commands import Command
from engine.disputes.dispute import appeal_until
from engine.disputes.events import Movement, Opened, Ruled
from engine.disputes.holding import given_back_in
from engine.disputes.opinion import Opinion
from engine.room.signs import harmless
from engine.rules import MONEY_FACTS
from ledger.cases.docket import disputes_now
from ledger.disputes.evidence import Evidence, deeds, evidence
from ledger.disputes.listing import ListedDispute
from ledger.orders.order import Caller, Decided
from ledger.replays import transcript
from ledger.replays.film import Film
from ledger.store.ids import dispute_stream, family, table_stream
from ledger.store.streams import Stream
from ledger.store.times import utc_text
from ledger.words import Voice
from ledger.words.saying import told


def dispute(stream: Stream[Dispute, Command], game: Film, caller: Caller, sees: Sight, voice: Voice) -> Members:
    """A dispute: what is disputed, who did what when, the rulings, and the evidence as this viewer may see it; of a damaged game as
    far as that can be evaluated."""
    state: Dispute = stream.state
    opened = _opened(state)
    players = game.states[-1].players.values() if game.states else ()
    concerned = frozenset({*players, *ledger().load(table_stream(opened.table)).state.stewards})
    return {
        **_head(state, stream.version),
        "words": harmless(opened.words),
        "hours": opened.hours,
        "rulings": _rulings(state, caller, concerned),
        "deeds": [asdict(one) for one in deeds(ledger(), state.id, stream.version)],
        "evidence": _evidence(evidence(game, opened), game, sees, voice),
    }


def changed(decided: Decided, caller: Caller, dispute_id: str) -> Members:
    """A dispute after an act, and what happened in it, in the game and at the table; of nobody's wallet."""
    stream = decided.streams[dispute_stream(dispute_id)]
    hidden = any(row.sealed is not None for row in decided.rows)
    opened = _opened(stream.state)
    game, table = decided.streams.get(f"game-{opened.game}"), decided.streams[table_stream(opened.table)]
    sees = sight(ledger(), caller, game, decided.streams) if hidden and game else None
    players = game.state.players.values() if game else ()  # not read where it is damaged
    concerned = frozenset({*players, *table.state.stewards})
    told = raws(shown(row, sees) for row in decided.rows if family(row.stream) != "wallet")
    return {**_head(stream.state, stream.version), "rulings": _rulings(stream.state, caller, concerned), "events": told}


def listed(item: ListedDispute) -> Members:
    """A dispute in the list."""
    about: Members = {"step": item.step, "deal": item.deal, "trick": item.trick, "card": item.card, "seat": item.seat}
    return {
        "id": item.dispute,
        "game": item.game,
        "table": item.table,
        "version": item.version,
        "state": item.state,
        "kind": item.kind,
        "about": {**about, "amount": _money(item.amount)},
        "by": item.by,
        "role": item.role,
        "rulings": item.rulings,
        "decision": item.decision,
        "rule": item.rule,
        "ruled_by": item.ruled_by,
        "opened_at": item.opened_at,
        "changed_at": item.changed_at,
    }


def _opened(state: Dispute) -> Opened:
    if state.opened is None:
        raise TypeError("a dispute that is shown has been opened")
    return state.opened


def _head(state: Dispute, version: int) -> Members:
    opened = _opened(state)
    about: Members = {"step": opened.step, "deal": opened.deal, "trick": opened.trick, "card": opened.card, "seat": opened.seat}
    return {
        "id": state.id,
        "game": opened.game,
        "table": opened.table,
        "version": version,
        "state": state.stage,
        "kind": opened.kind,
        "about": {**about, "amount": _money(opened.amount)},
        "by": opened.by,
        "role": opened.role,
    }


def _rulings(state: Dispute, caller: Caller, concerned: frozenset[str]) -> list[Members]:
    """concerned: who may appeal, as long as they have not withdrawn an appeal."""
    at, renounced = utc_text(ledger().clock()), frozenset(state.renounced)
    nobody = caller.actor in renounced or concerned <= renounced
    found, others = [], disputes_now(ledger(), _opened(state).game)
    for ruling in state.rulings:
        until = None if nobody else appeal_until(state, ruling, at)
        holds = ruling is state.ruling
        back = given_back_in(ruling, state.id, others) if holds else None
        found.append({**_ruling(ruling, holds=holds), "given_back_in": back, "appeal_until": until})
    return found


def _ruling(ruling: Ruled, *, holds: bool) -> Members:
    return {
        "number": ruling.number,
        "by": ruling.by,
        "decision": ruling.decision,
        "reason": harmless(ruling.reason),
        "rule": ruling.rule,
        "seat": ruling.seat,
        "amount": _money(ruling.amount),
        "to": ruling.to,
        "went_to": _went_to(ruling),
        "holds": holds,
        "supersedes": ruling.supersedes,
        "returned": _movements(ruling.returned),
        "moved": _movements(ruling.moved),
        "steps": ruling.steps,
    }


def _went_to(ruling: Ruled) -> str | None:
    """Where what somebody has to pay went; None where the decision is another one."""
    if ruling.decision == "penalty" and ruling.steps:
        return "pot"
    if ruling.decision == "penalty" and not ruling.to:
        return "house"
    return "seats" if ruling.decision in ("penalty", "pay") else None


def _movements(moves: Iterable[Movement]) -> list[Members]:
    return [{"seat": move.seat, "player": move.player, "amount": _money(move.chips), "way": move.way} for move in moves]


def _money(chips: int | None) -> Members | None:
    return None if chips is None else money(chips, ledger().unit, ledger().scale)


def _evidence(found: Evidence, game: Film, sees: Sight, voice: Voice) -> Members:
    """What this viewer may be told. Of a running game the opinion would answer what the rules leave to the players to notice and to
    claim, so it is for whoever may know of violations anyway; and whatever rests on a hand is for whoever may see that hand."""
    opinion = found.opinion if found.opinion and _may_know(found.step, found.opinion, sees) else None
    steps = opinion.steps if opinion and opinion.steps else (found.step,)
    return {
        "version": found.seen,
        "step": found.step,
        "opinion": None if opinion is None else _opinion(opinion, voice.tongue.tag),
        "events": [_event(game, step, sees, voice) for step in steps if step <= len(game.states)],
        "before": replay.state_at(game, found.step - 1, sees),
        "after": replay.state_at(game, found.step, sees),
        "stopped": replay.end(game, voice) if found.opinion is None else None,
    }


def _may_know(step: int, opinion: Opinion, sees: Sight) -> bool:
    """A hand that was entered by mistake and corrected stays closed to players here as elsewhere."""
    then = sees.at(step)
    return (sees.judges or sees.state.over) and all(then.hand(deal, seat) for deal, seat in opinion.hands)


def _opinion(opinion: Opinion, tag: str) -> Members:
    facts = {name: str(value) if name in MONEY_FACTS and isinstance(value, int) else value for name, value in opinion.facts.items()}
    return {"verdict": opinion.verdict, "rule": opinion.rule, "says": told(opinion.saying, tag), "facts": facts}


def _event(game: Film, step: int, sees: Sight, voice: Voice) -> Members:
    words = transcript.words(game.envelopes[step - 1].event, voice)
    return {"step": step, "event": raw(shown(game.rows[step - 1], sees)), "words": words}
