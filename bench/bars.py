"""Every bar that Cutline was held to, measured again: `make bars`, or `python bench/bars.py`.

Prints a table: the bar, its figure when the part was finished, its figure now, and whether it
holds. All of it takes hours on two cores; what a command printed stays in the folder of logs, and a
run that was interrupted goes on behind the last command that ended, if the code is the same.
"""

from __future__ import annotations

import argparse
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bar_list import Bar, Command, read_commands
from measure import machine

PROJECT = Path(__file__).resolve().parent.parent
#: The last line of a log whose command came to its end.
_END = "bars: ended with code "


@dataclass(frozen=True)
class Ended:
    """What a command printed, and its exit code."""

    output: str
    code: int


def main() -> None:
    given = _arguments()
    commands = [one for one in read_commands() if _is_asked_for(one, given)]
    if given.list:
        for command in commands:
            print(f"{command.minutes:5.1f} min  {command.run}")
        return
    given.logs.mkdir(parents=True, exist_ok=True)
    started = time.monotonic()
    rows = [row for command in commands for row in _rows(command, given)]
    print("\n".join(f"{name:<14} {value}" for name, value in machine().items()))
    print(f"code           {_code()}\n")
    print("| part | bar | then | now | |\n| --- | --- | --- | --- | --- |")
    for row in rows:
        print(f"| {' | '.join(row)} |")
    missed = sum(row[-1] != "holds" for row in rows)
    minutes = (time.monotonic() - started) / 60
    print(f"\n{len(rows)} bars, {len(rows) - missed} hold, {missed} do not; {minutes:.0f} minutes")
    sys.exit(1 if missed else 0)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Measure every bar again.")
    parser.add_argument("--only", metavar="WORD", help="bars whose part or command has this word")
    parser.add_argument("--within", type=float, metavar="MINUTES", help="no longer command than so")
    parser.add_argument("--fresh", action="store_true", help="run again what has a log already")
    parser.add_argument("--list", action="store_true", help="name the commands, run nothing")
    parser.add_argument("--logs", type=Path, default=PROJECT / "build" / "bars", metavar="FOLDER")
    return parser.parse_args()


def _is_asked_for(command: Command, given: argparse.Namespace) -> bool:
    if given.within is not None and command.minutes > given.within:
        return False
    words = [command.run, *(bar.part for bar in command.bars)]
    return given.only is None or any(given.only in word for word in words)


def _rows(command: Command, given: argparse.Namespace) -> Iterator[tuple[str, ...]]:
    log = given.logs / command.log
    ended = None if given.fresh else _kept(log)
    if ended is None:
        print(f"{time.strftime('%H:%M')} {command.run}", file=sys.stderr, flush=True)
        ended = run_command(command, log)
    for bar in command.bars:
        yield bar.part, bar.asked, bar.then, *_verdict(bar, ended)


def run_command(command: Command, log: Path) -> Ended:
    """Run a command to its end; ten times as long as it should take is too long."""
    words = command.run.split()
    program = [sys.executable, "-m", "pytest", *words[1:]]
    if words[0] == "python":
        program = [sys.executable, *words[1:]]
    with log.open("w", encoding="utf-8") as file:
        print(f"bars: {_code()}", file=file, flush=True)
        process = subprocess.Popen(
            program,
            cwd=PROJECT,
            # A test that skips has no figure.
            env={**os.environ, "CUTLINE_REQUIRE_ALL": "1", **command.environment},
            stdin=subprocess.DEVNULL,
            stdout=file,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            code = process.wait(timeout=600 * command.minutes)
        except BaseException as error:
            # Sites and workers that it started go too: they would disturb what is measured next.
            os.killpg(process.pid, signal.SIGKILL)
            code = process.wait()
            if not isinstance(error, subprocess.TimeoutExpired):
                raise
        print(f"\n{_END}{code}", file=file)
    return Ended(log.read_text(encoding="utf-8", errors="replace"), code)


def _kept(log: Path) -> Ended | None:
    """What an earlier run of the same code left, if it came to its end.

    Changes that are not committed look all alike, so with them nothing is kept.
    """
    if not log.exists() or not re.fullmatch(r"\S+(?<!-dirty)", _code()):
        return None
    text = log.read_text(encoding="utf-8", errors="replace")
    last = text.rstrip().rpartition("\n")[2]
    if not last.startswith(_END) or not text.startswith(f"bars: {_code()}\n"):
        return None
    return Ended(text, int(last.removeprefix(_END)))


def _verdict(bar: Bar, ended: Ended) -> tuple[str, str]:
    match = bar.found(ended.output)
    if match is None:
        return "-", f"NO FIGURE, exit code {ended.code}"
    figure = " ".join((match[1] if bar.least or bar.most else match[0]).split())
    if not bar.holds(match):
        return figure, "MISSED"
    # A command that fails found something that no single figure tells.
    if ended.code != 0:
        return figure, f"FAILED, exit code {ended.code}"
    return figure, "holds"


def _code() -> str:
    """The commit, and whether files differ from it."""
    described = subprocess.run(
        ["git", "describe", "--always", "--dirty"],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=False,
    )
    return described.stdout.strip() or "no repository"


if __name__ == "__main__":
    main()
