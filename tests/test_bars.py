"""The list of bars can be run: every command is there, every figure is looked for and judged."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).parent.parent
sys.path.insert(0, str(PROJECT / "bench"))

from bar_list import Bar, Command, read_commands  # noqa: E402
from ratios import RATIOS, fallen, lines  # noqa: E402

COMMANDS = read_commands()


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.log)
def test_commands_name_files_that_are_there(command: Command) -> None:
    program, *words = command.run.split()
    assert program in ("python", "pytest")
    paths = [word for word in words if "/" in word]
    assert paths
    for path in paths:
        assert (PROJECT / path).exists(), path
    assert command.minutes > 0
    assert command.bars


def test_logs_have_names_of_their_own() -> None:
    assert len({command.log for command in COMMANDS}) == len(COMMANDS)


@pytest.mark.parametrize(
    "bar", [bar for command in COMMANDS for bar in command.bars], ids=lambda bar: bar.asked[:40]
)
def test_bars_have_a_figure_to_look_for(bar: Bar) -> None:
    assert bar.figure.groups == 1
    assert bar.part
    assert bar.then


def test_every_bench_that_has_bars_is_listed() -> None:
    """A bench that fails when something is missed has to be among them."""
    listed = {word for command in COMMANDS for word in command.run.split() if "/" in word}
    held = [
        path
        for path in (PROJECT / "bench").glob("*.py")
        if "bar:" in (text := path.read_text(encoding="utf-8")) and "def main" in text
    ]
    assert {f"bench/{path.name}" for path in held} - {"bench/bars.py"} <= listed


def test_numbers_are_held_against_bounds() -> None:
    (bar,) = (bar for command in COMMANDS for bar in command.bars if "tau-c within" in bar.asked)
    for value, holds in (("0.4748", True), ("0.4800", False), ("0.4600", False)):
        match = bar.found(f"scores on flickr8k: corpus 18.1  tau-c {value}  official tau-c 0.4701")
        assert match is not None
        assert bar.holds(match) is holds
    assert bar.found("nothing of the kind") is None


def test_ratios_that_fall_by_more_than_a_fifth_are_named() -> None:
    before = {"steady": 50.0, "slower": 50.0, "gone": 3.0}
    now = {"steady": 41.0, "slower": 39.0, "new": 2.0}
    assert fallen(before, now) == ["slower", "gone"]
    told = {line.split()[0]: line for line in lines(before, now)}
    assert "FELL" in told["slower"]
    assert "FELL" in told["gone"]
    assert "FELL" not in told["steady"] + told["new"]


def test_ratios_have_commands_that_are_there() -> None:
    for command in read_commands(RATIOS):
        test_commands_name_files_that_are_there(command)
        assert all(bar.figure.groups == 1 for bar in command.bars)
