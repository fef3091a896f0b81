"""`cutline data`: tables that are compiled once and kept."""

from __future__ import annotations

import json as json_module
from collections.abc import Iterable
from typing import Annotated, Any

import typer

from cutline.cli import options
from cutline.cli.terminal import answers, new_table, note
from cutline.core.cache import cache_folder
from cutline.core.data_files import DataFile, build_data
from cutline.core.data_upkeep import DataState, list_data, remove_data
from cutline.core.errors import CutlineError, UsageError, near_names
from cutline.text.data_files import DATA_FILES
from cutline.text.parse_cache import PARSES, KeptParses, kept_parses, remove_parses

FORMAT_VERSION = 1

data = typer.Typer(
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

Names = Annotated[
    list[str] | None,
    typer.Argument(help="Names of tables; all of them by default.", metavar="NAME"),
]


@data.callback(invoke_without_command=True)
def data_or_list(context: typer.Context, json: options.Json = False) -> None:
    """List, build, verify or remove the tables that are compiled once; alone, it lists them."""
    if context.invoked_subcommand is None:
        list_tables(json)
    elif json:
        raise UsageError("--json goes after the command: cutline data list --json")


@data.command("list")
def list_tables(json: options.Json = False) -> None:
    """List the tables: what each is for, whether it is ready, its size and its place."""
    _show(list_data(DATA_FILES), kept_parses(), json)


@data.command("verify")
def verify(names: Names = None, json: options.Json = False) -> None:
    """Read tables whole, and compare them with what is installed.

    Exit codes: 0 nothing is damaged; 1 something is.
    """
    data_files, with_parses = _chosen(names)
    states = list_data(data_files)
    parses = kept_parses(is_thorough=True) if with_parses else []
    _show(states, parses, json)
    damaged = [state for state in states if state.state == "damaged"]
    if damaged:
        note(f"cutline: cutline data build {_joined(damaged)} repairs what is damaged")
    if any(kept.damage for kept in parses):
        note(f"cutline: cutline data remove {PARSES} removes what is damaged; it is made anew")
    if (
        damaged
        or any(state.state == "sources damaged" for state in states)
        or any(kept.damage for kept in parses)
    ):
        raise typer.Exit(1)


@data.command("build")
def build(
    names: Names = None,
    force: Annotated[
        bool, typer.Option("--force", help="Compile even what is there and in order.")
    ] = False,
) -> None:
    """Compile tables now rather than when they are first needed."""
    data_files, _ = _chosen(names)
    if names and PARSES in names:
        raise UsageError(f"{PARSES} cannot be built ahead: they are kept when captions are parsed")
    failure: CutlineError | None = None
    for data_file in data_files:
        try:
            built = build_data(data_file, force=force)
        except CutlineError as error:
            # One table that cannot be built does not keep the others from being built.
            if failure is not None:
                note(f"cutline: {failure}")
            failure = error
        else:
            state, size = "built" if built.is_new else "ready", _shown_size(built.payload.nbytes)
            print(f"{data_file.name}: {state}, {size}, {built.path}")
    if failure is not None:
        raise failure


@data.command("remove")
def remove(
    names: Names = None,
    everything: Annotated[bool, typer.Option("--all", help="Remove all tables.")] = False,
) -> None:
    """Remove tables, old versions of them too. They are compiled anew when needed."""
    if not names and not everything:
        raise UsageError("cutline data remove takes names of tables, or --all")
    if names and everything:
        raise UsageError("names and --all exclude each other")
    data_files, with_parses = _chosen(names)
    removed = [entry for data_file in data_files for entry in remove_data(data_file)]
    removed += remove_parses() if with_parses else []
    for path, size in removed:
        print(f"removed {path}, {_shown_size(size)}")
    if not removed:
        note("cutline: there was nothing to remove")


def _chosen(names: list[str] | None) -> tuple[list[DataFile], bool]:
    """The tables of these names, and whether kept parses are among them."""
    known = {data_file.name: data_file for data_file in DATA_FILES}
    for name in names or []:
        if name not in (*known, PARSES):
            raise UsageError(
                f"no table is named {name!r}{near_names(name, [*known, PARSES])}; "
                f"there are: {', '.join(sorted((*known, PARSES)))}"
            )
    chosen = dict.fromkeys(names or (*known, PARSES))
    return [known[name] for name in chosen if name != PARSES], PARSES in chosen


def _joined(states: Iterable[DataState]) -> str:
    return " ".join(state.data_file.name for state in states)


def _show(states: list[DataState], parses: list[KeptParses], as_json: bool) -> None:
    if as_json:
        content = {
            "cutline": "data",
            "version": FORMAT_VERSION,
            "folder": str(cache_folder()),
            "tables": [_as_dict(state) for state in states],
            "parses": [_parses_as_dict(kept) for kept in parses],
        }
        print(json_module.dumps(content, indent=2, ensure_ascii=True))
        return
    console = answers()
    table = new_table("name", "state", "size")
    table.add_column("for")
    for state in states:
        size = _shown_size(state.bytes) if state.bytes else ""
        table.add_row(state.data_file.name, state.state, size, state.data_file.summary)
    for kept in parses:
        found = "damaged" if kept.damage else f"{kept.captions:,} captions"
        found = "cannot be read" if kept.note else found
        table.add_row(
            PARSES, found, _shown_size(kept.bytes), "captions that SPICE need not parse again"
        )
    console.print(table)
    for state in states:
        for line in _details(state):
            console.out(f"{state.data_file.name}: {line}", style="dim", highlight=False)
    for kept in parses:
        reason = (
            f" is damaged: {kept.damage}" if kept.damage else f": {kept.note}" if kept.note else ""
        )
        console.out(f"{PARSES}: at {kept.path}{reason}", style="dim", highlight=False)


def _parses_as_dict(kept: KeptParses) -> dict[str, Any]:
    return {
        "path": str(kept.path),
        "captions": kept.captions,
        "bytes": kept.bytes,
        "damage": kept.damage,
        "note": kept.note,
    }


def _details(state: DataState) -> Iterable[str]:
    """What does not fit into a table."""
    if state.path is not None:
        yield f"{'' if state.bytes else 'will be '}at {state.path}"
    if state.note:
        yield state.note
    if state.others:
        names = ", ".join(path.name for path in state.others)
        yield f"also kept, made from other content or by another version of Cutline: {names}"


def _as_dict(state: DataState) -> dict[str, Any]:
    return {
        "name": state.data_file.name,
        "for": state.data_file.summary,
        "format": state.data_file.format,
        "state": state.state,
        "bytes": state.bytes,
        "path": str(state.path) if state.path is not None else None,
        "others": [str(path) for path in state.others],
        "note": state.note,
    }


def _shown_size(count: int) -> str:
    if count < 1000:
        return f"{count} bytes"
    return f"{count / 1e6:.1f} MB" if count >= 1e5 else f"{count / 1e3:.1f} kB"
