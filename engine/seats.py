"""Seats are numbered clockwise from 1. Tuples of seats given here are sorted ascending, gaps allowed."""


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
