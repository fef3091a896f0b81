"""`cutline study word-agreement`."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest

import cutline.cli.word_agreement_study.inputs as study_inputs
from cutline.cli.word_agreement_study.inputs import parse_ks
from cutline.core.errors import UsageError
from tests.command_line import Outcome, run_cutline

CAPTIONS: dict[int, list[str]] = {
    1: ["A brown otter swims.", "an otter", "an otter in a river", "something brown"],
    2: ["an otter eats", "a wet otter", "an otter eats fish", "the otter!"],
    3: ["a red kite", "a kite flies", "a big kite", "a kite in the sky"],
    4: ["a bird", "a red kite flies", "a kite", "two kites"],
}
SAID = {1: "an otter swims", 2: "an otter", 3: "a red otter", 4: "a kite"}


@pytest.fixture
def captions(tmp_path: Path) -> Path:
    path = tmp_path / "river.json"
    path.write_text(json.dumps(CAPTIONS), encoding="utf-8")
    return path


@pytest.fixture
def run(tmp_path: Path) -> Path:
    path = tmp_path / "diver.json"
    results = [{"image_id": image_id, "caption": text} for image_id, text in SAID.items()]
    path.write_text(json.dumps(results), encoding="utf-8")
    return path


@pytest.fixture
def scores(tmp_path: Path) -> Path:
    path = tmp_path / "seer.jsonl"
    kites = {1: 0.1, 2: 0.2, 3: 0.9, 4: 0.8}
    lines = [json.dumps({"image_id": i, "words": {"kite": s}}) for i, s in kites.items()]
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def asked(*arguments: object) -> Outcome:
    return run_cutline("study", "word-agreement", *arguments, "--at-least", 1)


def answered(*arguments: object) -> Outcome:
    outcome = asked(*arguments)
    assert (outcome.exit_code, outcome.stderr) == (0, "")
    return outcome


def content_of(*arguments: object) -> Any:
    return json.loads(answered(*arguments, "--json").stdout)


def words_of(content: Any) -> dict[str, Any]:
    return {entry["word"]: entry for entry in content["words"]}


def test_words_and_parts(captions: Path) -> None:
    content = content_of(captions)
    assert (content["study"], content["images"], content["k"]) == ("word-agreement", 4, [1, 2, 3])
    words = words_of(content)
    otter = words["otter"]
    assert (otter["part"], otter["images"]) == ("noun", 2)
    # 3 of 4 and 4 of 4 captions: (3·2 + 4·3) / (3·3 + 4·3) of the other captions have it too.
    assert otter["recall"] == pytest.approx(18 / 21)
    assert otter["precision_3"] == 1
    assert words["red"]["recall"] == 0
    parts = {means["part"]: means["words"] for means in content["by_part"]}
    assert parts["all"] == len(words) == sum(parts.values()) - parts["all"]
    assert content["systems"] == []


def test_tables(captions: Path, run: Path) -> None:
    lines = answered(captions, "--systems", run, "--pos", "noun", "--resamples", 0).stdout
    first, *rest = lines.splitlines()
    assert first.startswith("river: 4 images, 16 captions, ")
    assert first.endswith(" words; one caption against k others")
    rows = [line.split() for line in rest if line]
    assert ["otter", "noun", "2", "0.857"] in [row[:4] for row in rows]
    assert ["k", "=", "1"] in [row[:3] for row in rows]
    assert ["diver", "all"] in [row[:2] for row in rows]
    assert "Images that a system does not name come last" in lines
    assert rows[-2][0].startswith("word-agreement(k=1+2+3,held_out=all,unit=token,words=")
    assert rows[-1][0].startswith("precision-at-human-recall(k=3,unit=token,words=")


def test_a_screenful_and_orders(tmp_path: Path) -> None:
    letters = "abcdefghijklmnopqrstuvwxyz"
    texts = [" ".join(f"z{letter}" for letter in letters[:size]) for size in range(1, 27)]
    path = tmp_path / "many.json"
    path.write_text(json.dumps({"1": texts, "2": texts[10:]}), encoding="utf-8")
    assert "1 more with --all" in answered(path, "-k", 2).stdout
    assert "more with --all" not in answered(path, "-k", 2, "--all").stdout
    by_word = answered(path, "-k", 2, "--sort", "word", "--all").stdout
    names = [line.split()[0] for line in by_word.splitlines() if line[:1] == "z"]
    assert names == sorted(names)
    assert len(names) == 26
    by_recall = content_of(path, "-k", 2)
    recalls = {word: entry["recall"] for word, entry in words_of(by_recall).items()}
    shown = answered(path, "-k", 2, "--sort", "recall", "--all").stdout.splitlines()
    ordered = [recalls[line.split()[0]] for line in shown if line[:1] == "z"]
    assert ordered == sorted(ordered, reverse=True)


def test_words_of_a_file(captions: Path, tmp_path: Path) -> None:
    listed = tmp_path / "words.txt"
    listed.write_text("Kite\n\notter\nkite\nunicorn\n", encoding="utf-8")
    outcome = asked(captions, "--words", listed, "--json")
    assert outcome.stderr == "cutline: no caption has 1 of the words: unicorn\n"
    assert list(words_of(json.loads(outcome.stdout))) == ["kite", "otter"]


def test_lemmas(captions: Path) -> None:
    kite = words_of(content_of(captions, "--lemma"))["kite"]
    assert kite["recall"] == pytest.approx((4 * 3 + 3 * 2) / (4 * 3 + 3 * 3))


def test_held_out_captions(captions: Path) -> None:
    first = words_of(content_of(captions, "--held-out", "first", "-k", 3))["otter"]
    # The fourth captions against the first three: one hit of weight 3, of 6 mentions.
    assert first["recall"] == pytest.approx(0.5)
    one, again, other = (
        content_of(captions, "--held-out", "random", "--seed", seed)["words"] for seed in (1, 1, 2)
    )
    assert one == again != other
    assert "held_out=random:1," in answered(captions, "--held-out", "random").stdout


def test_systems_of_both_kinds(captions: Path, run: Path, scores: Path) -> None:
    content = content_of(captions, "--systems", run, "--systems", scores, "-k", 3)
    diver, seer = content["systems"]
    assert (diver["system"], seer["system"]) == ("diver", "seer")
    kite = words_of(seer)["kite"]
    assert (kite["precision"], kite["own_recall"], kite["is_reached"]) == (1, 1, True)
    otter = words_of(diver)["otter"]
    # Both otters and one kite are named.
    mentions = 3 * 3 / 4 + 3 * 4 / 4
    assert otter["precision"] == pytest.approx(mentions / (mentions + 1))
    low, high = seer["by_part"][-1]["precision"]["interval"]
    assert low <= seer["by_part"][-1]["precision"]["value"] <= high


def test_systems_that_leave_images_out(captions: Path, tmp_path: Path) -> None:
    path = tmp_path / "half.jsonl"
    path.write_text('{"image_id": 3, "words": ["kite"]}\n', encoding="utf-8")
    outcome = asked(captions, "--systems", path)
    assert outcome.exit_code == 1
    assert "no words for 3 images of the captions, such as 1" in outcome.stderr
    lenient = asked(captions, "--systems", path, "--lenient", "--json")
    assert "they are left out" in lenient.stderr
    assert json.loads(lenient.stdout)["systems"][0]["images"] == 1


def test_files_are_written(captions: Path, run: Path, tmp_path: Path) -> None:
    table, whole, page = (tmp_path / name for name in ("w.csv", "w.json", "w.html"))
    answered(captions, "--systems", run, "-o", table, "--resamples", 0)
    with table.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert rows[0]["word"] == "a"
    assert {"precision_3", "p", "phr:diver"} <= set(rows[0])
    printed = answered(captions, "--systems", run, "-o", whole, "--json").stdout
    assert json.loads(whole.read_text(encoding="utf-8")) == json.loads(printed)
    outcome = asked(captions, "--report", page, "--name", "otter,kite")
    assert outcome.stderr == f"cutline: the report is {page}\n"
    html = page.read_text(encoding="utf-8")
    assert "Word agreement in river" in html
    assert "Named are otter, kite." in html


def test_captions_from_standard_input(captions: Path) -> None:
    outcome = run_cutline(
        "study", "word-agreement", "-", "--at-least", 1, "--json", stdin=captions.read_bytes()
    )
    assert json.loads(outcome.stdout)["images"] == 4


def test_images_with_few_captions_are_told(captions: Path, tmp_path: Path) -> None:
    path = tmp_path / "ragged.json"
    path.write_text(json.dumps({**CAPTIONS, 5: ["an eel"]}), encoding="utf-8")
    outcome = asked(path)
    assert outcome.exit_code == 0
    assert outcome.stderr == (
        "cutline: 1 of 5 images have fewer than 4 captions and are left out\n"
    )


def test_without_a_parser(captions: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(study_inputs, "missing_parser", lambda: "get one with: pip")
    outcome = asked(captions, "--json")
    assert outcome.exit_code == 0
    assert "without parts of speech: get one with: pip" in outcome.stderr
    assert [means["part"] for means in json.loads(outcome.stdout)["by_part"]] == ["all"]


@pytest.mark.parametrize(
    ("arguments", "exit_code", "said"),
    [
        (["-k", "9"], 1, "no image has 10 captions, the most is 4"),
        (["-k", "four"], 2, "-k is a number, or numbers such as 1..4"),
        (["--words", "0"], 2, "--words is a number from 1 on"),
        (["--words", "absent.txt"], 3, "absent.txt: cannot be read"),
        (["--pos", "nuon"], 2, "did you mean noun"),
        (["--name", "unicorn"], 2, "--name: 'unicorn' is not among the words"),
        (["--systems", "-"], 2, "--systems reads files"),
        (["--systems", "absent.json"], 3, "absent.json: cannot be read"),
        (["--resamples", "5"], 2, "100 resamples or more"),
        (["--at-least", "99"], 1, "no word is in 99 images or more"),
    ],
)
def test_mistakes(
    captions: Path, run: Path, arguments: list[str], exit_code: int, said: str
) -> None:
    outcome = run_cutline(
        "study", "word-agreement", captions, "--at-least", 1, "--systems", run, *arguments
    )
    assert outcome.exit_code == exit_code
    assert said in outcome.stderr
    assert outcome.stdout == ""


def test_files_of_no_words(captions: Path, tmp_path: Path) -> None:
    listed = tmp_path / "words.txt"
    listed.write_bytes(b"\n\n")
    assert "holds no words" in asked(captions, "--words", listed).stderr
    listed.write_bytes(b"otter\nk\xffte\n")
    assert "line 2, column 2: not UTF-8" in asked(captions, "--words", listed).stderr


def test_numbers_of_references() -> None:
    assert parse_ks("3") == (3,)
    assert parse_ks(" 1 .. 4 ") == (1, 2, 3, 4)
    assert parse_ks("4,1..2") == (1, 2, 4)
    for wrong in ("", "0", "3..1", "1..", "-1", "1.5", "٣"):
        with pytest.raises(UsageError, match="-k is"):
            parse_ks(wrong)
