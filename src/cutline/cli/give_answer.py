"""How a study gives its answer: to a file, to a page, and to whoever asked."""

from __future__ import annotations

from collections.abc import Callable

from rich.console import Console

from cutline.cli.terminal import answers, note
from cutline.core.atomic import atomic_write


def give_answer(
    *,
    json: bool,
    output: str | None,
    report: str | None,
    text: Callable[[], str],
    page: Callable[[], str],
    show: Callable[[Console], None] | None,
    table: Callable[[], str] | None = None,
) -> None:
    """Write what was asked for, then print it.

    Args:
        json: whether to print the machine's form.
        output: a file for the same; a name in `.csv` gets the table, where there is one.
        report: a file for the page.
        text: the machine's form.
        page: the page; made only if it is asked for.
        show: prints the form for people; None prints nothing.
        table: the form as CSV.

    Raises:
        FileError: when a file cannot be written.
    """
    if output:
        is_table = table is not None and output.removesuffix(".gz").endswith(".csv")
        with atomic_write(output) as file:
            file.write(table() if table is not None and is_table else text())
    if report:
        with atomic_write(report) as file:
            file.write(page())
    if json:
        print(text(), end="")
    elif show is not None:
        show(answers())
    if report:
        note(f"cutline: the report is {report}")
