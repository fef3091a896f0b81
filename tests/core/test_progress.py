"""Long work is shown on a terminal, and only there."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
import time
from pathlib import Path
from unittest.mock import patch

import pytest

from cutline.cli.terminal import note, working
from cutline.core import progress as module
from cutline.core.progress import counting, duration_text, progress, rate_text, reporting

PROJECT = Path(__file__).parent.parent.parent
HIDE_CURSOR, SHOW_CURSOR, ERASE_LINE = "\x1b[?25l", "\x1b[?25h", "\x1b[2K"


class Screen:
    """A terminal, and all that was ever written to it."""

    def __init__(self) -> None:
        self.master, slave = os.openpty()
        self.file = os.fdopen(slave, "w")
        self.written = ""
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self) -> None:
        try:
            while piece := os.read(self.master, 4096):
                self.written += piece.decode(errors="replace")
        except OSError:
            pass  # the other end was closed

    def wait_for(self, pattern: str) -> None:
        """Wait until something is shown that was not shown before."""
        start = time.monotonic()
        while not re.search(pattern, self.written):
            assert time.monotonic() - start < 10, f"{pattern} is not in {self.written!r}"
            time.sleep(0.01)

    def __enter__(self) -> Screen:
        self._patch = patch.object(sys, "stderr", self.file)
        self._patch.start()
        return self

    def __exit__(self, *_: object) -> None:
        assert sys.stderr is self.file
        self._patch.stop()
        self.file.close()
        self._reader.join(timeout=10)
        os.close(self.master)


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch) -> Screen:
    """To be entered by the test itself: pytest sets standard error anew when a test begins."""
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setattr(module, "_SECONDS_BEFORE_SHOWING", 0.0)
    return Screen()


def test_a_bar_appears_with_the_first_step_and_all_is_erased_at_the_end(screen: Screen) -> None:
    with screen, progress("Counting [sheep]") as step:
        screen.wait_for(r"Counting \[sheep\]")
        assert "%" not in screen.written
        step(0.25)
        screen.wait_for(" 25%")
        step(7)  # more than all of it
        screen.wait_for("100%")
    written = screen.written
    assert written.index(HIDE_CURSOR) < written.rindex(SHOW_CURSOR)
    assert written.rindex("Counting") < written.rindex(ERASE_LINE)


def test_a_message_changes_as_work_goes_on(screen: Screen) -> None:
    with screen, reporting("Training") as report:
        screen.wait_for("Training")
        report(0.25, "Training, loss 3.1")
        screen.wait_for("loss 3.1.* 25%")


def test_what_was_done_before_says_nothing_of_the_time_left() -> None:
    work = module._Work("Training", begun=0.5)
    work.started = time.monotonic() - 30
    work.report(0.5, "Training")
    assert work.seconds_left() is None
    work.report(0.75, "Training")
    assert round(work.seconds_left() or 0) == 30


def test_work_inside_other_work_takes_the_display_over_and_hands_it_back(screen: Screen) -> None:
    with screen, working("Scoring"):
        screen.wait_for("Scoring")
        with progress("Compiling") as step:
            step(0.5)
            screen.wait_for("Compiling.* 50%")
            with progress("Waiting"):
                screen.wait_for("Waiting")
        screen.wait_for(r"Compiling[\s\S]*Waiting[\s\S]*Scoring")
    written = screen.written
    assert written.count(HIDE_CURSOR) == written.count(SHOW_CURSOR) == 1


def test_notes_are_written_above_the_display(screen: Screen) -> None:
    with screen, working("Scoring"):
        screen.wait_for("Scoring")
        note("cutline: something to know")
        screen.wait_for("something to know\r\n")
    assert "something to know" in screen.written


def test_answers_stay_on_standard_output(
    screen: Screen, capsys: pytest.CaptureFixture[str]
) -> None:
    with screen, working("Scoring"):
        screen.wait_for("Scoring")
        print("answer")
    assert capsys.readouterr().out == "answer\n"
    assert "answer" not in screen.written


def test_an_error_gives_the_screen_back(screen: Screen) -> None:
    def fail() -> None:
        with working("Scoring"), progress("Compiling"):
            screen.wait_for("Compiling")
            raise KeyboardInterrupt

    with screen:
        with pytest.raises(KeyboardInterrupt):
            fail()
        with progress("Once more"):
            screen.wait_for("Once more")
    written = screen.written
    assert written.count(HIDE_CURSOR) == written.count(SHOW_CURSOR) == 2


def test_short_work_is_never_shown(screen: Screen, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_SECONDS_BEFORE_SHOWING", 0.3)
    with screen:
        for _ in range(20):
            with working("Scoring"), progress("Compiling") as step:
                step(0.5)
        time.sleep(0.5)
    assert screen.written == ""


def test_work_that_ends_while_it_is_about_to_be_shown(screen: Screen) -> None:
    with screen:
        for number in range(200):
            with progress("Scoring"):
                time.sleep(number / 50_000)
    written = screen.written
    assert written.count(HIDE_CURSOR) == written.count(SHOW_CURSOR)


def test_threads_share_the_display(screen: Screen) -> None:
    def work() -> None:
        for number in range(20):
            with progress("Working") as step:
                step(number / 20)
                time.sleep(0.001)

    threads = [threading.Thread(target=work) for _ in range(8)]
    with screen:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    written = screen.written
    assert written.count(HIDE_CURSOR) == written.count(SHOW_CURSOR)


def test_things_that_are_counted_are_shown_with_their_rate(screen: Screen) -> None:
    with screen, counting("Annotating", 200, "images") as done:
        screen.wait_for("Annotating 0 of 200|Annotating")
        assert "images/" not in screen.written
        done(50)
        screen.wait_for(r" 25% 50 of 200 \S*?[\d,.]+ images/(s|min|h)\S* \S*?\d+ s left")
        done(200)
        screen.wait_for("100% 200 of 200")


def test_nothing_to_count_is_all_done(screen: Screen) -> None:
    with screen, counting("Annotating", 0, "images") as done:
        done(0)
        screen.wait_for("100% 0 of 0")


def test_a_small_share_tells_the_time_left_once_it_took_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = [100.0]
    monkeypatch.setattr(module.time, "monotonic", lambda: now[0])
    work = module._Work("Annotating", total=100_000, things="images", started=100.0)
    assert work.seconds_left() is None
    work.count(20)
    now[0] += 5
    assert work.seconds_left() is None
    now[0] += 7.5
    work.count(50)
    now[0] += 3  # until the next is counted, nothing changes
    assert work.seconds_left() == pytest.approx(12.5 * 1999)
    assert work.rate() == "4.0 images/s"


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0, "0 s"),
        (119.4, "119 s"),
        (119.6, "2 min"),
        (119 * 60, "119 min"),
        (7200, "2 h"),
        (2 * 3600 + 300, "2 h 5 min"),
        (30 * 3600 + 300, "30 h"),
    ],
)
def test_long_times_are_in_minutes_and_hours(seconds: float, text: str) -> None:
    assert duration_text(seconds) == text


def test_a_rate_is_in_the_unit_that_gives_a_number_to_read() -> None:
    assert rate_text(1234, 1, "images") == "1,234 images/s"
    assert rate_text(1, 1.5, "images") == "40.0 images/min"
    assert rate_text(1, 0, "images") == "0.0 images/h"


def test_nothing_is_shown_or_imported_when_piped() -> None:
    code = (
        "import sys, time\n"
        "from cutline.core.progress import progress\n"
        "with progress('Scoring') as step:\n"
        "    step(0.5)\n"
        "    time.sleep(0.8)\n"
        "assert 'rich' not in sys.modules\n"
        "sys.stderr = None\n"
        "with progress('Scoring') as step:\n"
        "    step(0.5)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=PROJECT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
