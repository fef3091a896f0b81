"""`cutline serve rescore` and `cutline serve import-board`, on a site of their own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).parent.parent.parent

#: What fills the site: a benchmark with an entry, scored by a version that is not installed.
FILL = """
import django
django.setup()
from django.core.management import call_command
call_command("migrate", verbosity=0)
from cutline.server.models import Benchmark, Result, ScoringJob
from cutline.web.people.models import Role
from tests.server import made
from tests.server.scored import score_all, submission
benchmark = made.benchmark(made.person("hanna", Role.HOST), metrics=("rouge-l", "bleu-4"))
submission(made.phase(benchmark), made.team("Alphas", made.person("pia")), made.run("Alpha"))
score_all()
for model in (Result, ScoringJob):
    model.objects.update(scorer="cutline-0.0-former")
Benchmark.objects.update(scorer="cutline-0.0-former")
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("site")
    done = _run(made, "-c", FILL)
    assert done.returncode == 0, done.stderr
    return made


def _run(folder: Path, *command: object) -> subprocess.CompletedProcess[str]:
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("CUTLINE_S", "CUTLINE_A", "DJANGO_", "DATABASE_"))
    }
    site = {"CUTLINE_SERVER_DATA": str(folder), "CUTLINE_LOG": "error"}
    site["DJANGO_SETTINGS_MODULE"] = "cutline.web.settings"
    return subprocess.run(
        [sys.executable, *map(str, command)],
        cwd=PROJECT,
        env=kept | site,
        capture_output=True,
        text=True,
        check=False,
    )


def _serve(folder: Path, *command: object) -> subprocess.CompletedProcess[str]:
    return _run(folder, "-m", "cutline", "serve", *command)


def test_a_board_is_computed_anew_without_a_running_site_then_published(folder: Path) -> None:
    first = _serve(folder, "rescore", "made", "--json")
    assert first.returncode == 0, first.stderr
    found = json.loads(first.stdout)
    assert found["scorer_before"] == "cutline-0.0-former"
    assert found["summary"]["scored"] == 3
    alpha = next(entry for entry in found["entries"] if entry["method"] == "Alpha")
    assert (alpha["place_before"], alpha["place_after"]) == (1, 1)
    assert alpha["before"] == alpha["after"]
    assert "the board is as it was" in first.stderr
    shown = _serve(folder, "rescore", "made", "--publish")
    assert shown.returncode == 0, shown.stderr
    assert "made: 3 entries: 0 with other scores, 0 at another place, 0 missing" in shown.stdout
    assert "published" in shown.stderr
    again = _serve(folder, "rescore", "made")
    assert (again.returncode, again.stdout) == (0, "")
    assert "nothing to compute anew" in again.stderr
    unknown = _serve(folder, "rescore", "mad")
    assert unknown.returncode == 2
    assert "did you mean" in unknown.stderr.lower()


def test_a_board_is_imported_or_told_of(folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "board.csv"
    file.write_text("method,rouge-l\nOld,0.5\nOlder,bad\n")
    several = _serve(folder, "import-board", "made", file)
    assert several.returncode == 2
    assert "several phases, say which one with --phase: dev, test" in several.stderr
    bad = _serve(folder, "import-board", "made", file, "--phase", "test")
    assert bad.returncode == 1
    assert "line 3, rouge-l: 'bad' is no number" in bad.stderr
    file.write_text("rank,method,team,rouge-l,rouge-l low\n1,Old [b],Others,0.5,0.25\n")
    checked = _serve(folder, "import-board", "made", file, "--phase", "test", "--check")
    rows = [line.split() for line in checked.stdout.splitlines()]
    assert rows[0] == ["method", "team", "rouge-l"]
    assert rows[1] == ["Old", "[b]", "Others", "0.5", "(0.25", "to", "?)"]
    assert "not used: rank" in checked.stdout
    file.write_text("method,rouge-l\nOld,0.5\n")
    checked = _serve(folder, "import-board", "made", file, "--phase", "test", "--check")
    assert "1 row would join the board of made, test" in checked.stdout
    done = _serve(folder, "import-board", "made", file, "--phase", "dev")
    assert (done.returncode, done.stdout) == (0, "1 row joined the board of made, dev\n")
    assert (
        _serve(folder, "import-board", "made", tmp_path / "none.csv", "--phase", "dev").returncode
        == 3
    )
    assert _serve(folder, "import-board", "made", file, "--phase", "tset").returncode == 2
