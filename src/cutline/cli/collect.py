"""`cutline collect`: people write captions of images, or rate captions, through a page."""

from __future__ import annotations

import typer

from cutline.cli.collecting.block import block
from cutline.cli.collecting.export import export
from cutline.cli.collecting.new import new
from cutline.cli.collecting.states import close, open_project, pause
from cutline.cli.collecting.status import status
from cutline.cli.serving.site_options import Host, Log, OpenPage, Port
from cutline.cli.serving.subcommand import Data, told_plainly

collect = typer.Typer(
    help="Collect captions: people write them, or rate them, through a page.",
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for _name, _command in (
    ("new", new),
    ("status", status),
    ("export", export),
    ("block", block),
    ("open", open_project),
    ("pause", pause),
    ("close", close),
):
    collect.command(_name)(told_plainly(_command))


@collect.callback(invoke_without_command=True)
def run(
    context: typer.Context,
    data: Data = None,
    host: Host = "127.0.0.1",
    port: Port = 8000,
    log: Log = None,
    open_page: OpenPage = None,
) -> None:
    """Collect captions: people write them, or rate them, through a page.

    Without a command this starts the same site as `cutline serve`, and opens the page of
    collections. docs/collect.md leads from images to a hosted benchmark.

    Example: cutline collect

    Example: cutline collect new "Street scenes" pictures/ --owner hanna
    """
    if context.invoked_subcommand is not None:
        context.obj = data
        return
    from cutline.cli.serving.run import run_site

    run_site(
        data=data,
        host=host,
        port=port,
        demo=False,
        workers=1,
        log=log,
        open_page=open_page,
        first_page="/collect/",
    )
