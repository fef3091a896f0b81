"""Scoring in a process of its own: the same scores, within limits, and nothing leaks."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from cutline.core.types import Run
from cutline.datasets.bundle import BundleContent, SplitContent, write_bundle
from cutline.server.hosting.human import run_bytes
from cutline.server.scoring import separate
from cutline.server.scoring.limits import Limits, clean_environment
from cutline.server.scoring.outcome import Outcome
from cutline.server.scoring.separate import score_separately, why_unconfined
from cutline.server.scoring.task import ContentFault, Interrupted, PlatformFault, ScoringTask
from tests.server import made
from tests.server.scored import score_here

CANARY = made.CANARIES[1]
#: Enough for the classic metrics, and the machine's other tests go on.
LIMITS = Limits(memory_megabytes=4096, seconds=120)


@pytest.fixture
def task(tmp_path: Path) -> ScoringTask:
    content = BundleContent(
        name="made",
        benchmark_version="1.0",
        licence="CC0-1.0",
        slices={"light": "when it was taken"},
        splits=(SplitContent.from_benchmark("test", made.pictures(CANARY), visibility="private"),),
    )
    path = tmp_path / "made.zip"
    write_bundle(content, path)
    metrics = ("bleu-4", "rouge-l", "cider-d")
    return ScoringTask(path, "test", run_bytes(made.run(good=5)), metrics, "light", 0.25, "salt")


def test_a_child_gives_the_same_scores(task: ScoringTask, tmp_path: Path) -> None:
    steps: list[float] = []
    found = score_separately(task, LIMITS, folder=tmp_path, progress=steps.append)
    assert found == score_here(task)
    assert steps == sorted(steps)
    assert 0 < steps[0] < steps[-1] <= 1
    assert [path.name for path in tmp_path.iterdir()] == ["made.zip"]  # its folder is gone


def test_problems_of_the_captions_are_told(task: ScoringTask) -> None:
    few = replace(task, run=run_bytes(Run("few", {1: ("a dog",), 2: ("a cat",)})))
    with pytest.raises(ContentFault, match="no caption for this image") as raised:
        score_separately(few, LIMITS)
    assert CANARY not in str(raised.value)
    with pytest.raises(ContentFault, match=r"run\.jsonl"):
        score_separately(replace(task, run=b"{no json"), LIMITS)


def test_a_fault_of_the_platform_quotes_nothing(task: ScoringTask) -> None:
    damaged = task.bundle.with_name("damaged.zip")
    damaged.write_bytes(task.bundle.read_bytes()[:-40])
    with pytest.raises(PlatformFault, match=r"reading the bundle: FileError at \w+\.py:\d+"):
        score_separately(replace(task, bundle=damaged), LIMITS)
    with pytest.raises(PlatformFault, match="scoring: UsageError at"):
        score_separately(replace(task, metrics=("no-such-metric",)), LIMITS)


#: Stands in for the program that scores, with a fault of its own at a place of its own.
_FAULTY = """
import sys
from cutline.server.scoring import child, compute
def score_run(bundle, split, *rest):
    text = " ".join(bundle.references(split)[0].references[0])
    print(text)
    print(text, file=sys.stderr)
    {fault}
