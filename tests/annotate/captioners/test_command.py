"""Shell commands as captioners: kept running, or run for each picture."""

from __future__ import annotations

import re
import shlex
import sys
import threading
import time
import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from cutline.annotate.captioners import NoCaption, captioner_named
from cutline.annotate.captioners.command_for_each import CommandForEach
from cutline.annotate.captioners.kept_command import KeptCommand
from tests.annotate.captioners.subjects import subject

PYTHON = shlex.quote(sys.executable)

#: Answers by the name of the picture: what to do comes first, as in crash-3.png.
SCRIPT = """
import json, os, sys, time
log = open(os.environ["ASKED"], "a")
for line in sys.stdin:
    question = json.loads(line)
    name = os.path.basename(question["path"])
    print(os.getpid(), name, file=log, flush=True)
    what = name.split("-")[0]
    answer = {"caption": f"caption of {question['image_id']}"}
    if what == "crash":
        print("cannot go on", file=sys.stderr, flush=True)
        sys.exit(3)
    if what == "slow":
        time.sleep(60)
    if what == "chatty":
        print("Loading model ...\\n[1, 2]\\n", flush=True)
    if what == "unable":
        answer = {"error": "too dark"}
    if what == "odd":
        answer = {"colour": "red"}
    if what == "other":
        answer["image_id"] = "another"
    if what == "same":
        answer["image_id"] = question["image_id"]
    if what == "deaf":
        sys.stdin.close()
        sys.stdout.close()
        os.close(1)
        time.sleep(60)
    print(json.dumps(answer), flush=True)
"""


@pytest.fixture
def asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "asked.txt"
    path.write_text("")
    monkeypatch.setenv("ASKED", str(path))
    return path


@contextmanager
def kept(folder: Path, timeout: float = 20.0) -> Iterator[KeptCommand]:
    script = folder / "script.py"
    script.write_text(SCRIPT)
    spec = f"command:exec {PYTHON} {shlex.quote(str(script))}"
    (captioner,) = captioner_named(spec, timeout=timeout)
    assert isinstance(captioner, KeptCommand)
    try:
        yield captioner
    finally:
        captioner.close()


def starts(asked: Path) -> int:
    return len({line.split()[0] for line in asked.read_text().splitlines()})


def test_one_process_answers_for_all_pictures(tmp_path: Path, asked: Path) -> None:
    with kept(tmp_path) as captioner:
        assert captioner.name == "script"
        first = captioner.captions([subject("a.png"), subject("b.png", 7)])
        second = captioner.captions([subject("c d'é.png")])
    assert first == ["caption of a.png", "caption of 7"]
    assert second == ["caption of c d'é.png"]
    assert starts(asked) == 1


def test_a_command_that_dies_is_started_again_and_the_picture_is_an_error(
    tmp_path: Path, asked: Path
) -> None:
    with kept(tmp_path) as captioner:
        names = ("a.png", "crash-1.png", "b.png")
        one, two, three = captioner.captions([subject(name) for name in names])
    assert (one, three) == ("caption of a.png", "caption of b.png")
    assert two == NoCaption("the command ended with exit code 3: cannot go on")
    assert starts(asked) == 2


def test_a_command_that_is_too_slow_is_ended_and_started_again(tmp_path: Path, asked: Path) -> None:
    with kept(tmp_path) as captioner:
        assert captioner.captions([subject("a.png")]) == ["caption of a.png"]
        captioner._timeout = 0.3
        (slow,) = captioner.captions([subject("slow-1.png")])
        captioner._timeout = 20
        assert slow == NoCaption("no answer within 0.3 s")
        assert captioner.captions([subject("b.png")]) == ["caption of b.png"]
    assert starts(asked) == 2


def test_chatter_is_passed_over_and_answers_stay_with_their_pictures(
    tmp_path: Path, asked: Path
) -> None:
    names = ("chatty-1.png", "same-2.png", "unable-3.png", "odd-4.png", "other-5.png", "b.png")
    with kept(tmp_path) as captioner:
        said = captioner.captions([subject(name) for name in names])
    assert said == [
        "caption of chatty-1.png",
        "caption of same-2.png",
        NoCaption("too dark"),
        NoCaption('no caption in the answer {"colour": "red"}'),
        NoCaption("the command answered for image 'another' and not for this"),
        "caption of b.png",
    ]
    assert starts(asked) == 2


def test_of_endless_chatter_little_is_kept() -> None:
    (captioner,) = captioner_named("command:exec yes " + "chatter" * 2000, timeout=2.0)
    assert isinstance(captioner, KeptCommand)
    tracemalloc.start()
    try:
        (said,) = captioner.captions([subject("a.png")])
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
        captioner.close()
    assert isinstance(said, NoCaption)
    found = re.search(r"no JSON objects \((\d+)\), the last: chatter", said.why)
    assert found is not None
    # 14 kB a line; so many wait at most, and one more is with each of two threads.
    assert int(found[1]) > 400
    assert most < 5_000_000


