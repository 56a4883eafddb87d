"""The parts that read requests and keep limits, each by itself."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.http import strict_json
from api.http.cursors import Content, content_of, number_of, place, signed, word_of
from api.http.limits import Buckets, Seats
from api.http.problems import Problem, refusal
from engine.azi.rulebook import AZI_BID_3, AZI_PLAY_2
from engine.rules import RuleBroken


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (b"\xff", "UTF-8"),
        (b'{"a": 1, "a": 1}', "twice"),
        (b'{"x": {"a": 1, "a": 2}}', "twice"),
        (b"[NaN]", "NaN"),
        (b"[-Infinity]", "Infinity"),
        (b'["\\udc00"]', "surrogate"),
        (b'{"\\u0000": 1}', "NUL"),
        (b"[" * 17 + b"]" * 17, "deeper"),
        (b"[" * 100_000, "deeper"),
        (b"1" * 41, "digits"),
        (b"1e400", "great"),
        (b"1." + b"1" * 100, "digits"),
        (b"{'a': 1}", "not JSON"),
        (b"[1,]", "not JSON"),
        (b"\xef\xbb\xbf1", "not JSON"),
        (b"1 2", "not JSON"),
    ],
)
def test_what_is_not_strictly_json_is_refused_with_the_reason(text: bytes, why: str) -> None:
    with pytest.raises(strict_json.NotJson, match=why):
        strict_json.loads(text)


def test_brackets_within_text_are_no_nesting() -> None:
    assert strict_json.loads(b'["' + b"[{" * 50 + b'\\"' + b"[" * 50 + b'"]') == ["[{" * 50 + '"' + "[" * 50]


def test_a_pair_of_surrogates_is_a_character() -> None:
    assert strict_json.loads(b'"\\ud83d\\ude00"') == "😀"


@given(st.binary(max_size=200))
def test_no_bytes_at_all_make_the_reader_fail_otherwise(text: bytes) -> None:
    with suppress(strict_json.NotJson):
        strict_json.loads(text)


class Kept(Content, frozen=True):
    """What a cursor of some list holds."""

    number: int
    word: str | None


class Other(Kept, frozen=True):
    """That of another list holds more."""

    more: tuple[int, ...]


@given(st.integers(-(2**62), 2**62), st.text(max_size=20) | st.none(), st.lists(st.integers(0, 9), max_size=3).map(tuple))
def test_a_signed_cursor_gives_back_what_was_put_in_and_nothing_else_does(
    number: int, word: str | None, more: tuple[int, ...]
) -> None:
    cursor = signed(b"secret", Kept(number, word))
    assert content_of(b"secret", cursor, Kept) == Kept(number, word)
    with pytest.raises(Problem):
        content_of(b"another", cursor, Kept)
    other = signed(b"secret", Other(number, word, more))
    assert (content_of(b"secret", cursor, Other), content_of(b"secret", other, Kept)) == (None, None)


def test_a_place_comes_back_and_one_kind_of_place_is_not_taken_for_the_other() -> None:
    assert (number_of(place(7)), word_of(place("ab"))) == (7, "ab")
    with pytest.raises(Problem):
        number_of(place("ab"))
    with pytest.raises(Problem):
        word_of(place(7))


def test_a_bucket_fills_with_time_and_each_key_has_its_own() -> None:
    now = 0.0
    buckets = Buckets(2.0, 3, clock=lambda: now)
    assert [buckets.take(b"a") for _ in range(4)] == [0.0, 0.0, 0.0, 0.5]
    assert buckets.take(b"b") == 0.0
    now = 0.5
    assert buckets.take(b"a") == 0.0
    assert buckets.take(b"a") > 0.0


def test_buckets_of_keys_that_no_longer_ask_are_forgotten() -> None:
    buckets = Buckets(1.0, 1, size=10, clock=lambda: 0.0)
    for number in range(1000):
        buckets.take(str(number).encode())
    assert len(buckets._buckets) == 10


def test_places_to_wait_are_as_many_as_said_and_come_back() -> None:
    seats = Seats(1)
    assert (seats.take(), seats.take()) == (True, False)
    seats.leave()
    assert seats.take()
    assert not Seats(0).take()


def test_a_refusal_is_the_same_bytes_each_time_with_money_as_text() -> None:
    def broken() -> RuleBroken:
        return RuleBroken(AZI_BID_3, "A raise is from {low} to {high}.", seat=2, low=21, high=40)

    one, other = refusal(broken()), refusal(broken())
    assert one == other
    assert b'"low":"21"' in one.body
    assert b'"seat":2' in one.body
    assert b"/rules/azi#AZI-BID-3" in one.body


def test_a_fact_can_not_take_the_place_of_a_member_of_the_problem() -> None:
    assert b'"status":409' in refusal(RuleBroken(AZI_PLAY_2, "No.", status=200, type="x")).body
