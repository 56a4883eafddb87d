"""Replays over HTTP: three languages, rules with their pages, chips, where to go from a step, and the transcript."""

from __future__ import annotations

from itertools import islice, pairwise
from typing import Any

import pytest

from tests.api.service import PlayedTable, Service
from tests.api.sight_lines import cards_in


@pytest.fixture(scope="module")
def played(service: Service) -> PlayedTable:
    """A game that is over."""
    table = service.table(3)
    table.start()
    table.play()
    return table


def path(table: PlayedTable, query: str = "") -> str:
    return f"/v1/games/{table.game}/replay{query}"


def headlines(service: Service, table: PlayedTable) -> list[Any]:
    """Those of all steps, of however long a game, page by page."""
    lines: list[Any] = []
    page: dict[str, Any] = {"next": 0}
    while page["next"] is not None:
        page = service.auditor.read(path(table, f"?after={page['next']}"))
        lines += page["headlines"]
    return lines


def step_of(service: Service, table: PlayedTable, topic: str, lang: str = "en") -> Any:
    """The first step of this kind, as the auditor reads it."""
    lines = service.auditor.read(path(table, f"?lang={lang}"))["headlines"]
    number = next(line["step"] for line in lines if line["type"] == topic)
    return service.auditor.read(path(table, f"?step={number}&lang={lang}"))


@pytest.mark.parametrize(
    ("lang", "words", "title", "choice", "kind"),
    [
        ("en", "post 5 each", "Everybody posts the ante before a game, or sits it out", "shuffle", "Ante"),
        ("ru", "коновые по 5", "Перед коном все ставят коновые или кон пропускают", "тасовать", "Коновые"),
        ("de", "Grundeinsatz, je 5", "Vor einer Partie zahlt jeder den Grundeinsatz oder setzt aus", "mischen", "Grundeinsatz"),
    ],
)
def test_a_step_is_told_in_a_language_with_its_rule_its_chips_and_the_choices(
    service: Service, played: PlayedTable, lang: str, words: str, title: str, choice: str, kind: str
) -> None:
    told = step_of(service, played, "azi.antes_posted", lang)
    assert words in told["words"]
    (rule,) = told["rules"]
    assert rule == {"id": "AZI-ANTE-1", "title": title, "href": f"/rules/azi?lang={lang}#AZI-ANTE-1"}
    assert 'id="AZI-ANTE-1"' in service.http.get(rule["href"]).text
    assert told["state"]["choices"] == [choice]
    assert sum(int(line["amount"]["amount"]) for line in told["money"]) == 0
    assert {line["words"] for line in told["money"]} == {kind}
    assert sorted(line["amount"]["amount"] for line in told["money"] if line["seat"]) == ["-5"] * 3
    assert told["state"]["violations"] == []


def test_the_language_is_the_one_asked_for_or_accepted(service: Service, played: PlayedTable) -> None:
    answer = service.auditor.get(path(played, "?step=1"), Accept_Language="fr, de-AT;q=0.8")
    assert answer.headers["Content-Language"] == "de"
    assert answer.json()["words"].startswith("Partie 1 beginnt")
    assert service.auditor.get(path(played, "?step=1&lang=ru"), Accept_Language="de").json()["lang"] == "ru"
    assert service.auditor.get(path(played, "?lang=fr")).status_code == 422
    assert service.auditor.get(path(played, "?format=pdf")).status_code == 406


def test_a_replay_goes_on_back_and_from_trick_to_trick(service: Service, played: PlayedTable) -> None:
    lines = headlines(service, played)
    tricks = [line["step"] for line in lines if line["type"] == "azi.trick_taken"]
    first = service.auditor.read(path(played, "?to=first"))
    assert (first["step"], first["moves"]["previous"], first["moves"]["next"], first["moves"]["last"]) == (1, None, 2, len(lines))
    gone, told = [], first
    while (following := told["moves"]["next_trick"]) is not None:
        told = service.auditor.read(path(played, f"?step={told['step']}&to=next_trick"))
        assert told["step"] == following
        gone.append(following)
    assert gone == tricks
    assert service.auditor.read(path(played, "?to=previous"))["step"] == len(lines)
    deals = [line["step"] for line in lines if line["type"] == "azi.cards_dealt"]  # several, where a deal was azi
    for step, following in pairwise([1, *deals]):
        assert service.auditor.read(path(played, f"?step={step}&to=next_deal"))["step"] == following
    assert service.auditor.read(path(played, f"?step={deals[0] + 1}&to=previous_deal"))["step"] == deals[0]
    assert service.auditor.get(path(played, f"?step={deals[-1]}&to=next_deal")).status_code == 404
    assert service.auditor.get(path(played, "?to=next_penalty")).status_code == 404
    assert service.auditor.get(path(played, "?to=somewhere")).status_code == 422


def test_staff_reads_names_in_a_transcript_and_a_player_only_his_own(service: Service, played: PlayedTable) -> None:
    answer = service.auditor.get(path(played), Accept="text/plain")
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert answer.headers["Cache-Control"] == "private, no-store"
    names = [service.auditor.read(f"/v1/players/{player}")["name"] for player in played.seats.values()]
    assert all(name in answer.text for name in names)
    own = played.of(1).get(path(played, "?format=text")).text
    assert names[0] in own.splitlines()[1]
    assert played.seats[2] in own.splitlines()[2]


@pytest.mark.parametrize("lang", ["en", "ru", "de"])
def test_a_transcript_of_a_running_game_names_no_card_that_the_steps_do_not_show(service: Service, lang: str) -> None:
    table = service.table(3)
    table.start()
    for _ in islice(table.steps(), 8):
        pass
    last = table.now()
    assert not last.over
    for seat in table.seats:
        reader = table.of(seat)
        shown = {
            card
            for step in range(1, len(service.ledger.history(f"game-{table.game}")) + 1)
            for card in cards_in(reader.get(path(table, f"?step={step}")).text)
        }
        text = reader.get(path(table, f"?format=text&lang={lang}")).text
        assert set(cards_in(text)) <= shown
        others = {card for other, hand in last.hands.items() if other != seat for card in hand}
        after_the_lot = "\n".join(line for line in text.splitlines() if "(AZI-DEAL-1)" not in line)
        assert not others & set(cards_in(after_the_lot))
