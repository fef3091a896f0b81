"""`cutline domains`: from objects of images to labels that slices read."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.command_line import Outcome, run_cutline

BOXES = """ImageID,Source,LabelName,Confidence,XMin,XMax,YMin,YMax
a1,xclick,/m/1,1,0,1,0,1
a1,xclick,/m/1,1,0,1,0,1
a2,xclick,/m/1,1,0,1,0,1
a2,xclick,/m/3,1,0,1,0,1
a3,xclick,/m/3,1,0,1,0,1
a4,xclick,/m/2,1,0,1,0,1
a5,xclick,/m/4,1,0,1,0,1
"""
FILES = {
    "boxes.csv": BOXES,
    "names.csv": "LabelName,DisplayName\n/m/1,Bird\n/m/2,Duck\n/m/3,Harp\n/m/4,Wing\n",
    "kinds.txt": "Duck: Bird\nWing: part of Bird\nHarp:\n",
    "map.txt": "bird: Bird\nunicorn: -\n",
    "boats.txt": "Canoe: Boat\n",
    "seen.txt": "bird\nunicorn\n",
    "objects.jsonl": (
        '{"image_id": 1, "objects": ["bird"]}\n{"image_id": 2, "objects": {"harp": 2}}\n'
    ),
}

Run = Callable[..., Outcome]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs the command in a folder that has all files."""
    for name, content in FILES.items():
        (tmp_path / name).write_text(content, "utf-8")
    monkeypatch.chdir(tmp_path)

    def domains(*arguments: str, **settings: Any) -> Outcome:
        return run_cutline("domains", *arguments, **settings)

    return domains


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("demonstration") / "demo"
    assert run_cutline("demo", "--output", folder).exit_code == 0
    return folder


FARM = ("boxes.csv", "--map", "map.txt", "--classes", "names.csv", "--hierarchy", "kinds.txt")


def labels_of(text: str) -> dict[str, str | None]:
    header, *records = map(json.loads, text.splitlines())
    assert (header["cutline"], header["version"]) == ("labels", 1)
    return {record["image_id"]: record["label"] for record in records}


@pytest.mark.parametrize(
    ("options", "duck", "wing"),
    [
        ((), "out-of-domain", None),
        (("--subclasses", "covered"), "in-domain", None),
        (("--parts", "count"), "out-of-domain", "out-of-domain"),
    ],
)
def test_domains_are_told_and_written(
    run: Run, options: tuple[str, ...], duck: str, wing: str | None
) -> None:
    done = run(*FARM, "-o", "domains.jsonl", *options)
    assert (done.exit_code, done.stderr) == (0, "")
    assert labels_of(Path("domains.jsonl").read_text()) == {
        "a1": "in-domain",
        "a2": "near-domain",
        "a3": "out-of-domain",
        "a4": duck,
        "a5": wing,
    }
    assert run(*FARM, "-o", "-", *options).stdout == Path("domains.jsonl").read_text()


def test_the_table_tells_images_and_classes(run: Run) -> None:
    lines = [line.split() for line in run(*FARM).stdout.splitlines()]
    assert ["in-domain", "1", "20.0%", "1", "0", "1.0", "2.0"] in lines
    assert ["out-of-domain", "2", "40.0%", "0", "2", "1.0", "1.0"] in lines
    assert ["no", "class", "1", "20.0%"] in lines
    assert ["near-domain", "Harp*", "1,", "bird", "1"] in lines
    assert ["images", "without", "a", "class:", "a5"] in lines
    assert ["training", "classes", "in", "no", "image:", "unicorn"] in lines
    assert ["parts", "left", "out", "of", "account:", "Wing", "1"] in lines


def test_json_has_every_figure(run: Run) -> None:
    found = json.loads(run(*FARM, "--json").stdout)
    assert (found["cutline"], found["version"], found["images"]) == ("domains", 1, 5)
    assert [one["images"] for one in found["domains"]] == [1, 1, 2]
    assert found["without_class"] == ["a5"]
    assert found["unseen_training_classes"] == found["without_counterpart"] == ["unicorn"]
    assert found["all"]["novel_classes"] == {"Harp": 2, "Duck": 1}
    assert found["signature"].startswith("domains(subclasses=novel,parts=ignore)|map:map.txt=")


@pytest.mark.parametrize("name", ["d.jsonl", "d.json", "d.csv", "d.tsv", "d.jsonl.gz", "d.csv.gz"])
def test_scores_are_sliced_by_every_form_of_labels(run: Run, demo: Path, name: str) -> None:
    objects = {**json.loads((demo / "objects.json").read_text()), "1001": []}
    Path("some.json").write_text(json.dumps(objects))
    Path("seen.txt").write_text("sun\nboat\nbird\ncat\ntree\ndog\n")
    assert run("some.json", "--training-classes", "seen.txt", "-o", name).exit_code == 0
    told = json.loads(run("some.json", "--training-classes", "seen.txt", "--json").stdout)
    sizes = {one["name"]: one["images"] for one in told["domains"]}
    assert min(sizes.values()) > 0
    done = run_cutline(
        *("score", demo / "steady.json", "--refs", demo / "references.json"),
        *("--metrics", "bleu-1", "--by", name, "--json"),
    )
    assert done.exit_code == 0, done.stderr
    [system] = json.loads(done.stdout)["runs"]
    found = {label: part["images"] for label, part in system["slices"].items()}
    assert found == {**sizes, "(none)": 1}


