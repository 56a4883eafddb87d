"""Mail: to who wants it, once he has confirmed his address, what he has not read, in his language, without amounts of others."""

from __future__ import annotations

from collections.abc import Iterator
from email.message import EmailMessage

import pytest

from engine.azi import commands as azi
from ledger.notices import addresses, inbox, mail
from ledger.notices.addresses import UnfitMail
from ledger.notices.deliverer import Deliverer
from ledger.notices.mail import Letter
from ledger.notices.posting import Outcome
from ledger.orders.app import Ledger
from ledger.people import keys, people
from ledger.running.runner import Runner
from ledger.settings import Smtp
from ledger.store.errors import NotFound
from tests.ledger.club import STEWARD, Clock, himself, order
from tests.ledger.court import RENEGE, Court
from tests.ledger.notices.mailbox import Mailbox, mailbox, signs_in
from tests.ledger.notices.receiver import QUICK, until
from tests.ledger.plays import BIDS, DEALT

LETTER = Letter("msg_1", "en", "1 notice for you", "Something happened\n")


@pytest.fixture
def box() -> Iterator[Mailbox]:
    with mailbox() as made:
        yield made


@pytest.fixture
def court(ledger: Ledger) -> Court:
    made = Court(ledger, *DEALT, *BIDS, azi.Play(3, "AD"), RENEGE, clock=Clock(), enforcement="record")
    ledger.recorder.rows("update people set name = 'Boris' where player = %s returning player", made.players[1])
    return made


def mailing(ledger: Ledger, box: Mailbox, gather_s: float = 0.0) -> Deliverer:
    return Deliverer(ledger, smtp=box.smtp, backoff_s=QUICK, poll_s=0.05, gather_s=gather_s)


def wants(ledger: Ledger, subject: str, address: str = "anna@example.org", language: str = "en") -> None:
    ledger.execute(order(himself(subject)), lambda _: None, beside=addresses.setting(subject, address, language))


def confirmed(ledger: Ledger, box: Mailbox, subject: str, address: str = "anna@example.org", language: str = "en") -> None:
    """He wants mail, and has sent back the code."""
    wants(ledger, subject, address, language)
    until(lambda: box.code(address) != "")
    addresses.confirm(ledger, subject, box.code(address))


def text(mail: EmailMessage) -> str:
    return str(mail.get_content())


def test_who_has_confirmed_his_address_is_mailed_what_happens_from_then_on(court: Court, box: Mailbox) -> None:
    ledger, anna = court.ledger, court.players[0]
    court.open(by=himself(court.players[2]))
    with Runner(ledger), mailing(ledger, box):
        confirmed(ledger, box, anna)
        court.open("renege", by=himself(court.players[1]))
        _, mail = box.awaits(2)
    assert (mail["From"], mail["To"], mail["Subject"]) == ("club@example.org", "anna@example.org", "1 notice for you")
    assert (mail["Auto-Submitted"], mail["Content-Language"]) == ("auto-generated", "en")
    assert mail["Message-ID"].endswith("@example.org>")
    assert "Boris disputes game 1 at Green table: a renege." in text(mail)
    assert len(box.mails) == 2


def test_without_the_code_nothing_is_mailed_but_the_code(court: Court, box: Mailbox) -> None:
    ledger, anna = court.ledger, court.players[0]
    with Runner(ledger), mailing(ledger, box):
        wants(ledger, anna)
        (mail,) = box.awaits(1)
        for _ in range(addresses.CODE_TRIES):
            with pytest.raises(UnfitMail):
                addresses.confirm(ledger, anna, "no code")
        with pytest.raises(NotFound):
            addresses.confirm(ledger, anna, box.code("anna@example.org"))
        court.open(by=himself(court.players[1]))
        confirmed(ledger, box, court.players[3], "dora@example.org")
        court.open(by=himself(court.players[2]))
        until(lambda: len(box.mails) == 3)
    assert mail["Subject"] == "Confirm your address"
    assert [one["To"] for one in box.mails] == ["anna@example.org", "dora@example.org", "dora@example.org"]


def test_several_notices_are_one_mail_and_what_was_read_is_not_mailed(court: Court, box: Mailbox) -> None:
    ledger, anna = court.ledger, court.players[0]
    with Runner(ledger), mailing(ledger, box):
        confirmed(ledger, box, anna)
    for player in court.players[1:]:
        court.open(by=himself(player))
    with Runner(ledger), mailing(ledger, box, gather_s=0.5):
        until(lambda: len(ledger.recorder.rows("select from outbox")) == 3)
        (*_, first) = inbox.notices(ledger, himself(anna), "en")
        write = inbox.reading(ledger, himself(anna), [first.position], None)
        ledger.execute(order(himself(anna)), lambda _: None, beside=write)
        mail = box.awaits(2)[1]
    assert mail["Subject"] == "2 notices for you"
    assert text(mail).count("disputes game 1") == 2


def test_in_the_readers_language_and_without_amounts(court: Court, box: Mailbox) -> None:
    ledger, anna = court.ledger, court.players[0]
    with Runner(ledger), mailing(ledger, box):
        confirmed(ledger, box, anna, language="de")
        court.club.act(court.game, azi.Penalise(1, 1, "7H"), azi.VoidGame("Schluss"))
        until(lambda: "ungültig" in "".join(map(text, box.mails)))
    told = "".join(map(text, box.mails[1:]))
    assert "Tisch Green table, Partie 1: eine Strafe für dich." in told
    assert "Tisch Green table, Partie 1: Die Partie ist ungültig." in told
    assert "260" not in told
    assert box.mails[0]["Subject"] == "Bestätige deine Adresse"


