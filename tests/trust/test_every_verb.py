"""Every command that reads files, given damaged ones: an answer or a message, never a traceback.

CUTLINE_CORRUPTIONS=50 tries more for each file, CUTLINE_CORRUPTION_SEED=2 others.
"""

from __future__ import annotations

import errno
import os
import random
import shutil
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.models.torch_part import needs_torch

needs_torch()

import typer  # noqa: E402

from cutline.cli.app import command_line  # noqa: E402
from tests.command_line import Outcome, run_cutline  # noqa: E402
from tests.datasets.corruption import damaged  # noqa: E402
from tests.trust.inputs import write_inputs  # noqa: E402
from tests.trust.verbs import VERBS, WITHOUT_FILES, Verb, typed  # noqa: E402

#: What a command may end with; 130 is for those that were interrupted.
CODES = {0, 1, 2, 3, 4}
COUNT = int(os.environ.get("CUTLINE_CORRUPTIONS", "4"))
SEED = os.environ.get("CUTLINE_CORRUPTION_SEED", "1")

EACH = [pytest.param(verb, id=f"{verb.command}-{verb.files[0]}") for verb in VERBS]


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("good")
    write_inputs(folder)
    return folder


@pytest.fixture
def folder(good: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the good files that may be spoilt; commands run in it."""
    shutil.copytree(good, tmp_path / "in", ignore=shutil.ignore_patterns("whole"))
    (tmp_path / "out").mkdir()
    monkeypatch.chdir(tmp_path / "out")
    return tmp_path / "in"


def complaint(outcome: Outcome) -> str:
    """What is wrong with how a command ended; nothing if it ended well."""
    if outcome.exit_code not in CODES:
        return f"exit code {outcome.exit_code}"
    if outcome.exit_code and not (outcome.stderr or outcome.stdout).strip():
        return "it says nothing"
    if "Traceback" in outcome.stderr + outcome.stdout:
        return "a traceback"
    if outcome.exit_code in (2, 3, 4) and (left := sorted(map(str, Path().rglob("*")))):
        return f"left behind: {left}"
    return ""


def leaves(command: object, path: tuple[str, ...] = ()) -> Iterator[str]:
    """Commands without commands of their own."""
    inner = getattr(command, "commands", None)
    if inner is None:
        yield " ".join(path)
        return
    for name, one in inner.items():
        yield from leaves(one, (*path, name))


def test_every_command_is_among_them() -> None:
    known = {verb.command for verb in VERBS} | set(WITHOUT_FILES)
    assert set(leaves(typer.main.get_command(command_line()))) == known


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Whom the network was asked for, where there is none."""
    found: list[object] = []

    def refuse(self: socket.socket, address: object) -> int:
        if self.family != socket.AF_UNIX:
            found.append(address)
        raise OSError(errno.ENETUNREACH, "there is no network here")

    def know_nobody(host: object, *_: object, **__: object) -> list[object]:
        found.append(host)
        raise socket.gaierror(socket.EAI_FAIL, "there is no network here")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket.socket, "connect_ex", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", know_nobody)
    return found


@pytest.mark.parametrize("verb", EACH)
def test_good_files_are_taken_without_a_network(
    verb: Verb, folder: Path, asked: list[object]
) -> None:
    outcome = run_cutline(*typed(verb, folder))
    assert outcome.exit_code == 0, outcome.stderr + outcome.stdout
    assert asked == []


@pytest.mark.parametrize("verb", EACH)
def test_damaged_files_give_an_answer_or_a_message(verb: Verb, folder: Path) -> None:
    for name in verb.files:
        path = folder / name
        parts = sorted(one for one in path.rglob("*") if one.is_file()) if path.is_dir() else [path]
        for number in range(COUNT):
            chance = random.Random(f"{SEED}-{verb.words}-{name}-{number}")
            part = chance.choice(parts)
            content = part.read_bytes()
            part.write_bytes(damaged(chance, content))
            _check(verb, folder, f"{name}, {SEED}-{number}")
            part.write_bytes(content)


@pytest.mark.parametrize("verb", EACH)
def test_files_that_are_none_are_told(verb: Verb, folder: Path) -> None:
    for name in verb.files:
        path, kept = folder / name, folder / "kept"
        path.rename(kept)
        found = _check(verb, folder, f"{name}, missing")
        assert found.exit_code in (2, 3), f"{name}, missing: {found}"
        assert name in found.stderr, f"{name}, missing: {found.stderr}"
        if not kept.is_dir():
            path.mkdir()
            _check(verb, folder, f"{name}, a folder")
            path.rmdir()
        path.write_bytes(b"\x00\xff" * 500)
        found = _check(verb, folder, f"{name}, noise")
        assert found.exit_code in (1, 2, 3), f"{name}, noise: {found}"
        path.unlink()
        kept.rename(path)


def _check(verb: Verb, folder: Path, what: str) -> Outcome:
    try:
        outcome = run_cutline(*typed(verb, folder))
    except Exception as error:
        error.add_note(f"cutline {verb.command} {verb.words}: {what}")
        raise
    wrong = complaint(outcome)
    assert not wrong, f"cutline {verb.command}, {what}: {wrong}\n{outcome.stderr}{outcome.stdout}"
    for left in Path().iterdir():
        shutil.rmtree(left) if left.is_dir() else left.unlink()
    return outcome
