"""Tours where parts are not installed: each is named with what gets it, the rest is shown."""

from __future__ import annotations

from pathlib import Path

from tests.cli.tour.test_whole import HEADLINES, cutline, part


def test_what_is_not_installed_is_told_and_the_rest_is_shown(
    tmp_path: Path, without_extras: str
) -> None:
    done = cutline(tmp_path, "demo", "--tour", "--no-open", PYTHONPATH=without_extras)
    assert done.returncode == 0, done.stderr
    ending = done.stdout.partition("Not shown, with the command that gets each:\n")[2]
    for headline in ("A SPICE graph", *HEADLINES[6:]):
        assert "\n  Not shown: " in part(done.stdout, headline)
        told = next(line for line in ending.splitlines() if line.startswith(f"  {headline}: "))
        assert "pip install " in told
    assert "  spice is left out: " in ending
    for headline in {*HEADLINES[:3], "Content selection"}:
        assert "Not shown" not in part(done.stdout, headline)
    page = (tmp_path / "cutline-demo" / "index.html").read_text(encoding="utf-8")
    assert "Some parts were not shown" in page
    assert "gallery.html" not in page.partition("Reproduce")[0].partition("<tbody>")[2]
    assert list((tmp_path / "temporary").glob("cutline-*")) == []
