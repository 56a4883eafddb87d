"""The page of audits, as HTML: the form that asks for one, and the report. Everything that comes from the record is escaped."""

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any
from urllib.parse import urlencode

from api.problems import rule_page
from api.schemas.audits import STANDING
from api.web.audit_words import AUDIT_WORDS, AuditWords
from api.web.forms import hidden
from api.web.languages import ENGLISH, Language
from api.web.rules import title_of
from ledger.audits.findings import AUDITS, FAULT, MONEY, OF_GAMES

TABLES_LISTED_MAX = 100  # more than these nobody looks through: then the field takes an id
SIGNS = {FAULT: "✗"}  # beside the word, so that nobody needs to tell colours apart
OTHER_SIGN, GOOD_SIGN = "◇", "✓"


def form(language: Language, given: Mapping[str, Any], tables: Sequence[tuple[str, str]], *, of_own_tables: bool) -> str:
    """The form. given: what was asked last; its game is not filled in again: beside it a table chosen next would say nothing.

    tables: id and name of those that may be chosen; too many are not listed. of_own_tables: for a steward, who audits no money and
    not every table.
    """
    words = AUDIT_WORDS[language.tag]
    offered = (STANDING, *(OF_GAMES if of_own_tables else AUDITS))
    chosen = given["audit"] if given["audit"] in offered else offered[0]
    choices = ""
    for audit in offered:
        name, about = words.audits[audit]
        choices += (
            f'<label class="choice"><input type="radio" name="audit" value="{audit}"{" checked" if audit == chosen else ""}>'
            f"<span><b>{escape(name)}</b> {escape(about)}</span></label>\n"
        )
    every = words.own_table if of_own_tables else words.every_table
    return (
        f'<form class="fields" method="get" action="/audits">{hidden({"lang": language.tag})}\n'
        f"<fieldset><legend>{escape(words.which)}</legend>\n{choices}</fieldset>\n"
        f'<label for="table">{escape(words.table)}</label>\n{_tables(words, every, given["table"], tables)}'
        f'<label for="game">{escape(words.game)}</label>\n'
        '<input id="game" name="game" maxlength="50" autocapitalize="none" spellcheck="false" autocomplete="off"'
        ' aria-describedby="game-hint">\n'
        f'<p class="hint" id="game-hint">{escape(words.game_hint)}</p>\n'
        f'<button type="submit">{escape(words.run)}</button>\n</form>\n'
    )


def _tables(words: AuditWords, every: str, asked: str | None, tables: Sequence[tuple[str, str]]) -> str:
    """The choice of a table; where there are too many to be listed, a field for its id."""
    if len(tables) > TABLES_LISTED_MAX:
        return (
            f'<input id="table" name="table" value="{escape(asked or "")}" maxlength="40" autocapitalize="none" spellcheck="false"'
            f' autocomplete="off" aria-describedby="table-hint">\n<p class="hint" id="table-hint">{escape(words.table_hint)}</p>\n'
        )
    options = f'<option value="">{escape(every)}</option>\n'
    for table, name in tables:
        here = " selected" if table == asked else ""
        options += f'<option value="{escape(table)}"{here}>{escape(name)} ({escape(table)})</option>\n'
    return f'<select id="table" name="table">\n{options}</select>\n'


def report(language: Language, told: Mapping[str, Any], given: Mapping[str, Any], kept: Mapping[str, str]) -> str:
    """A report. told: as the interface gives it (AuditSchema). given: what was asked. kept: the query, for more of the same."""
    words = AUDIT_WORDS[language.tag]
    name, about = words.audits[told["audit"]]
    findings = _findings(language, words, told["findings"], name) if told["findings"] else ""
    links, following = "", words.older if told["audit"] == STANDING else words.following
    if told["findings"] and told["audit"] != STANDING:
        links += f'<p><a href="{_address(kept, format="csv")}" download>{escape(words.csv)}</a></p>\n'
    if told["next"] is not None:
        links += f'<p><a rel="next" href="{_address(kept, cursor=told["next"])}">{escape(following)} →</a></p>\n'
    subject = given["game"] or given["table"]
    of = f" <code>{escape(subject)}</code>" if subject and told["audit"] != MONEY else ""
    more = f"<p>{escape(words.more)}</p>\n" if told["more"] else ""
    return (
        f"{_headline(words, told)}<p><b>{escape(name)}</b>{of}. {escape(about)}</p>\n{_looked(words, told)}{findings}{more}{links}"
        f"<h2>{escape(words.again)}</h2>\n"
    )