def test_a_command_that_nobody_listens_to_can_still_end(tmp_path: Path) -> None:
    mark = tmp_path / "ended.txt"
    code = (
        "import json, sys; sys.stdin.readline(); print(json.dumps({'caption': 'a dog'}));"
        "[print('x' * 10_000) for _ in range(500)]; open(sys.argv[1], 'w').write('yes')"
    )
    command = f"command:exec {PYTHON} -c {shlex.quote(code)} {shlex.quote(str(mark))}"
    (captioner,) = captioner_named(command, timeout=20.0)
    assert captioner.captions([subject("a.png")]) == ["a dog"]
    captioner.close()
    assert mark.read_text() == "yes"


def test_a_command_that_never_answers_is_given_up(tmp_path: Path, asked: Path) -> None:
    with kept(tmp_path) as captioner:
        said = captioner.captions([subject(f"crash-{n}.png") for n in range(7)])
        later = captioner.captions([subject("a.png")])
    assert starts(asked) == 5
    expected = NoCaption("not asked: the command failed 5 times in a row without an answer")
    assert said[5:] == later * 2 == [expected] * 2


def test_a_command_that_does_not_exist_is_said_to(asked: Path) -> None:
    captioner = KeptCommand("no-such-command-anywhere", 20)
    (said,) = captioner.captions([subject("a.png")])
    captioner.close()
    assert isinstance(said, NoCaption)
    assert "no such command: " in said.why
    assert "no-such-command-anywhere" in said.why


def test_a_command_that_stops_listening_is_ended(tmp_path: Path, asked: Path) -> None:
    with kept(tmp_path) as captioner:
        (said,) = captioner.captions([subject("deaf-1.png")])
        assert said == NoCaption("the command closed its output")
        assert captioner.captions([subject("b.png")]) == ["caption of b.png"]


def test_closing_ends_a_command_that_does_not_want_to(tmp_path: Path) -> None:
    mark = tmp_path / "alive.txt"
    script = "import time, sys\nwhile True:\n time.sleep(.05)\n open(sys.argv[1], 'a').write('.')"
    captioner = KeptCommand(f"{PYTHON} -c {shlex.quote(script)} {shlex.quote(str(mark))}", 0.2)
    (said,) = captioner.captions([subject("a.png")])
    assert said == NoCaption("no answer within 0.2 s")
    size = mark.stat().st_size if mark.exists() else 0
    time.sleep(0.2)
    assert (mark.stat().st_size if mark.exists() else 0) == size
    captioner.close()


def test_closing_while_somebody_waits_starts_nothing_again(tmp_path: Path, asked: Path) -> None:
    with kept(tmp_path) as captioner:
        said: list[object] = []
        names = ("slow-1.png", "a.png", "b.png")
        asking = threading.Thread(
            target=lambda: said.extend(captioner.captions([subject(name) for name in names]))
        )
        asking.start()
        while not asked.read_text():
            time.sleep(0.01)
        captioner.close()
        asking.join(20)
    assert len(said) == 3
    assert said[1:] == [NoCaption("not asked: the work was ended")] * 2
    assert starts(asked) == 1


def test_closing_ends_commands_that_run_for_one_picture() -> None:
    captioner = for_each("import time; time.sleep(60)", 60)
    said: list[object] = []
    subjects = [subject("a.png"), subject("b.png"), subject("c.png")]
    asking = threading.Thread(target=lambda: said.extend(captioner.captions(subjects)))
    asking.start()
    while len(captioner._running) < 2:
        time.sleep(0.01)
    captioner.close()
    asking.join(20)
    assert said[:2] == [NoCaption("the command was ended by SIGKILL")] * 2
    assert said[2] == NoCaption("not asked: the work was ended")


def for_each(code: str, timeout: float = 20.0) -> CommandForEach:
    spec = f"command:{PYTHON} -c {shlex.quote(code)} {{path}} {{image_id}}"
    (captioner,) = captioner_named(spec, timeout=timeout, parallel=2)
    assert isinstance(captioner, CommandForEach)
    return captioner


def test_what_a_command_prints_is_the_caption() -> None:
    captioner = for_each("import sys; print(sys.argv[1].split('/')[-1] + '\\n', sys.argv[2])")
    said = captioner.captions([subject("a b'$(x).png", 3), subject("ü.png", "7; exit 1")])
    assert said == ["a b'$(x).png 3", "ü.png 7; exit 1"]


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("import sys; print('a dog'); sys.exit('no memory')", "ended with exit code 1: no memory"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)", "ended"),
        ("pass", "the caption is empty"),
        ("print('x' * 200000)", "the caption has 200,000 characters"),
    ],
)
def test_what_goes_wrong_is_told(code: str, why: str) -> None:
    (said,) = for_each(code).captions([subject("a.png")])
    assert isinstance(said, NoCaption)
    assert why in said.why


def test_the_time_of_one_picture_is_limited() -> None:
    captioner = for_each(
        "import sys, time; time.sleep(60 * ('slow' in sys.argv[1])); print('ok')", 3
    )
    slow, quick = captioner.captions([subject("slow.png"), subject("b.png")])
    assert slow == NoCaption("no answer within 3 s")
    assert quick == "ok"


def test_who_prints_a_caption_as_it_is_learns_what_is_expected() -> None:
    (captioner,) = captioner_named("command:echo a dog", timeout=20.0)
    try:
        (answer,) = captioner.captions([subject("1.png")])
    finally:
        captioner.close()
    assert isinstance(answer, NoCaption)
    assert '{"caption": "..."}' in answer.why
    assert "the last: a dog (" in answer.why
    assert "{path}" in answer.why
