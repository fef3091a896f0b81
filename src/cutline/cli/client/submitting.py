"""Submitting, step by step: who, to what, whether it can be scored, and only then the file."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cutline.cli.client.address import Target
from cutline.cli.client.calls import Server
from cutline.cli.client.captions import CaptionFile, caption_file, check_captions
from cutline.cli.client.multipart import Multipart
from cutline.cli.client.places import chosen_phase, chosen_team
from cutline.cli.client.refusals import Refusal, said
from cutline.cli.client.signing_in import signed_in
from cutline.cli.client.watching import SUBMISSION
from cutline.cli.terminal import note
from cutline.core.errors import FileError, UsageError
from cutline.core.progress import progress

_PHASE = ("slug", "is_open", "is_frozen", "opens", "closes", "most_bytes")


@dataclass(frozen=True)
class Wanted:
    """What was asked for on the command line."""

    target: Target
    phase: str | None
    team: str | None
    #: What the upload is to be called; empty for a name that the file decides.
    key: str
    #: What is said of the method, by the field of the form.
    details: dict[str, str]


@dataclass(frozen=True)
class Upload:
    """A file that can be scored, and where it goes."""

    server: Server
    target: Target
    file: CaptionFile
    phase: str
    team: str
    key: str
    details: dict[str, str]

    def path(self, rest: str) -> str:
        """The path of a call about the phase."""
        return self.target.path(self.phase, rest)

    def form(self, *, with_details: bool) -> Multipart:
        """What is sent."""
        fields = {name: text for name, text in self.details.items() if text and with_details}
        name = self.file.name or Path(self.file.shown).name
        return Multipart({"team": self.team, **fields}, name, self.file.path)


@contextmanager
def prepared(name: str, wanted: Wanted) -> Iterator[Upload]:
    """A file with everything asked and checked that can be before it is sent.

    Raises:
        CutlineError: when something stands in the way; nothing was sent.
    """
    target = wanted.target
    if not target.is_private:
        note("cutline: http lets others on the way read the token: use https where you can")
    with caption_file(name) as file:
        server, person = signed_in(Server(target.server))
        benchmark = benchmark_of(server, target)
        phase = chosen_phase(benchmark, target, wanted.phase, must_be_open=True)["slug"]
        if not (wanted.phase or target.phase):
            note(f"cutline: phase {said(phase)}, the only open one")
        team = chosen_team(person, wanted.team, target.server)
        images = server.get(target.path(phase, "/images"), ["image_ids"])["image_ids"]
        most = next(one["most_bytes"] for one in benchmark["phases"] if one["slug"] == phase)
        found = check_captions(file, said(phase), images, most)
        for line in found.warnings:
            note(f"cutline: {file.shown}: {line}")
        method = wanted.details["method"] or found.system
        if not method:
            raise UsageError(f"{file.shown} has no name: say by --method what the system is called")
        note(
            f"cutline: {file.shown}: {found.format}, captions for {found.images:,} images; for "
            f"{said(benchmark['title'])}, {said(phase)}, as {method!r} of {said(team['name'])}"
        )
        yield Upload(
            server,
            target,
            file,
            phase,
            team["slug"],
            wanted.key or key_of(file, target, phase, team["slug"]),
            wanted.details | {"method": method},
        )


def benchmark_of(server: Server, target: Target) -> dict[str, Any]:
    """The benchmark that an address names.

    Raises:
        Refusal: when there is none.
        FileError: when the server cannot be asked.
    """
    try:
        found = server.get(target.path(), ["slug", "title", "phases"])
    except Refusal as error:
        if error.status != 404:
            raise
        # Which of the two it is, is nobody's business.
        text = f"there is no benchmark {target.benchmark!r} at {target.server}, or it is not for "
        raise Refusal(404, error.code, f"{text}you to see", []) from None
    phases = found["phases"]
    if not isinstance(phases, list) or not all(
        isinstance(phase, dict) and phase.keys() >= set(_PHASE) for phase in phases
    ):
        raise FileError(f"{target.server}: tells of phases in a way that this version cannot read")
    return found


def key_of(file: CaptionFile, target: Target, phase: str, team: str) -> str:
    """What an upload is called: the same for the same file in the same place.

    So the same command after a lost connection, on any machine, is the same submission.
    """
    text = "\n".join([file.digest, target.benchmark, phase, team])
    return f"file-{hashlib.sha256(text.encode()).hexdigest()[:40]}"


def checked_at_server(upload: Upload) -> dict[str, Any]:
    """What the server says of a file that passes; nothing is submitted.

    Raises:
        Refusal, FileError: when it does not pass, or the server cannot be asked.
    """
    with progress("Checking") as step:
        _, found = upload.server.upload(
            upload.path("/check"), upload.form(with_details=False), ["format", "images"], step=step
        )
    return found


def sent(upload: Upload) -> dict[str, Any]:
    """The submission that a file has become, or was already.

    Raises:
        Refusal: when the server does not take it.
        FileError: when it cannot be reached; it is safe to try again.
    """
    try:
        with progress("Sending") as step:
            status, submission = upload.server.upload(
                upload.path("/submissions"),
                upload.form(with_details=True),
                [*SUBMISSION, "url", "created"],
                upload.key,
                step,
            )
    except FileError as error:
        raise FileError(
            f"{error}\n  Whether it was taken is not known; with --key {upload.key} in the same "
            f"command it is the same submission"
        ) from None
    if status == 200:
        note(
            f"cutline: the same file was submitted before, as {said(submission['method'])!r} on "
            f"{said(submission['created'])}: this is that submission; --again submits it anew"
        )
    return submission
