"""The audit of games sees: each consequence of recorded games told otherwise, with the hashes made right again, is found at its
step. Some of them; in the longest run all, and those of random games."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from engine.azi import events as azi
from engine.azi import offence_events as offences
from engine.casino import events as casino
from engine.record import Record, read
from ledger.audits.findings import FAULT, GAMES, MISDEALS, NOTE, PENALTIES, Finding
from ledger.audits.judging import judged
from tests import lengths
from tests.engine.record.games import GOLDEN, random_record
from tests.ledger.audits.forging import MAPPER, forgeries, judge, stored

FORGERIES = 250
RANDOM_GAMES = 12  # beside the golden ones, when all are tried; in every other one things go wrong
SEED = 7


@cache
def golden(name: str) -> Record:
    return read(next(path for path in GOLDEN if path.stem == name).read_text(encoding="utf-8"))


def told(name: str) -> list[Any]:
    return list(golden(name).events)


def where(events: list[Any], kind: type, last: bool = False) -> int:
    """The step of the first, or last, event of a class."""
    steps = [step for step, event in enumerate(events, 1) if isinstance(event, kind)]
    return steps[-1 if last else 0]


def forged(name: str, kind: type, *, last: bool = False, **changes: Any) -> tuple[int, tuple[Finding, ...]]:
    """Step and findings of a golden game in which one event says something else."""
    events = told(name)
    step = where(events, kind, last)
    events[step - 1] = replace(events[step - 1], **changes)
    return step, judge(events).findings


def test_every_golden_game_comes_out_as_it_is_stored() -> None:
    for path in GOLDEN:
        game = judge(told(path.stem))
        assert [one for one in game.findings if one.severity == FAULT] == [], path.stem
        assert (game.over, game.unread) == (True, 0), path.stem


def test_a_running_game_is_audited_as_far_as_it_goes() -> None:
    record = golden("azi-three-azi-with-buy-ins")
    for act in record.acts[1:]:
        game = judge(record.events[: act.step - 1])
        assert (game.over, game.unread, game.findings) == (False, 0, ()), act


def test_each_consequence_that_is_told_otherwise_is_found_at_its_step() -> None:
    every = [forgery for path in GOLDEN for forgery in forgeries(golden(path.stem))]
    assert len(every) > 2_000
    if lengths.is_all():
        every += [forgery for seed in range(RANDOM_GAMES) for forgery in forgeries(random_record(seed))]
    else:
        every = random.Random(SEED).sample(every, FORGERIES)  # noqa: S311 — a sample that can be drawn again
    missed = []
    for step, field, events in every:
        found = [one for one in judge(events).findings if one.severity == FAULT]
        # A newcomer is named a step before his claim: that the seat is another's shows at what follows from it.
        claimed = (type(events[step - 1]).__name__, field) == ("ClaimMade", "seat")
        if not any(one.step in {step, step + claimed} and one.rule for one in found):
            missed.append((type(events[step - 1]).__name__, field, step, found))
    assert missed == []


def test_a_finding_names_rule_step_expected_and_found_and_what_follows_is_still_looked_at() -> None:
    events = told("azi-three-azi-with-buy-ins")
    first, last = where(events, azi.TrickTaken), where(events, azi.TrickTaken, last=True)
    for step in (first, last):
        events[step - 1] = replace(events[step - 1], seat=events[step - 1].seat % 3 + 1)
    one, other = judge(events).findings
    assert (one.audit, one.kind, one.rule, one.step, other.step) == (GAMES, "differs", "AZI-PLAY-5", first, last)
    assert (one.expected, one.found) != (None, None)
    assert one.expected != one.found


@pytest.mark.parametrize(
    ("name", "kind", "changes", "rule"),
    [
        ("azi-three-azi-with-buy-ins", azi.AziOccurred, {"next_dealer": 9}, "AZI-DEAL-2"),
        ("azi-three-azi-with-buy-ins", azi.AziOccurred, {"offers": ()}, "AZI-AZI-3"),
        ("azi-three-azi-with-buy-ins", azi.BoughtIn, {"chips": 1}, "AZI-AZI-3"),
        ("azi-three-walkover", azi.PotAwarded, {"shares": ()}, "AZI-LAST-1"),
        ("azi-three-raise-over-the-blind", azi.PotAwarded, {"shares": ()}, "AZI-PLAY-6"),
        ("casino-strict-6-a-shared-pot", casino.DeckScored, {"sides": ()}, "CAS-SCORE-4"),
        ("casino-family-a-wrong-claim", casino.TargetClaimed, {"right": True}, "CAS-CLAIM-1"),
    ],
)
def test_the_rule_is_the_one_behind_what_differs(name: str, kind: type, changes: dict[str, Any], rule: str) -> None:
    step, found = forged(name, kind, **changes)
    assert found[0].rule == rule
    assert found[0].step == step


def test_an_event_that_is_missing_or_one_too_many_is_one_finding() -> None:
    events = told("azi-three-raise-over-the-blind")
    taken = where(events, azi.TrickTaken)
    (missing,) = judge([*events[: taken - 1], *events[taken:]]).findings
    assert (missing.kind, missing.step, missing.rule, missing.found) == ("other", taken, "AZI-PLAY-5", "card played")
    (double,) = judge([*events[:taken], events[taken - 1], *events[taken:]]).findings
    assert (double.kind, double.step) == ("not_by_rules", taken + 1)
    cut_off = judge(events[:-1])
    assert [(one.kind, one.step) for one in cut_off.findings] == [("missing", len(events))]


def test_what_can_not_be_folded_ends_the_audit_there_and_it_says_what_was_not_evaluated() -> None:
    events = told("azi-three-raise-over-the-blind")
    posted = where(events, azi.AntesPosted)
    ante = events[posted - 1]
    events[posted - 1] = replace(ante, stakes=(replace(ante.stakes[0], seat=77), *ante.stakes[1:]))
    game = judge(events)
    differs, stopped = game.findings
    assert (differs.step, differs.rule, stopped.step, stopped.kind) == (posted, "AZI-ANTE-1", posted, "impossible")
    assert f"steps {posted} to {len(events)} were not evaluated" in str(stopped.says)
    assert game.unread == len(events) - posted + 1


def test_penalties_are_judged_by_violation_amount_payer_and_where_the_money_went() -> None:
    events = told("azi-three-two-reneges")
    fine = events[where(events, offences.PenaltyImposed) - 1]
    for changes, kind in (
        ({"chips": fine.chips - 10}, "wrong_amount"),
        ({"seat": fine.seat % 3 + 1}, "wrong_payer"),
        ({"pot": fine.pot - 10}, "money_elsewhere"),
    ):
        step, found = forged("azi-three-two-reneges", offences.PenaltyImposed, **changes)
        assert (found[0].audit, found[0].kind, found[0].step, found[0].rule) == (PENALTIES, kind, step, "AZI-VIOL-2")
        assert found[0].belongs_to((GAMES,))
    step = where(events, offences.PenaltyImposed)
    assert judge([*events[: step - 1], *events[step:]]).findings[0].kind == "unpunished"
    bid = next(at for at, event in enumerate(events) if isinstance(event, azi.CardPlayed))
    (forged_fine,) = [one for one in judge([*events[:bid], fine, *events[bid:]]).findings if one.step == bid + 1]
    assert (forged_fine.audit, forged_fine.kind) == (PENALTIES, "without_violation")


def test_a_renege_that_nobody_has_claimed_is_a_note_for_the_audit_of_penalties() -> None:
    record = golden("azi-three-two-reneges")
    claim = where(list(record.events), offences.ClaimMade)
    (note,) = judge(record.events[: claim - 1]).findings
    assert (note.audit, note.severity, note.kind, note.rule) == (PENALTIES, NOTE, "unclaimed", "AZI-PLAY-2")
    assert note.step is not None
    assert isinstance(record.events[note.step - 1], azi.CardPlayed)
    assert [one.kind for one in judge(told("azi-three-unseen-hands")).findings] == ["unproved_claim"]


def test_misdeals_are_found_in_the_events_themselves() -> None:
    cut, found = forged("azi-three-walkover", azi.DeckCut, at=2)
    assert [(one.kind, one.rule) for one in found if one.step == cut and one.audit == MISDEALS] == [("short_cut", "AZI-DEAL-4")]
    events = told("azi-three-walkover")
    dealt = events[where(events, azi.CardsDealt) - 1]
    first, second = sorted(dealt.hands)[:2]
    hands = {**dealt.hands, second: (dealt.hands[first][0], *dealt.hands[second][1:])}
    step, found = forged("azi-three-walkover", azi.CardsDealt, hands=hands)
    twice = next(one for one in found if one.kind == "card_twice")
    assert (twice.audit, twice.step, twice.rule, twice.found) == (MISDEALS, step, "AZI-DEAL-9", dealt.hands[first][0])
    _, found = forged("azi-three-walkover", azi.DeckCommitted, secret="00" * 32)
    assert (found[0].audit, found[0].kind, found[0].rule) == (MISDEALS, "commitment", "AZI-DEAL-8")
    step, found = forged("azi-three-exposed-cards-and-a-correction", offences.CardReplaced, card="AS")
    assert [(one.audit, one.kind) for one in found if one.step == step] == [(MISDEALS, "exposed_card")]


def test_a_missing_cut_that_nobody_has_claimed_and_a_late_shuffle_are_notes() -> None:
    events = told("azi-three-missing-cut-and-a-void-deal")
    dealt = where(events, azi.CardsDealt)
    (note,) = judge(events[:dealt]).findings
    assert (note.audit, note.severity, note.kind, note.rule, note.step) == (MISDEALS, NOTE, "missing_cut", "AZI-VIOL-5", dealt)


def test_a_broken_chain_and_a_changed_hidden_card_are_named() -> None:
    rows = stored(told("azi-three-walkover"))
    at = next(number for number, row in enumerate(rows) if row.topic == "azi.deck_cut")
    other = [*rows[:at], replace(rows[at], state=rows[at].state.replace(b'"actor":"stella"', b'"actor":"nobody"')), *rows[at + 1 :]]
    (found,) = judged(MAPPER.to_domain_event, other).findings
    assert (found.kind, found.step, found.position) == ("chain", at + 2, at + 2)
    dealt = next(number for number, row in enumerate(rows) if row.topic == "azi.cards_dealt")
    sealed = rows[dealt].sealed
    assert sealed is not None
    other = [*rows[:dealt], replace(rows[dealt], sealed=sealed.replace(b"H", b"S")), *rows[dealt + 1 :]]
    game = judged(MAPPER.to_domain_event, other)
    assert (game.findings[0].kind, game.findings[0].step, game.unread) == ("unreadable", dealt + 1, len(rows) - dealt)