compute.score_run = score_run
child.main()
"""


def _with_fault(fault: str, task: ScoringTask, monkeypatch: pytest.MonkeyPatch) -> Outcome:
    command = (sys.executable, "-P", "-c", _FAULTY.format(fault=fault))
    monkeypatch.setattr(separate, "_COMMAND", command)
    return score_separately(task, replace(LIMITS, memory_megabytes=2048, file_megabytes=1))


@pytest.mark.parametrize(
    ("fault", "expected"),
    [
        ("raise ValueError(text)", r"scoring: ValueError at"),
        ("raise OSError(28, 'No space left on device', text)", r"scoring: OSError \(No space"),
        ("bytearray(4 << 30)", "out of the memory that scoring may use"),
        ("import os; os.kill(os.getpid(), 11)", "ended by SIGSEGV"),
        ("sys.stdout.flush(); import os; os._exit(7)", "ended with code 7"),
        ("open('large', 'wb').write(bytes(2 << 20))", "SIGXFSZ|File too large"),
        ("import socket; socket.socket()", r"scoring: PermissionError \(Permission denied\)"),
        ("import socket; socket.socket(socket.AF_UNIX)", "scoring: PermissionError"),
        ("[open('/dev/null') for _ in range(300)]", r"scoring: OSError \(Too many open files"),
    ],
)
def test_faults_and_limits_are_told_by_kind_alone(
    fault: str, expected: str, task: ScoringTask, monkeypatch: pytest.MonkeyPatch
) -> None:
    if "socket" in fault and why_unconfined():
        pytest.skip(why_unconfined())
    with pytest.raises(PlatformFault, match=expected) as raised:
        _with_fault(fault, task, monkeypatch)
    assert CANARY not in str(raised.value)


def test_nothing_that_is_printed_comes_out(
    task: ScoringTask, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(PlatformFault):
        _with_fault("raise ValueError(text)", task, monkeypatch)
    assert capfd.readouterr() == ("", "")


def test_secrets_are_not_passed_on(task: ScoringTask, monkeypatch: pytest.MonkeyPatch) -> None:
    given = {"DATABASE_URL": "postgres://a:b@c/d", "CUTLINE_SECRET": "s", "PATH": "/bin"}
    given |= {"CUTLINE_EMAIL_URL": "smtp://a:b@c", "CUTLINE_CACHE_DIR": "/cache", "LC_ALL": "C"}
    passed = {"PATH": "/bin", "CUTLINE_CACHE_DIR": "/cache", "LC_ALL": "C"}
    assert clean_environment(given) == passed
    monkeypatch.setenv("CUTLINE_SECRET", "a secret of the site")
    fault = "import os; assert 'CUTLINE_SECRET' in os.environ"
    with pytest.raises(PlatformFault, match="AssertionError"):
        _with_fault(fault, task, monkeypatch)


def test_a_child_that_takes_too_long_is_ended(
    task: ScoringTask, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = (sys.executable, "-c", "import time; time.sleep(600)")
    monkeypatch.setattr(separate, "_COMMAND", command)
    with pytest.raises(PlatformFault, match="took longer than 1 s"):
        score_separately(task, replace(LIMITS, seconds=1))


def test_a_child_is_ended_with_all_that_it_started(
    task: ScoringTask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pids = tmp_path / "pids"
    line = (
        "import os, subprocess, sys, time\n"
        "other = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        f"open({str(pids)!r}, 'w').write(f'{{os.getpid()}} {{other.pid}}')\n"
        "time.sleep(600)"
    )
    monkeypatch.setattr(separate, "_COMMAND", (sys.executable, "-c", line))
    with pytest.raises(Interrupted):
        score_separately(task, LIMITS, stop=lambda: pids.exists() and bool(pids.read_text()))
    child, other = map(int, pids.read_text().split())
    assert not _runs(child)  # it was waited for
    # Killed too, but nobody's child any more: the kernel ends it when it gets a turn.
    _wait_until(lambda: not _runs(other))


_PARENT = """
import sys
from pathlib import Path
from cutline.server.scoring import separate
from cutline.server.scoring.limits import Limits
from cutline.server.scoring.task import ScoringTask
line = '''
import json, os, sys, time
from cutline.server.scoring.limits import end_with_parent
end_with_parent(json.loads(sys.stdin.buffer.read())["parent"])
open(sys.argv[1], "w").write(str(os.getpid()))
time.sleep(600)
'''
separate._COMMAND = (sys.executable, "-c", line, sys.argv[1])
separate.score_separately(ScoringTask(Path("no"), "test", b"", ()), Limits())
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the kernel of Linux does it")
def test_a_child_does_not_outlive_its_parent(tmp_path: Path) -> None:
    pid_file = tmp_path / "pid"
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    parent = subprocess.Popen([sys.executable, "-c", _PARENT, str(pid_file)], env=environment)
    try:
        _wait_until(lambda: pid_file.exists() and bool(pid_file.read_text()))
        pid = int(pid_file.read_text())
        assert _runs(pid)
    finally:
        parent.kill()
        parent.wait()
    _wait_until(lambda: not _runs(pid))


def test_limits_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUTLINE_SCORING_MEMORY", "1024")
    monkeypatch.setenv("CUTLINE_SCORING_SECONDS", "30")
    found = Limits.from_environment()
    assert (found.memory_megabytes, found.seconds) == (1024, 30.0)
    monkeypatch.setenv("CUTLINE_SCORING_MEMORY", "lots")
    with pytest.raises(ValueError, match="CUTLINE_SCORING_MEMORY is 'lots', expected a whole"):
        Limits.from_environment()


def test_the_child_does_not_load_django() -> None:
    line = "import sys, cutline.server.scoring.child, cutline.server.scoring.compute; "
    line += "print('django' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", line], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    # One that has ended waits for its parent to ask, and runs no more.
    state = Path(f"/proc/{pid}/stat")
    return not state.exists() or state.read_text().rpartition(")")[2].split()[0] != "Z"


def _wait_until(holds: object, seconds: float = 60.0) -> None:
    assert callable(holds)
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.02)
