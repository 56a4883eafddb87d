"""Seats are numbered clockwise from 1. Tuples of seats given here are sorted ascending, gaps allowed."""


def told(seats: tuple[int, ...]) -> str:
    """In the words of a sentence.

    >>> told((3,)), told((1, 2, 4))
    ('seat 3', 'seats 1, 2 and 4')
    """
    if len(seats) == 1:
        return f"seat {seats[0]}"
    return f"seats {', '.join(str(seat) for seat in seats[:-1])} and {seats[-1]}" if seats else "no seat"


def clockwise(seats: tuple[int, ...], after: int) -> tuple[int, ...]:
    """The seats in order of turn, beginning with the nearest clockwise of `after`, which comes last if it is one of them."""
    for number, seat in enumerate(seats):
        if seat > after:
            return seats[number:] + seats[:number]
    return seats


def next_clockwise(seats: tuple[int, ...], after: int) -> int:
    """The nearest of `seats` clockwise of `after` (`after` itself if it is the only one). Raises IndexError: no seats."""
    for seat in seats:
        if seat > after:
            return seat
    return seats[0]


def next_counter_clockwise(seats: tuple[int, ...], before: int) -> int:
    """The nearest of `seats` counter-clockwise of `before` (`before` itself if it is the only one). Raises IndexError: no seats."""
    for seat in reversed(seats):
        if seat < before:
            return seat
    return seats[-1]
