"""A game's replay, step by step, as one viewer may see it: as JSON, and what of it a transcript may tell."""

from dataclasses import asdict

from api.http.answers import Members, money, raw
from api.rulebooks.addresses import rule_page
from api.rulebooks.books import title_of
from api.service.visibility import Sight, shown
from api.views import games as view
from api.views import legal
from engine.declared import declared
from engine.offers import OFFERED_MOST, Offers
from engine.playing import Playing
from ledger import words
from ledger.money.accounts import parse
from ledger.replays.film import Film, Step
from ledger.replays.landings import landings, told_steps
from ledger.replays.transcript import OFFERED_MOST as TOLD_MOST
from ledger.replays.transcript import Told, stopped
from ledger.statements import WORDINGS
from ledger.words import Voice


def headlines(film: Film, after: int, limit: int, voice: Voice) -> Members:
    """What happened at each step, in a sentence. Nothing in it is hidden from those at the table."""
    last = min(after + limit, len(film.states))
    lines: list[Members] = []
    for number in range(after + 1, last + 1):
        envelope = film.envelopes[number - 1]
        said, topic = words.words(envelope.event, voice), film.rows[number - 1].topic
        lines.append({"step": number, "type": topic, "at": envelope.effective_at, "words": said})
    return {**_head(film, voice), "headlines": lines, "next": last if after < last < len(film.states) else None}


def _head(film: Film, voice: Voice) -> Members:
    """What stands in every answer."""
    return {"game": film.game, "steps": len(film.rows), "lang": voice.tongue.tag, "stopped": end(film, voice)}


def end(film: Film, voice: Voice) -> Members | None:
    """The damaged step, with all that was not evaluated; None: all was."""
    if film.stopped is None:
        return None
    return {"step": film.stopped.step, "words": next(stopped(film, voice)), "not_evaluated": told_steps(film)}


def state_at(film: Film, number: int, sees: Sight) -> Members | None:
    """The state after this step, without anybody's legal acts, as the viewer may see it; None before the first step, and for one
    that was not evaluated."""
    if not 1 <= number <= len(film.states):
        return None
    state = view.state(film.states[number - 1], number, sees.at(number))
    return {"id": film.game, "game": film.kind.name, **state, "legal": [], "legal_left_out": []}


def step(film: Film, number: int, sees: Sight, voice: Voice, *, with_legal: bool = True) -> Members:
    """The event of this step, its words, rules and chips, the state after it, and what the seat in turn could then do, if the
    viewer may know that. In the middle of an act nobody could.

    Hands are shown by what the viewer may see now, not then. Raises NotFound: the game has not so many steps. Unreplayable.
    """
    played = film.step(number)
    state, event = played.state, played.envelope.event
    offers = told(played, sees, OFFERED_MOST).offers
    after = {
        "id": film.game,
        "game": film.kind.name,
        **view.state(state, number, sees.at(number)),
        **(legal.told_legal(offers, state, sees, legal.of_game(film.game), f"&step={number}") if with_legal else {}),
        "choices": words.choices(offers, voice),
    }
    if sees.judges:
        after["violations"] = [asdict(violation) for violation in film.kind.violations(state)]
    return {
        **_head(film, voice),
        "step": number,
        "mid_act": played.mid_act,
        "event": raw(shown(played.row, sees)),
        "words": words.words(event, voice),
        "rules": cited(played, voice.tongue.tag),
        "money": _moved(played, voice),
        "moves": landings(film, number, judges=sees.judges),
        "state": after,
    }


def cited(played: Step, tag: str) -> list[dict[str, str]]:
    """The rules behind a step, each with its title in the language and the page that explains it."""
    told, event = [], played.envelope.event
    for rule in declared(event).cited(event):
        path, _, anchor = rule_page(rule).partition("#")
        told.append({"id": rule, "title": title_of(rule, tag), "href": f"{path}?lang={tag}#{anchor}"})
    return told


def _moved(played: Step, voice: Voice) -> list[Members]:
    """The chips that a step moves, line by line as the books have them."""
    state = played.state
    seats = {player: seat for seat, player in state.players.items()}
    return [
        {
            "account": line.account,
            "counter_account": line.counter,
            "seat": seats.get(parse(line.account).player or ""),
            "amount": money(line.chips, state.unit, state.scale),
            "kind": line.kind,
            "words": WORDINGS[voice.tongue.tag].kind(line.kind),
        }
        for line in played.moved
    ]


def told(played: Step, sees: Sight, most: int = TOLD_MOST) -> Told:
    """What this viewer may be told of the step beside its event: hands, and the choices of the seat in turn, about so many, where
    they tell nothing of a hand that he may not see."""
    state, sees = played.state, sees.at(played.number)
    turn = state.turn
    hands = {seat: tuple(view.hand(state, seat, sees) or ()) for seat in state.seats}
    offers = legal.told(played.offers(most), state, turn, sees) if may_know(state, turn, sees) else Offers()
    return Told(hands, offers)


def may_know(state: Playing, seat: int, sees: Sight) -> bool:
    """Whether what this seat could do after a step tells the viewer nothing of a hand that he may not see."""
    return not state.hands.get(seat) or sees.hand(state.deal, seat) or (seat == sees.seat and not sees.blind)
