"""A page of a statement as JSON."""

from api.http.answers import Members, money
from ledger.statements import Statement, StatementLine, Total, Wording
from ledger.statements.words import GROUP_OF


def page(told: Statement, wording: Wording, unit: str, scale: int, following: str | None) -> Members:
    """The page in the words of one language. following: the cursor of the next one."""
    wanted = told.wanted

    def amount(chips: int) -> Members:
        return money(chips, unit, scale)

    def line(one: StatementLine) -> Members:
        return {
            "position": one.position,
            "line": one.line,
            "recorded_at": one.recorded_at,
            "effective_at": one.effective_at,
            "kind": one.kind,
            "group": GROUP_OF.get(one.kind, "other"),
            "words": wording.kind(one.kind),
            "amount": amount(one.amount),
            "balance": amount(one.balance),
            "account": one.account,
            "counter_account": one.counter_account,
            "stream": one.stream,
            "step": one.step,
            "game": one.game,
            "table": one.table,
            "table_name": one.table_name,
            "game_number": one.game_number,
            "reference": one.detail.reference,
            "reason": one.detail.reason,
            "corrects": one.detail.corrects,
            "dispute": one.detail.dispute,
            "ruling": one.detail.ruling,
            "about": wording.about(one),
            "link": link(one),
        }

    def total(one: Total) -> Members:
        figures = {"received": amount(one.received), "paid": amount(one.paid), "amount": amount(one.amount)}
        return {"group": one.group, "words": wording.group(one.group), "lines": one.lines, **figures}

    return {
        "player": wanted.player,
        "from": wanted.start,
        "to": wanted.end,
        "tz": told.tz,
        "basis": wanted.basis,
        "scope": wanted.scope,
        "position": wanted.position,
        "opening": amount(told.opening),
        "totals": None if told.totals is None else [total(one) for one in told.totals],
        "brought_forward": amount(told.brought_forward),
        "lines": [line(one) for one in told.lines],
        "carried_forward": amount(told.carried_forward),
        "closing": amount(told.closing),
        "next": following,
    }


def link(line: StatementLine) -> str | None:
    """Where the step of the game, or the dispute, can be seen; None for what is of neither."""
    if line.detail.dispute is not None:
        return f"/v1/disputes/{line.detail.dispute}"
    stream, _, game = line.stream.partition("-")
    return f"/v1/games/{game}/replay?step={line.step}" if stream == "game" else None