def test_equal_names_need_no_map(run: Run) -> None:
    done = run("objects.jsonl", "--training-classes", "seen.txt", "-o", "-")
    assert labels_of(done.stdout) == {1: "in-domain", 2: "out-of-domain"}
    piped = run(
        "-", "--training-classes", "seen.txt", "-o", "-", stdin=Path("objects.jsonl").read_bytes()
    )
    assert piped.stdout == done.stdout


def test_cocos_map_is_the_usual_one(run: Run) -> None:
    Path("objects.jsonl").write_text('{"image_id": 1, "objects": ["Flying disc", "Man", "Tire"]}\n')
    Path("kinds.txt").write_text("Tire: part of Car\nFlying disc:\nMan:\n")
    plain = run("objects.jsonl", "-o", "-")
    assert labels_of(plain.stdout) == {1: "near-domain"}
    assert "parts of things such as a tyre count" in plain.stderr
    named = run("objects.jsonl", "-o", "-", "--map", "coco-open-images", "--hierarchy", "kinds.txt")
    assert labels_of(named.stdout) == {1: "in-domain"}
    assert named.stderr == ""


@pytest.mark.parametrize(
    ("arguments", "exit_code", "message"),
    [
        (("boxes.csv",), 1, "no image has a class of the map 'coco-open-images 1': found classes"),
        (("boxes.csv",), 1, "give --classes, Open Images' table of class names"),
        ((*FARM, "--subclasses", "cover"), 2, "subclasses is novel or covered, not 'cover'"),
        ((*FARM, "--parts", "drop"), 2, "parts is ignore or count, not 'drop'"),
        (("objects.jsonl", "--parts", "ignore"), 2, "--parts ignore goes with --hierarchy"),
        (("objects.jsonl", "--subclasses", "covered"), 2, "--subclasses covered goes with"),
        ((*FARM, "-o", "domains.txt"), 2, "domains.txt: labels are written as .jsonl, .json"),
        ((*FARM, "-o", "map.txt"), 2, "map.txt is read in the same run"),
        ((*FARM, "-o", "-", "--json"), 2, "--json and -o - exclude each other"),
        ((*FARM, "--report", "gone/page.html"), 3, "there is no folder"),
        ((*FARM, "--report", "-"), 2, "--report writes a page to a file"),
        (("gone.csv",), 3, "gone.csv: cannot be read"),
        (
            ("boxes.csv", "--map", "coco-open-images", "--training-classes", "seen.txt"),
            2,
            "has the training classes of COCO",
        ),
        (
            ("boxes.csv", "--map", "seen.txt", "--classes", "names.csv"),
            3,
            "seen.txt, line 1: found 'bird', expected a training class, a colon",
        ),
        (
            ("objects.jsonl", "--training-classes", "names.csv", "--strict"),
            1,
            "expected some such as 'LabelName,DisplayName'",
        ),
        (
            (
                "objects.jsonl",
                "--training-classes",
                "seen.txt",
                "--hierarchy",
                "boats.txt",
                "--strict",
            ),
            1,
            "classes that are not in the hierarchy: 2, such as 'bird'",
        ),
    ],
)
def test_what_cannot_be_done_is_said(
    run: Run, arguments: tuple[str, ...], exit_code: int, message: str
) -> None:
    before = set(Path().iterdir())
    done = run(*arguments)
    assert (done.exit_code, done.stdout) == (exit_code, "")
    assert message in done.stderr
    assert set(Path().iterdir()) == before


def test_an_error_stands_alone(run: Run) -> None:
    assert len(run("gone.csv").stderr.splitlines()) == 1


def test_a_map_is_checked_by_the_vocabularies(run: Run) -> None:
    Path("map.txt").write_text("bird: Brid\nunicorn: -\n")
    assert "'Brid' is no annotation class (did you mean Bird?)" in run(*FARM).stderr
    Path("map.txt").write_text("bird: Bird\n")
    done = run(*FARM, "--training-classes", "seen.txt")
    assert done.exit_code == 1
    assert "has no line for 'unicorn'" in done.stderr


def test_what_a_lenient_reader_leaves_out_is_told(run: Run) -> None:
    with Path("objects.jsonl").open("a") as file:
        file.write('{"image_id": 3, "objects": [7]}\n')
    base = ("objects.jsonl", "--training-classes", "seen.txt")
    assert run(*base).exit_code != 0
    done = run(*base, "--lenient")
    assert done.exit_code == 0
    assert "cutline: left out: 1 " in done.stderr


def test_other_classes_are_warned_of(run: Run) -> None:
    Path("seen.txt").write_text("zither\n")
    done = run("objects.jsonl", "--training-classes", "seen.txt")
    assert done.exit_code == 0
    assert "found classes such as 'bird', expected some such as 'zither'" in done.stderr


def test_packed_labels_are_equal_each_time(run: Run) -> None:
    run(*FARM, "-o", "one.tsv.gz")
    run(*FARM, "-o", "two.tsv.gz")
    assert Path("one.tsv.gz").read_bytes() == Path("two.tsv.gz").read_bytes()
    assert gzip.decompress(Path("one.tsv.gz").read_bytes()).splitlines()[5] == b"a5\t"


def test_a_page_escapes_what_files_say(run: Run) -> None:
    Path("objects.jsonl").write_text('{"image_id": 1, "objects": ["<b>bird"]}\n')
    run("objects.jsonl", "--training-classes", "seen.txt", "--report", "page.html")
    page = Path("page.html").read_text()
    assert "&lt;b&gt;bird" in page
    assert "<b>bird" not in page
