"""The study of photos from captions to a page, with photos that a small captioner can learn."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.command_line import Outcome, run_cutline
from tests.models.torch_part import needs_torch

needs_torch()

from cutline.cli import study_models_photos  # noqa: E402
from cutline.cli.model_study.photos import together  # noqa: E402
from cutline.datasets.read import read_run  # noqa: E402
from tests.cli.model_study.photos.made_photos import write_photos  # noqa: E402

Study = Callable[..., Outcome]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("photos")
    write_photos(folder)
    return folder


@pytest.fixture
def study(place: Path, monkeypatch: pytest.MonkeyPatch) -> Study:
    monkeypatch.chdir(place)
    # One after the other: processes of their own are for trainings that take minutes.
    real = together.learn_all

    def one_by_one(names, *rest):  # type: ignore[no-untyped-def]
        for name in names:
            real([name], *rest)

    monkeypatch.setattr("cutline.cli.model_study.photos.study.learn_all", one_by_one)

    def run(*more: object) -> Outcome:
        return run_cutline(
            *("study", "models", "photos", "--captions", "captions.json", "--images", "photos"),
            *(
                "--splits",
                "train=train.txt",
                "--splits",
                "val=val.txt",
                "--splits",
                "test=test.txt",
            ),
            *(
                "--features",
                "made.features",
                "--components",
                4,
                "--size",
                24,
                "--epochs",
                12,
                "--batch",
                8,
            ),
            *("--metrics", "bleu-4,cider-d", "--resamples", 200, "--shown", 3, "--beam", 3),
            *("--work", "work", *more),
        )

    return run


def test_captioners_learn_and_everything_is_told(study: Study) -> None:
    done = study("--report", "page.html", "-o", "study.json")
    assert done.exit_code == 0, done.stderr
    content = json.loads(Path("study.json").read_text())
    assert content["images"] == {"train": 42, "val": 6, "test": 12}
    assert content["parted_by"] == "lists"
    systems = {system["name"]: system for system in content["systems"]}
    assert list(systems) == ["show-attend-tell", "up-down", "nearest-neighbour"]
    for name in ("show-attend-tell", "up-down"):
        assert systems[name]["scores"]["cider-d"]["value"] > 0.5
        assert len(systems[name]["history"]) == 12
        assert f"{name}(word_size=24" in systems[name]["signature"]
        assert "components(4)" in systems[name]["signature"]
    assert len(content["looks"]) == 3
    assert [look["chosen"] for look in content["looks"]] == ["best", "middle", "worst"]
    assert "nearest-neighbour" in done.stdout
    check_page(Path("page.html").read_text())
    run, _ = read_run("work/up-down.run.jsonl")
    assert len(run.captions) == 12
    assert all(1 <= len(of) <= 3 for of in run.captions.values())


def check_page(page: str) -> None:
    assert "Where they looked" in page
    words = re.findall(r'<div class="look photo-\d" role="img" aria-label="wall: ([^"]*)"', page)
    # The walls are on the right, and that is where a captioner looks to name their colour.
    colours = re.findall(r'aria-label="(?:red|green|blue): ([^"]*)"', page)
    assert words
    assert sum("right" in place for place in colours) > len(colours) / 2
    assert page.count("data:image/png;base64,") >= len(words) + len(colours)
    assert not re.search(r'(?:src|href)="http', page)


def test_what_was_trained_is_not_trained_again(study: Study, place: Path) -> None:
    study("--models", "up-down", "-o", "one.json")
    trained = (place / "work" / "up-down.pt").stat().st_mtime_ns
    study("--models", "up-down", "-o", "two.json", "--shown", 1)
    assert (place / "work" / "up-down.pt").stat().st_mtime_ns == trained
    one, two = (json.loads((place / f"{name}.json").read_text()) for name in ("one", "two"))
    assert one["systems"] == two["systems"]
    assert not list((place / "work").glob("*.checkpoint"))


@pytest.mark.parametrize(
    ("more", "code", "told"),
    [
        (["--models", "up-dwon"], 2, "not 'up-dwon' (did you mean up-down?)"),
        (["--models", ","], 2, "--models names none"),
        (["--report", "-"], 2, "writes a page to a file"),
        (["--images", "nowhere"], 3, "no such file or folder"),
        (["--features", "nowhere"], 3, "there is no such folder"),
    ],
)
def test_wrong_usage_is_told(study: Study, more: list[str], code: int, told: str) -> None:
    done = study(*more)
    assert done.exit_code == code
    assert told in done.stderr


def test_models_are_those_that_look_at_grids() -> None:
    assert study_models_photos.model_names("up-down, up-down") == ("up-down",)
