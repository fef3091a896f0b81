"""`cutline tokenize`: a line in, a line out."""

from __future__ import annotations

import gzip
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.command_line import run_cutline

COMMAND = [sys.executable, "-c", "from cutline.cli import main; main()", "tokenize"]


def test_standard_input_is_tokenized_by_default() -> None:
    outcome = run_cutline("tokenize", stdin=b"A dog's t-shirt, isn't it?\nTwo cups.\n")
    assert (outcome.exit_code, outcome.stderr) == (0, "")
    assert outcome.stdout == "a dog 's t-shirt is n't it\ntwo cups\n"
    assert run_cutline("tokenize", "-", stdin=b"Two cups.").stdout == "two cups\n"


@pytest.mark.parametrize("context", ["official", "none"])
def test_a_file_gives_as_many_lines_as_it_has(context: str, tmp_path: Path) -> None:
    path = tmp_path / "captions.txt"
    path.write_text("An oak.\n\n \n !\nA “fir”…\n\tThree\tpines\n", "utf-8")
    outcome = run_cutline("tokenize", path, "--context", context)
    assert outcome.stdout == "an oak\n\n\n\na fir\nthree pines\n"


def test_without_context_each_line_stands_alone() -> None:
    stdin = b"soap, etc.\nA dog\n" * 5000
    together = run_cutline("tokenize", stdin=stdin).stdout.splitlines()
    alone = run_cutline("tokenize", "--context", "none", stdin=stdin).stdout.splitlines()
    assert len(together) == len(alone) == 10_000
    single = run_cutline("tokenize", stdin=b"soap, etc.\n").stdout.splitlines()
    assert set(alone[::2]) == set(single)


@pytest.mark.parametrize("context", ["official", "none"])
def test_bytes_that_are_not_utf_8_are_placed(context: str, tmp_path: Path) -> None:
    path = tmp_path / "captions.txt"
    path.write_bytes(b"a tree\na caf\xe9\na tree\n")
    outcome = run_cutline("tokenize", path, "--context", context)
    assert (outcome.exit_code, outcome.stdout) == (3, "")
    assert outcome.stderr == f"cutline: {path}, line 2: byte 6 (0xe9) is not UTF-8\n"
    outcome = run_cutline("tokenize", "--context", context, stdin=path.read_bytes())
    assert outcome.stderr == "cutline: standard input, line 2: byte 6 (0xe9) is not UTF-8\n"


def test_nothing_in_nothing_out() -> None:
    for context in ("official", "none"):
        outcome = run_cutline("tokenize", "--context", context)
        assert (outcome.exit_code, outcome.stdout, outcome.stderr) == (0, "", "")
    assert run_cutline("tokenize", stdin=b"\n").stdout == "\n"


def test_ends_of_lines_and_the_byte_order_mark_are_no_text() -> None:
    outcome = run_cutline("tokenize", stdin=b"\xef\xbb\xbfA tree.\r\nA twig.\r\n\r\nA leaf.")
    assert outcome.stdout == "a tree\na twig\n\na leaf\n"


@pytest.mark.parametrize("mark", ["\r", "\v", "\f", "\u2028", "\u2029"])
def test_a_line_end_inside_a_line_is_named_where_it_would_shift_lines(mark: str) -> None:
    stdin = f"a tree\na{mark}twig\na leaf\n".encode()
    outcome = run_cutline("tokenize", stdin=stdin)
    assert (outcome.exit_code, outcome.stdout) == (1, "")
    place = f"standard input, line 2: character 2 is U+{ord(mark):04X}"
    assert outcome.stderr.startswith(f"cutline: {place}")
    outcome = run_cutline("tokenize", "--context", "none", stdin=stdin)
    assert outcome.stdout == "a tree\na twig\na leaf\n"


def test_missing_files_and_folders_are_named(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "nowhere.txt"):
        outcome = run_cutline("tokenize", path)
        assert (outcome.exit_code, outcome.stdout) == (3, "")
        assert outcome.stderr.startswith(f"cutline: {path}: cannot be read: ")


def test_compressed_files_are_read_and_damaged_ones_named(tmp_path: Path) -> None:
    path = tmp_path / "captions.gz"
    path.write_bytes(gzip.compress(b"A tree.\nA twig.\n"))
    assert run_cutline("tokenize", path).stdout == "a tree\na twig\n"
    path.write_bytes(path.read_bytes()[:-9])
    outcome = run_cutline("tokenize", path)
    assert (outcome.exit_code, outcome.stdout) == (3, "")
    assert outcome.stderr.startswith(f"cutline: {path}: damaged gzip file: ")


def test_words_are_utf_8_whatever_the_terminal_wants() -> None:
    done = subprocess.run(
        COMMAND,
        input="A naïve café".encode(),
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
    )
    assert (done.returncode, done.stdout.decode()) == (0, "a naïve café\n")


def test_a_closed_standard_input_is_named() -> None:
    command = 'exec "$@" <&-'
    done = subprocess.run(["sh", "-c", command, "sh", *COMMAND], capture_output=True, text=True)
    assert done.returncode == 3
    assert done.stderr == "cutline: standard input: cannot be read: it is closed\n"
