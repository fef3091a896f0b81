"""`cutline serve`: an evaluation server from one command, and what keeps it well."""

from __future__ import annotations

from typing import Annotated

import typer

from cutline.cli.serve_admin import admin
from cutline.cli.serve_backup import backup, restore
from cutline.cli.serve_check import check
from cutline.cli.serve_host import host as host_command
from cutline.cli.serve_import import import_board
from cutline.cli.serve_rescore import rescore
from cutline.cli.serve_upgrade import upgrade
from cutline.cli.serving.site_options import Host, Log, OpenPage, Port
from cutline.cli.serving.subcommand import Data, told_plainly
from cutline.core.errors import UsageError

serve = typer.Typer(
    help="Host benchmarks: people submit captions, private references never leave.",
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for _name, _command in (
    ("host", host_command),
    ("admin", admin),
    ("check", check),
    ("backup", backup),
    ("restore", restore),
    ("upgrade", upgrade),
    ("rescore", rescore),
    ("import-board", import_board),
):
    serve.command(_name)(told_plainly(_command))


@serve.callback(invoke_without_command=True)
def run(
    context: typer.Context,
    data: Data = None,
    host: Host = "127.0.0.1",
    port: Port = 8000,
    demo: Annotated[
        bool, typer.Option("--demo", help="Host the demonstration benchmark, ready to submit to.")
    ] = False,
    workers: Annotated[
        int, typer.Option(help="Processes that score.", min=1, max=64, metavar="N")
    ] = 1,
    no_worker: Annotated[
        bool,
        typer.Option("--no-worker", help="Score nothing here: `cutline worker` runs elsewhere."),
    ] = False,
    log: Log = None,
    open_page: OpenPage = None,
) -> None:
    """Host benchmarks: people submit captions, private references never leave.

    One command on SQLite, without configuration; DATABASE_URL moves it to PostgreSQL. The first
    start prints a link that makes the admin's account. docs/serve.md leads from a laptop to
    production.

    Example: cutline serve --demo

    Example: CUTLINE_ADDRESS=https://captions.example.org cutline serve --data /var/lib/cutline
    """
    if context.invoked_subcommand is not None:
        context.obj = data
        return
    from cutline.cli.serving.run import run_site

    if no_worker and workers > 1:
        raise UsageError("--no-worker and --workers exclude each other: give one of them")
    run_site(
        data=data,
        host=host,
        port=port,
        demo=demo,
        workers=0 if no_worker else workers,
        log=log,
        open_page=open_page,
    )
