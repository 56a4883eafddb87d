"""Settings: read once from a mapping, and refused in sentences."""

import os
import re
from pathlib import Path

import pytest

from ledger.settings import NAMES, Settings, SetupFault, Smtp, default_data


def test_nothing_given_means_a_club_of_chips_on_loopback_with_its_own_database() -> None:
    settings = Settings.read({"HOME": "/home/ann"})
    assert settings == Settings(None, default_data({"HOME": "/home/ann"}), "club", "127.0.0.1", 8765, "chip", 0)


def test_everything_can_be_said() -> None:
    given = {
        "DATABASE_URL": "postgresql://db/club",
        "CARDLEDGER_DATA": "/srv/cards",
        "CARDLEDGER_SCHEMA": "north",
        "CARDLEDGER_HOST": "::1",
        "CARDLEDGER_PORT": "80",
        "CARDLEDGER_UNIT": "euro",
        "CARDLEDGER_SCALE": "2",
        "CARDLEDGER_RATE": "7",
        "CARDLEDGER_WEBHOOK_HOSTS": "books.lan:8080, 10.0.0.7",
        "CARDLEDGER_SMTP_HOST": "mail.example.org",
        "CARDLEDGER_SMTP_USER": "club",
        "CARDLEDGER_SMTP_PASSWORD": "secret",
        "CARDLEDGER_SMTP_FROM": "club@example.org",
    }
    hosts, smtp = (
        frozenset({"books.lan:8080", "10.0.0.7"}),
        Smtp("mail.example.org", 587, "starttls", "club", "secret", "club@example.org"),
    )
    assert Settings.read(given) == Settings(
        "postgresql://db/club", Path("/srv/cards"), "north", "::1", 80, "euro", 2, 7, hosts, smtp
    )
    assert "secret" not in repr(Settings.read(given))


def test_an_empty_value_counts_as_not_given() -> None:
    assert Settings.read({"CARDLEDGER_PORT": " ", "DATABASE_URL": ""}) == Settings.read({})


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("DATABASE_URL", "mysql://db"),
        ("CARDLEDGER_DATA", "relative/path"),
        ("CARDLEDGER_SCHEMA", "Club"),
        ("CARDLEDGER_SCHEMA", "club; drop"),
        ("CARDLEDGER_HOST", "somewhere"),
        ("CARDLEDGER_PORT", "0"),
        ("CARDLEDGER_PORT", "65536"),
        ("CARDLEDGER_PORT", "٨"),
        ("CARDLEDGER_UNIT", "€"),
        ("CARDLEDGER_SCALE", "-1"),
        ("CARDLEDGER_SCALE", "19"),
    ],
)
def test_a_senseless_value_is_refused_by_its_name(name: str, text: str) -> None:
    with pytest.raises(SetupFault, match=f"^{name} must"):
        Settings.read({name: text})


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"WEBHOOK_HOSTS": "http://books.lan"}, "CARDLEDGER_WEBHOOK_HOSTS takes hosts"),
        ({"SMTP_FROM": "club@example.org"}, "CARDLEDGER_SMTP_FROM needs CARDLEDGER_SMTP_HOST."),
        ({"SMTP_HOST": "mail.example.org"}, "CARDLEDGER_SMTP_FROM must be an address"),
        ({"SMTP_HOST": "smtp://mail", "SMTP_FROM": "a@b.org"}, "CARDLEDGER_SMTP_HOST must be the name"),
        ({"SMTP_HOST": "mail", "SMTP_FROM": "a@b.org", "SMTP_SECURITY": "ssl"}, "CARDLEDGER_SMTP_SECURITY must be one of"),
        ({"SMTP_HOST": "mail", "SMTP_FROM": "a@b.org", "SMTP_USER": "club"}, "are set together or not at all"),
        (
            {"SMTP_HOST": "mail", "SMTP_FROM": "a@b.org", "SMTP_SECURITY": "none", "SMTP_USER": "club", "SMTP_PASSWORD": "hush"},
            "would be sent in clear",
        ),
        ({"SMTP_PASWORD": "hush"}, "CARDLEDGER_SMTP_PASSWORD was meant?"),
    ],
)
def test_notices_are_set_up_whole_and_safe_or_not_at_all(given: dict[str, str], says: str) -> None:
    with pytest.raises(SetupFault) as caught:
        Settings.read({f"CARDLEDGER_{name}": text for name, text in given.items()})
    assert says in str(caught.value)
    assert "hush" not in str(caught.value)


def test_all_faults_are_told_at_once() -> None:
    with pytest.raises(SetupFault) as caught:
        Settings.read({"CARDLEDGER_PORT": "x", "CARDLEDGER_SCALE": "y"})
    assert [line.split()[0] for line in str(caught.value).splitlines()] == ["CARDLEDGER_PORT", "CARDLEDGER_SCALE"]


@pytest.mark.parametrize("place", ["an:se%cret@db/x", "an:se cret@db/x", "an:secret@db/x?bogus=1", "an:secret@[db/x"])
def test_an_address_that_can_not_be_read_is_told_in_one_sentence_without_its_password(place: str) -> None:
    with pytest.raises(SetupFault, match=r"^DATABASE_URL must be an address such as [^\n]+\.$") as caught:
        Settings.read({"DATABASE_URL": f"postgresql://{place}"})
    assert "cret" not in str(caught.value)
    assert caught.value.__cause__ is None


def test_a_misspelt_setting_is_told_with_the_one_that_was_meant() -> None:
    with pytest.raises(SetupFault, match=r"^There is no setting CARDLEDGER_PROT; CARDLEDGER_PORT was meant\?$"):
        Settings.read({"CARDLEDGER_PROT": "1"})
    with pytest.raises(SetupFault, match="CARDLEDGER_ZZZZZZZZZ"):
        Settings.read({"CARDLEDGER_ZZZZZZZZZ": "1"})


def test_every_setting_stands_in_the_reference() -> None:
    told = (Path(__file__).parents[2] / "docs/reference/settings.md").read_text("utf-8")
    assert set(re.findall(r"CARDLEDGER_[A-Z_]+", told)) == set(NAMES) - {"CARDLEDGER_KEPT_SEEDS"}


def test_a_password_in_a_refused_address_is_not_shown() -> None:
    with pytest.raises(SetupFault) as caught:
        Settings.read({"DATABASE_URL": "mysql://ann:secret@db"})
    assert "secret" not in str(caught.value)


if os.geteuid() == 0:

    def test_root_keeps_data_outside_of_its_closed_home() -> None:
        assert default_data({"HOME": "/root", "XDG_DATA_HOME": "/root/share"}) == Path("/var/lib/cardledger")

else:

    def test_an_ordinary_user_keeps_data_in_his_home() -> None:
        assert default_data({"HOME": "/home/ann"}) == Path("/home/ann/.local/share/cardledger")
        assert default_data({"HOME": "/home/ann", "XDG_DATA_HOME": "/data"}) == Path("/data/cardledger")