def test_a_mail_that_could_not_be_sent_is_sent_again_under_its_id(court: Court, box: Mailbox) -> None:
    ledger, anna = court.ledger, court.players[0]
    with Runner(ledger), mailing(ledger, box):
        confirmed(ledger, box, anna)
        box.data = "451 Try again"
        court.open(by=himself(court.players[1]))
        until(lambda: (addresses.found(ledger, anna) or 0).error == "the mail server answered 451")  # type: ignore[union-attr]
        box.data = "250 OK"
        box.awaits(2)
    assert addresses.found(ledger, anna).error is None  # type: ignore[union-attr]


def test_an_address_that_is_refused_for_good_gets_no_more(court: Court, box: Mailbox) -> None:
    ledger, anna = court.ledger, court.players[0]
    with Runner(ledger), mailing(ledger, box):
        confirmed(ledger, box, anna)
        box.recipient = "550 Nobody here"
        court.open(by=himself(court.players[1]))
        until(lambda: addresses.found(ledger, anna).state == "ended")  # type: ignore[union-attr]
        kept = addresses.found(ledger, anna)
    assert kept is not None
    assert kept.why == "refused"


def test_whoever_erases_the_name_erases_the_address_and_what_waits(court: Court, box: Mailbox) -> None:
    ledger, anna = court.ledger, court.players[0]
    with Runner(ledger), mailing(ledger, box):
        confirmed(ledger, box, anna)
    court.open(by=himself(court.players[1]))
    people.erase(ledger, anna)
    assert addresses.found(ledger, anna) is None
    assert ledger.recorder.rows("select from receivers") == []
    kept = ledger.recorder.rows("select count(*) from answers where position('anna@' in convert_from(body, 'utf8')) > 0")
    assert kept == [(0,)]


def test_a_steward_whose_keys_are_revoked_is_mailed_nothing(court: Court, box: Mailbox) -> None:
    ledger = court.ledger
    key = keys.issue(ledger, "steward", STEWARD.subject, "Stella")[0]
    with Runner(ledger), mailing(ledger, box):
        confirmed(ledger, box, STEWARD.subject, "stella@example.org")
        court.open(by=himself(court.players[1]))
        box.awaits(2)
        keys.revoke(ledger, key)
        court.open(by=himself(court.players[2]))
        confirmed(ledger, box, court.players[0])
        court.open(by=himself(court.players[3]))
        until(lambda: len(box.mails) == 4)
        until(lambda: ledger.recorder.rows("select from outbox") == [])
    assert [one["To"] for one in box.mails].count("stella@example.org") == 2


def test_an_address_is_forgotten_on_wish_and_codes_are_not_sent_all_the_time(court: Court) -> None:
    ledger, anna = court.ledger, court.players[0]
    wants(ledger, anna)
    with pytest.raises(UnfitMail, match="not long ago"):
        wants(ledger, anna, "other@example.org")
    addresses.remove(ledger, anna)
    assert addresses.found(ledger, anna) is None
    assert ledger.recorder.rows("select address, code from receivers") == [("", None)]
    with pytest.raises(UnfitMail, match="not long ago"):
        wants(ledger, anna)
    with pytest.raises(NotFound):
        addresses.remove(ledger, anna)
    ledger.recorder.rows("update receivers set code_until = code_until - interval '10 minutes' returning id")
    wants(ledger, anna, "other@example.org")
    kept = addresses.found(ledger, anna)
    assert kept is not None
    assert (kept.address, kept.confirmed) == ("other@example.org", False)


@pytest.mark.parametrize(
    "address",
    [
        *("", "anna", "anna@", "@example.org", "anna@example", "anna@exa mple.org", "anna@example.org\nBcc: all@example.org"),
        *("a@b@example.org", "änna@example.org", "anna@-example.org", "anna@example.org,b@example.org", "x" * 65 + "@example.org"),
        "a@" + "b" * 250 + ".org",
    ],
)  # fmt: skip
def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(UnfitMail):
        addresses.setting("anna", address, "en")


def sent(smtp: Smtp) -> Outcome:
    return mail.send(smtp, "anna@example.org", LETTER, seconds=3)


def test_a_server_that_is_away_or_speaks_otherwise_is_told_apart(box: Mailbox) -> None:
    port = box.smtp.port
    assert sent(Smtp("127.0.0.1", 1, "none", None, None, "club@example.org")).wrong == "no connection to the mail server"
    assert sent(Smtp("127.0.0.1", port, "starttls", None, None, "club@example.org")).wrong == (
        "the mail server offers no STARTTLS, or no way to sign in"
    )
    assert sent(Smtp("127.0.0.1", port, "tls", None, None, "club@example.org")).wrong == "no TLS with the mail server"
    assert sent(box.smtp).ok


def test_the_club_signs_in_where_it_has_a_password() -> None:
    with mailbox(authenticator=signs_in, auth_require_tls=False) as box:
        port = box.smtp.port
        assert sent(Smtp("127.0.0.1", port, "none", "club", "secret", "club@example.org")).ok
        refused = sent(Smtp("127.0.0.1", port, "none", "club", "wrong", "club@example.org"))
        assert (refused.ok, refused.gone, refused.wrong) == (False, False, "the mail server answered 535")
        assert "secret" not in repr(Smtp("127.0.0.1", port, "none", "club", "secret", "club@example.org"))
