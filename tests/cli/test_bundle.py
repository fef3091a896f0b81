"""`cutline bundle`: made, checked, shown, parted and joined; and scored from."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

import cutline.datasets.bundle.output
from cutline.benchmarks.demo import write_demo
from cutline.datasets.bundle import open_bundle
from tests.command_line import Outcome, run_cutline

TEXTS = ("--name", "drawn", "--version", "1.0", "--licence", "CC0-1.0")
METRICS = ("--metrics", "bleu-4,cider-d")


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("demo")
    write_demo(folder)
    rows = [f"{image_id},{'odd' if image_id % 2 else 'even'}\n" for image_id in range(1001, 1025)]
    (folder / "numbers.csv").write_text("".join(rows))
    return folder


def make(demo: Path, output: Path, *more: object) -> Outcome:
    references = demo / "references.json"
    return run_cutline(
        *("bundle", "make", "-o", output, *TEXTS, *METRICS, "--split", f"val={references}"), *more
    )


def make_private(demo: Path, output: Path) -> Outcome:
    references = demo / "references.json"
    return make(
        *(demo, output, "--split", f"test={references}:private", "--images", f"val={references}"),
        *("--human", f"test={demo / 'steady.json'}", "--objects", f"val={demo / 'objects.json'}"),
        *("--slices", f"number={demo / 'numbers.csv'}"),
    )


def digest_in(text: str) -> str:
    [line] = [line for line in text.splitlines() if line.startswith("digest ")]
    return line.removeprefix("digest ")


def test_a_bundle_is_made_and_shown(demo: Path, tmp_path: Path) -> None:
    made = make_private(demo, tmp_path / "drawn.zip")
    assert (made.exit_code, made.stderr) == (0, "")
    shown = run_cutline("bundle", "show", tmp_path / "drawn.zip")
    assert made.stdout == shown.stdout
    lines = [line.split() for line in shown.stdout.splitlines()]
    assert ["val", "public", "24", "120", "labels,", "objects"] in lines
    assert ["test", "private", "24", "120", "human,", "labels"] in lines
    assert "slices by number: even, odd" in shown.stdout
    manifest = open_bundle(tmp_path / "drawn.zip").manifest
    assert digest_in(shown.stdout) == manifest.digest
    content = json.loads(run_cutline("bundle", "show", tmp_path / "drawn.zip", "--json").stdout)
    assert (content["cutline"], content["state"]) == ("bundle-contents", "whole")
    assert content["manifest"]["digest"] == manifest.digest
    assert content["here"] == list(manifest.files)


def test_folder_zip_and_spec_give_the_same_digest(demo: Path, tmp_path: Path) -> None:
    spec = demo / "drawn.toml"
    spec.write_text(
        """
        name = "drawn"
        version = "1.0"
        licence = "CC0-1.0"
        metrics = "bleu-4,cider-d"
        [splits.val]
        references = "references.json"
        """
    )
    outcomes = [
        make(demo, tmp_path / "drawn"),
        make(demo, tmp_path / "drawn.zip"),
        run_cutline("bundle", "make", "-o", tmp_path / "spec.zip", "--from", spec),
    ]
    assert [done.exit_code for done in outcomes] == [0, 0, 0]
    assert len({digest_in(done.stdout) for done in outcomes}) == 1
    assert (tmp_path / "drawn.zip").read_bytes() == (tmp_path / "spec.zip").read_bytes()


def test_the_spec_in_the_documentation_works(demo: Path, tmp_path: Path) -> None:
    page = Path(__file__).parent.parent.parent / "docs" / "bundles.md"
    text = page.read_text(encoding="utf-8").partition("```toml\n")[2].partition("```")[0]
    (tmp_path / "cutline-demo").symlink_to(demo)
    (tmp_path / "domains.csv").symlink_to(demo / "numbers.csv")
    (tmp_path / "bundle.toml").write_text(text, encoding="utf-8")
    done = run_cutline(
        *("bundle", "make", "-o", tmp_path / "drawn", "--from", tmp_path / "bundle.toml")
    )
    assert (done.exit_code, done.stderr) == (0, "")
    manifest = open_bundle(tmp_path / "drawn").manifest
    assert list(manifest.splits) == ["val", "test"]
    assert manifest.slices[0].labels == ("even", "odd")


def test_check_lists_and_fails(demo: Path, tmp_path: Path) -> None:
    folder = tmp_path / "drawn"
    digest = digest_in(make_private(demo, folder).stdout)
    good = run_cutline("bundle", "check", folder, "--digest", digest, "--strict")
    assert (good.exit_code, good.stderr) == (0, "")
    assert good.stdout.splitlines() == [
        f"{folder}: drawn 1.0, whole, 2 splits, 8 files",
        "no problems",
        f"digest {digest}",
    ]
    other = run_cutline("bundle", "check", folder, "--digest", "0" * 64)
    assert other.exit_code == 1
    assert "is another bundle" in other.stdout
    assert run_cutline("bundle", "check", folder, "--digest", "x").exit_code == 2
    (folder / "labels/val.jsonl").write_text("")
    (folder / "stray").write_text("")
    bad = run_cutline("bundle", "check", folder, "--json")
    assert bad.exit_code == 1
    found = json.loads(bad.stdout)
    assert found["passes"] is False
    assert [problem["severity"] for problem in found["problems"]] == ["error"] * 3
    short = run_cutline("bundle", "check", folder, "--most", 1)
    assert "... and 2 more" in short.stdout


def test_parts_are_split_off_and_joined(demo: Path, tmp_path: Path) -> None:
    whole = tmp_path / "whole.zip"
    digest = digest_in(make_private(demo, whole).stdout)
    public, private, joined = (tmp_path / name for name in ("pub.zip", "private", "joined.zip"))
    for arguments, said in (
        (("public", whole, "-o", public), f"{public}: public part, 5 of 8 files"),
        (("private", whole, "-o", private), f"{private}: private part, 3 of 8 files"),
        (("join", private, public, "-o", joined), f"{joined}: whole, 8 files"),
    ):
        done = run_cutline("bundle", *arguments)
        assert (done.exit_code, done.stderr) == (0, "")
        assert done.stdout.splitlines() == [said, f"digest {digest}"]
    assert joined.read_bytes() == whole.read_bytes()
    for part, state in ((public, "public part"), (private, "private part")):
        done = run_cutline("bundle", "check", part, "--digest", digest)
        assert done.exit_code == 0
        assert state in done.stdout
    shown = run_cutline("bundle", "show", public).stdout
    assert "this is: the public part" in shown
    assert [line.split()[1:3] for line in shown.splitlines() if line.startswith("private/")] == [
        ["private", "no"]
    ] * 3


@pytest.mark.parametrize("command", ["score", "compare"])
def test_scores_are_those_of_the_plain_files(command: str, demo: Path, tmp_path: Path) -> None:
    path = tmp_path / "drawn.zip"
    make_private(demo, path)
    runs = [demo / "steady.json", demo / "hasty.json"]
    options = (*METRICS, "--by", "domain", "--json")
    plain = run_cutline(command, *runs, "--refs", demo / "references.json", *options)
    for refs in ((path, "--only", "split=val"), (f"{path}::val",), (f"{path}::test",)):
        bundled = run_cutline(command, *runs, "--refs", *refs, *options)
        assert (bundled.exit_code, bundled.stderr) == (0, "")
        assert bundled.stdout == plain.stdout


def test_slices_of_the_bundle_are_tags(demo: Path, tmp_path: Path) -> None:
    path = tmp_path / "drawn"
    make_private(demo, path)
    score = ("score", demo / "steady.json", *METRICS, "--csv")
    tagged = run_cutline(*score, "--refs", f"{path}::val", "--by", "number")
    plain = run_cutline(*(*score, "--refs", demo / "references.json", "--by", demo / "numbers.csv"))
    assert tagged.exit_code == 0
    assert tagged.stdout == plain.stdout
    assert {line.split(",")[1] for line in tagged.stdout.splitlines()[1:]} == {"all", "even", "odd"}
    one = run_cutline(*score, "--refs", f"{path}::val", "--only", "number=odd")
    assert ",all,12," in one.stdout


def test_the_metrics_of_the_bundle_are_told_and_not_taken(demo: Path, tmp_path: Path) -> None:
    path = tmp_path / "drawn.zip"
    make(demo, path)
    done = run_cutline("score", demo / "steady.json", "--refs", path, "--csv")
    assert "drawn is meant to be scored by --metrics 'bleu-4,cider-d'" in done.stderr
    assert "rouge-l" in done.stdout


def test_the_tokenizer_of_the_bundle_is_told_and_not_taken(demo: Path, tmp_path: Path) -> None:
    make(demo, tmp_path / "drawn.zip")
    score = ("score", demo / "steady.json", "--refs", tmp_path / "drawn.zip", *METRICS)
    assert run_cutline(*score).stderr == ""
    done = run_cutline(*score, "--tokenizer", "none")
    assert done.exit_code == 0
    assert "drawn is meant to be scored by --tokenizer 'ptb(context=official)'" in done.stderr


def test_captions_are_checked_against_images_alone(demo: Path, tmp_path: Path) -> None:
    make_private(demo, tmp_path / "drawn.zip")
    public = tmp_path / "public.zip"
    run_cutline("bundle", "public", tmp_path / "drawn.zip", "-o", public)
    sound = run_cutline("validate", demo / "hasty.json", "--refs", f"{public}::test")
    assert (sound.exit_code, sound.stderr) == (0, "")
    assert "captions for 24 images" in sound.stdout
    said = json.loads((demo / "hasty.json").read_text())
    (tmp_path / "short.json").write_text(json.dumps(said[1:]))
    short = run_cutline("validate", tmp_path / "short.json", "--refs", f"{public}::test")
    assert short.exit_code == 1
    assert f"image {said[0]['image_id']}: no caption for this image" in short.stdout


def test_a_bundle_that_is_read_is_not_written_over(demo: Path, tmp_path: Path) -> None:
    path = tmp_path / "drawn.zip"
    make(demo, path)
    before = path.read_bytes()
    done = run_cutline("analyse", f"{path}::val", "--pos-sample", 0, "-o", path)
    assert done.exit_code == 2
    assert "drawn.zip is read in the same run" in done.stderr
    assert path.read_bytes() == before


def test_objects_may_come_from_standard_input(demo: Path, tmp_path: Path) -> None:
    objects = (demo / "objects.json").read_bytes()
    references = demo / "references.json"
    made = run_cutline(
        *("bundle", "make", "-o", tmp_path / "drawn.zip", *TEXTS, "--split", f"val={references}"),
        *("--objects", "val=-"),
        stdin=objects,
    )
    assert (made.exit_code, made.stderr) == (0, "")
    assert "dog" in open_bundle(tmp_path / "drawn.zip").objects("val")[1001]


def test_references_that_are_not_here(demo: Path, tmp_path: Path) -> None:
    whole, public = tmp_path / "whole.zip", tmp_path / "public.zip"
    make_private(demo, whole)
    run_cutline("bundle", "public", whole, "-o", public)
    run = demo / "steady.json"
    several = run_cutline("score", run, "--refs", whole)
    assert several.exit_code == 2
    assert several.stderr.endswith(f"say which, as {whole}::val or {whole}::test\n")
    missing = run_cutline("score", run, "--refs", public, "--only", "split=test")
    assert missing.exit_code == 4
    assert "private files of split 'test' are not here" in missing.stderr
    assert run_cutline("score", run, "--refs", public, *METRICS).exit_code == 0
    unknown = run_cutline("score", run, "--refs", whole, "--only", "split=tset")
    assert unknown.exit_code == 2
    assert "(did you mean test?); it has: val, test" in unknown.stderr


def test_other_commands_read_a_bundle_too(demo: Path, tmp_path: Path) -> None:
    path = tmp_path / "drawn.zip"
    make(demo, path)
    assert run_cutline("validate", demo / "steady.json", "--refs", path).exit_code == 0
    as_run = run_cutline("validate", path)
    assert as_run.exit_code == 3
    assert f"is a benchmark bundle, not a file of captions; cutline bundle show {path}" in (
        as_run.stderr
    )
    again = run_cutline(
        *("bundle", "make", "-o", tmp_path / "again", *TEXTS, *METRICS, "--split", f"val={path}")
    )
    assert digest_in(again.stdout) == open_bundle(path).manifest.digest


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ((), "a bundle needs --name, --version, --licence, --split"),
        ((*TEXTS,), "a bundle needs --split"),
        ((*TEXTS, "--split", "val"), "--split is NAME=FILE"),
        ((*TEXTS, "--split", "val=:private"), "--split is NAME=FILE"),
        ((*TEXTS, "--split", "val=a", "--split", "val=b"), "--split val=... is given twice"),
        ((*TEXTS, "--split", "val=a", "--human", "vla=b"), "there is no split 'vla'"),
        (("--from", "x.toml", "--name", "x"), "--from and --name exclude each other"),
        (("--from", "x.toml", "--split", "v=x"), "--from and --split exclude each other"),
    ],
)
def test_wrong_usage(arguments: tuple[str, ...], expected: str, tmp_path: Path) -> None:
    done = run_cutline("bundle", "make", "-o", tmp_path / "new", *arguments)
    assert done.exit_code == 2
    assert expected in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_wrong_places(demo: Path, tmp_path: Path) -> None:
    references = demo / "references.json"
    assert make(demo, Path("-")).exit_code == 2
    assert make(demo, demo).exit_code == 3
    assert "is read in the same run" in make(demo, demo).stderr
    gone = run_cutline("bundle", "show", tmp_path / "nothing")
    assert gone.exit_code == 3
    assert "there is no such file or folder" in gone.stderr
    assert run_cutline("bundle", "check", references).exit_code == 3


def test_hostile_texts_reach_no_terminal(demo: Path, tmp_path: Path) -> None:
    path = tmp_path / "drawn.zip"
    done = make(demo, path, "--title", "\x1b[31mred", "--description", "\x07")
    assert done.exit_code == 0
    assert "\x1b" not in done.stdout
    assert "\x1b" not in run_cutline("bundle", "show", path).stdout
    assert "\x1b" not in run_cutline("bundle", "check", path).stdout


@pytest.mark.parametrize("name", ["new", "new.zip"])
def test_an_interrupt_leaves_nothing(
    name: str, demo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(path: str, *_: object) -> Iterator[bytes]:
        yield b"half a file"
        assert any(tmp_path.iterdir())
        raise KeyboardInterrupt

    monkeypatch.setattr(cutline.datasets.bundle.output, "_as_listed", interrupted)
    done = make(demo, tmp_path / name)
    assert done.exit_code == 130
    assert "interrupted" in done.stderr
    assert list(tmp_path.iterdir()) == []
