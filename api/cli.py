"""The program `cardledger`: the ledger's own commands, and those that need the service."""

from __future__ import annotations

from ledger.cli.ending import ends_in_order
from ledger.cli.program import program

app = program({word: f"api.commands:{word}" for word in ("serve", "demo", "seed", "export")})


def main() -> None:
    """Run the command line."""
    ends_in_order()
    app(prog_name="cardledger")


if __name__ == "__main__":
    main()
