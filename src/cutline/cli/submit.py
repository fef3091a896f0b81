"""`cutline submit`: captions to an evaluation server, checked before they are sent."""

from __future__ import annotations

import json as json_module
import secrets
from typing import Annotated, Any

import typer

from cutline.cli import options
from cutline.cli.client.address import parse_target
from cutline.cli.client.refusals import said
from cutline.cli.client.scores import LEFT, left_text, show_submission
from cutline.cli.client.submitting import Upload, Wanted, checked_at_server, prepared, sent
from cutline.cli.client.watching import watched
from cutline.cli.terminal import answers, note
from cutline.core.errors import CutlineError, FileError, UsageError

#: What a server takes for a key, in characters.
_MOST_KEY = 80


class _Left(CutlineError):  # noqa: N818 - nothing went wrong
    """That somebody watches no longer. It is no usual interruption: something was done."""

    exit_code = 130


def submit(
    file: Annotated[str, typer.Argument(help="Captions in any known format; - is standard input.")],
    to: Annotated[
        str,
        typer.Option("--to", help="The benchmark: its address.", metavar="URL/BENCHMARK[/PHASE]"),
    ],
    phase: Annotated[
        str | None,
        typer.Option(help="The phase.", metavar="NAME", show_default="the only open one"),
    ] = None,
    team: Annotated[
        str | None,
        typer.Option(help="For which team.", metavar="NAME", show_default="the only one"),
    ] = None,
    method: Annotated[
        str | None,
        typer.Option(help="What the system is called.", metavar="NAME", show_default="by the file"),
    ] = None,
    description: Annotated[
        str, typer.Option(help="What is worth knowing of it.", metavar="TEXT")
    ] = "",
    paper: Annotated[str, typer.Option(help="Where it is described.", metavar="URL")] = "",
    code: Annotated[str, typer.Option(help="Where its code is.", metavar="URL")] = "",
    external_data: Annotated[
        str, typer.Option(help="What else it was trained on.", metavar="TEXT")
    ] = "",
    watch: Annotated[bool, typer.Option("--watch", help="Wait for the scores.")] = False,
    check: Annotated[
        bool, typer.Option("--check", help="Have the file checked, and submit nothing.")
    ] = False,
    again: Annotated[
        bool, typer.Option("--again", help="Submit a file anew that was submitted before.")
    ] = False,
    key: Annotated[
        str | None,
        typer.Option(
            help="What this upload is called: the same key is the same submission.",
            metavar="TEXT",
            show_default="by the file",
        ),
    ] = None,
    json: options.Json = False,
) -> None:
    """Submit captions to an evaluation server.

    The file is checked first, against the images that the server lists, so that no submission is
    spent on one that cannot be scored. The same command again is the same submission: it is safe
    after a lost connection. The token is that of CUTLINE_TOKEN, or is asked for and remembered.

    Exit codes: 0 done; 1 the captions have problems, or could not be scored; 2 wrong usage; 3 the
    file cannot be read, or the server cannot be reached or refuses; 130 interrupted.

    Example: cutline submit captions.json --to https://captions.example.org/nocaps --watch
    """
    if again and key is not None:
        raise UsageError("--again makes a new key: give it or --key")
    if check and watch:
        raise UsageError("--check submits nothing that could be watched: give one of them")
    if key is not None and not _is_key(key):
        raise UsageError(
            f"--key {key!r}: has {len(key):,} characters or ones that cannot be printed, expected "
            f"1 to {_MOST_KEY} of ASCII"
        )
    wanted = Wanted(
        target=parse_target(to),
        phase=phase,
        team=team,
        key=f"again-{secrets.token_hex(16)}" if again else key or "",
        details={
            "method": method or "",
            "description": description,
            "paper_url": paper,
            "code_url": code,
            "external_data": external_data,
        },
    )
    with prepared(file, wanted) as upload:
        if check:
            _give_check(checked_at_server(upload), json)
            return
        submission = sent(upload)
    if watch:
        submission = _watched(upload, submission)
    remaining = upload.server.get(upload.path("/remaining"), LEFT, team=upload.team)
    if json:
        _print_json(submission | {"remaining": remaining})
    else:
        show_submission(submission, answers())
    if submission["scores"] is not None:
        note(f"cutline: see {said(submission['url'])}")
    note(f"cutline: {left_text(remaining)}")
    if submission["state"] in ("failed", "withdrawn"):
        raise typer.Exit(1)


def _is_key(text: str) -> bool:
    # A space at an end would be lost on the way, and the key be another.
    return (
        0 < len(text) <= _MOST_KEY
        and text.isascii()
        and text.isprintable()
        and text == text.strip()
    )


def _watched(upload: Upload, submission: dict[str, Any]) -> dict[str, Any]:
    link = said(submission["url"])
    try:
        return watched(upload.server, submission)
    except KeyboardInterrupt:
        raise _Left(f"interrupted; it was submitted, and scoring goes on: {link}") from None
    except FileError as error:
        raise FileError(f"{error}\n  It was submitted, and scoring goes on: {link}") from None


def _give_check(found: dict[str, Any], json: bool) -> None:
    if json:
        _print_json(found)
    else:
        kind, images = said(found["format"]), said(found["images"])
        answers().print(f"{kind}, captions for {images} images: can be scored")


def _print_json(content: dict[str, Any]) -> None:
    print(json_module.dumps(content, indent=2, ensure_ascii=True))
