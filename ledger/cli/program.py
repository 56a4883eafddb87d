"""The program and its words."""

import typer

from ledger.cli import (
    audit,
    branching,
    disputes,
    imports,
    keys,
    money,
    penalties,
    reading,
    records,
    replaying,
    setup,
    simulating,
    statistics,
    upkeep,
)

EPILOG = "Exit codes: 0 done, 1 a check found something wrong, 2 not understood, 3 the set-up must be mended, 4 refused."

app = typer.Typer(
    name="cardledger",
    help="The ledger of a card room: every deal, bid, card and penalty kept, replayed and audited.",
    epilog=EPILOG,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.command("migrate")(upkeep.migrate)
app.command("worker")(upkeep.worker)
app.command("rebuild")(upkeep.rebuild_models)
app.command("statement")(reading.show_statement)
app.command("balance")(money.show_balance)
app.command("debts")(money.show_debts)
app.command("replay")(replaying.show_replay)
app.command("record")(records.show_record)
app.command("penalties")(penalties.show_penalties)
app.command("disputes")(disputes.show_disputes)
app.command("branch")(branching.branch)
app.command("statistics")(statistics.show_statistics)
app.command("simulate")(simulating.simulate)
app.command("doctor")(setup.doctor)
app.add_typer(imports.app, name="import")
app.add_typer(keys.app, name="key")
app.add_typer(money.cash, name="cash")
app.add_typer(audit.app, name="audit")
