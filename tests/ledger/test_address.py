"""Connection strings: what each gets that does not say otherwise, and that what it says stands."""

import pytest
from psycopg.conninfo import conninfo_to_dict

from ledger.database.address import DEFAULTS, careful, with_settings

USUAL = {"connect_timeout": "3", "tcp_user_timeout": "10000", "target_session_attrs": "read-write"}


@pytest.fixture(autouse=True)
def _nothing_said(monkeypatch: pytest.MonkeyPatch) -> None:
    for _, variable in DEFAULTS.values():
        if variable:
            monkeypatch.delenv(variable, raising=False)


@pytest.mark.parametrize(
    "url", ["postgresql://u:p@one:5433,two:5434/club?sslmode=require", "host=one,two port=1,2 dbname=club", ""]
)
def test_a_server_that_does_not_answer_or_takes_no_writes_is_soon_given_up(url: str) -> None:
    assert conninfo_to_dict(careful(url)) == {**conninfo_to_dict(url), **USUAL}
    assert conninfo_to_dict(careful(careful(url))) == conninfo_to_dict(careful(url))


@pytest.mark.parametrize(("name", "value"), [("connect_timeout", "0"), ("tcp_user_timeout", "0"), ("target_session_attrs", "any")])
def test_what_the_address_says_itself_stands(name: str, value: str) -> None:
    said = conninfo_to_dict(careful(f"postgresql://one/club?{name}={value}"))
    assert said == {"host": "one", "dbname": "club", **USUAL, name: value}


@pytest.mark.parametrize("name", ["connect_timeout", "target_session_attrs"])
@pytest.mark.parametrize("said", [True, False])
def test_what_the_environment_says_stands_where_the_address_says_nothing(
    name: str, said: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(DEFAULTS[name][1], "any value")
    found = conninfo_to_dict(careful(f"postgresql://one/club?{name}=7" if said else "postgresql://one/club"))
    assert found.get(name) == ("7" if said else None)


def test_a_file_of_settings_is_not_overridden() -> None:
    assert careful("service=club") == "service=club"


def test_a_connection_string_of_words_stays_one() -> None:
    assert with_settings("host=/tmp dbname=a user=b", user="c") == "user=c dbname=a host=/tmp"
    assert with_settings("postgresql://b:x%40y@h:1,g:2/a?sslmode=require", user="c") == (
        "postgresql:///a?user=c&password=x%40y&host=h%2Cg&port=1%2C2&sslmode=require"
    )