def _headline(words: AuditWords, told: Mapping[str, Any]) -> str:
    """In a word, whether all is as it should be."""
    if not told["ok"]:
        kind, sign, says = "fault", SIGNS[FAULT], words.faulty
    else:
        kind, sign, says = "good", GOOD_SIGN, words.notes_only if told["notes"] else words.in_order
    text = says.format(faults=told["faults"], notes=told["notes"])
    return f'<p class="verdict {kind}" role="status"><span aria-hidden="true">{sign}</span> {escape(text)}</p>\n'


def _looked(words: AuditWords, told: Mapping[str, Any]) -> str:
    """What has been looked at. The money has one line: it is audited whole."""
    lines = [(words.head, told["position"])]
    whole = told["audit"] == MONEY
    if not whole:
        counted = (words.games, "games"), (words.running, "running"), (words.events, "events"), (words.unread, "unread")
        lines = [(name, told[member]) for name, member in counted if member in told] + lines
    items = "".join(f"<div><dt>{escape(name)}</dt><dd>{number}</dd></div>\n" for name, number in lines)
    all_of_it = f"<p>{escape(words.whole)}</p>\n" if whole else ""
    return f'<h2>{escape(words.looked)}</h2>\n{all_of_it}<dl class="facts">\n{items}</dl>\n'


def _findings(language: Language, words: AuditWords, findings: Sequence[Mapping[str, Any]], audit: str) -> str:
    """The findings as a table; where there is no room for one, each is a box, whose lines name their columns themselves.

    The roles are said again, since browsers forget them when a table is laid out as boxes.
    """
    heads = "".join(f'<th scope="col" role="columnheader">{escape(column)}</th>' for column in words.columns)
    rows = "".join(_finding(language, words, one) for one in findings)
    return (
        f"<h2>{escape(words.findings)}</h2>\n"
        f'<table class="findings" role="table">\n<caption>{escape(words.findings)}: {escape(audit)}</caption>\n'
        f'<thead role="rowgroup"><tr role="row">{heads}</tr></thead>\n<tbody role="rowgroup">\n{rows}</tbody>\n</table>\n'
    )


def _finding(language: Language, words: AuditWords, one: Mapping[str, Any]) -> str:
    """One finding as a row."""
    sign, severity = SIGNS.get(one["severity"], OTHER_SIGN), escape(words.severities[one["severity"]])
    english = "" if language is ENGLISH else f' lang="{ENGLISH.tag}"'
    says = escape(words.withheld) if one["withheld"] else f"<span{english}>{escape(one['says'])}</span>"
    cells = (
        _rule(language, one["rule"]),
        _place(language, words, one),
        *(f"<span{english}>{escape(one[name])}</span>" if one[name] is not None else "" for name in ("expected", "found")),
        f"<em>{says}</em>" if one["withheld"] else says,
    )
    texts = "".join(
        f'<td role="cell" data-column="{escape(column)}">{cell}</td>' if cell else '<td role="cell" class="empty"></td>'
        for column, cell in zip(words.columns[1:], cells, strict=True)
    )
    return (
        f'<tr role="row" class="{escape(one["severity"])}"><th scope="row" role="rowheader">'
        f'<span aria-hidden="true">{sign}</span> {severity}</th>{texts}</tr>\n'
    )


def _rule(language: Language, rule: str | None) -> str:
    """A link to the rule, and its title."""
    if rule is None:
        return ""
    path, mark, anchor = rule_page(rule).partition("#")
    title = title_of(rule, language.tag)
    link = f'<a class="cited" href="{path}?lang={language.tag}{mark}{escape(anchor)}">{escape(rule)}</a>'
    return f"{link} {escape(title)}" if title else link


def _place(language: Language, words: AuditWords, one: Mapping[str, Any]) -> str:
    """Game and step; for what is of no game, the position among all events and the account."""
    parts = []
    if one["game"] is not None:
        query = {"audit": one["audit"], "game": one["game"], "lang": language.tag}
        alone = one["audit"] in OF_GAMES
        text = f"<code>{escape(one['game'])}</code>"
        parts.append(f'<a href="{_address(query)}">{text}</a>' if alone else text)
    if one["step"] is not None:
        parts.append(f"{escape(words.step)} {one['step']}")
    elif one["position"] is not None:
        parts.append(f"{escape(words.position)} {one['position']}")
    if one["account"] is not None:
        parts.append(f"{escape(words.account)} <code>{escape(one['account'])}</code>")
    return ", ".join(parts)


def _address(kept: Mapping[str, str], **more: str) -> str:
    """The address of this page with this query, as an attribute holds it."""
    return escape(f"/audits?{urlencode({**kept, **more})}")
