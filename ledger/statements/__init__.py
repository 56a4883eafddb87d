"""Statements of account: by page and whole, with totals, in three languages. A statement adds up or is not issued."""

from ledger.books.moments import DoesNotAddUp
from ledger.books.period import BadPeriod, bound
from ledger.statements.lines import Mark, StatementLine, Wanted
from ledger.statements.pages import LIMIT_MOST, Statement, next_page, statement
from ledger.statements.totals import Total
from ledger.statements.whole import Whole, whole
from ledger.statements.words import ENGLISH, WORDINGS, Wording

__all__ = [
    "ENGLISH",
    "LIMIT_MOST",
    "WORDINGS",
    "BadPeriod",
    "DoesNotAddUp",
    "Mark",
    "Statement",
    "StatementLine",
    "Total",
    "Wanted",
    "Whole",
    "Wording",
    "bound",
    "next_page",
    "statement",
    "whole",
]
