"""`cutline judge`: what goes in, what comes out, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import cutline
from cutline.datasets.judgments import RatedCaptions, read_judgments
from cutline.reports.meta_evaluation import judge_ratings
from cutline.reports.statistics import Resampling
from tests.command_line import run_cutline
from tests.datasets.judgment_files import PAIR, RATED, elliott_keller, flickr8k, lines, write

CAPTIONS = ["a cat naps", "a cat sleeps", "a sleeping dog", "two ducks", "a cat and a duck"]


@pytest.fixture
def pets(tmp_path: Path) -> Path:
    """Five captions of two images, one of them a reference, from good to bad and back."""
    records = [
        {**RATED, "image_id": 1 + number % 2, "caption": caption, "ratings": [number % 4, number]}
        for number, caption in enumerate(CAPTIONS)
    ]
    header = {"cutline": "judgments", "version": 1, "name": "pets"}
    return lines(tmp_path / "pets.jsonl", header, *records)


def test_the_table_has_a_row_for_each_metric_and_the_protocol_below(pets: Path) -> None:
    done = run_cutline("judge", "bleu-1,rouge-l", "--judgments", pets, "--resamples", 100)
    assert done.exit_code == 0
    assert done.stderr == ""
    rows = done.stdout.splitlines()
    for name in ("tau-b", "tau-c", "spearman", "pearson", "accuracy", "95% interval", "ties"):
        assert name in rows[0]
    assert [row.split()[0] for row in rows[1:3]] == ["bleu-1", "rouge-l"]
    judged = read_judgments(pets)
    assert isinstance(judged, RatedCaptions)
    found = judge_ratings(judged, "bleu-1,rouge-l", resampling=Resampling(100))
    assert f"{found['rouge-l'].estimates['tau-b'].value:.3f}" == rows[2].split()[1]
    assert rows[4:] == [found.protocol, *(str(verdict.signature) for verdict in found.verdicts)]


def test_json_and_the_file_hold_the_same(pets: Path, tmp_path: Path) -> None:
    target = tmp_path / "verdicts.json"
    done = run_cutline("judge", "rouge-l", "--judgments", pets, "--json", "-o", target)
    assert target.read_text(encoding="utf-8") == done.stdout
    content = json.loads(done.stdout)
    assert content["cutline"] == "verdicts"
    assert content["choices"] == {"own": "keep", "ratings": "mean", "documents": "images"}
    assert content["counts"] == {"captions": 5, "observations": 5, "images": 2}
    (metric,) = content["metrics"]
    interval = metric["estimates"]["spearman"]["interval"]
    assert interval["low"] <= metric["estimates"]["spearman"]["value"] <= interval["high"]
    assert (interval["resamples"], interval["seed"], interval["level"]) == (1000, 1, 0.95)
    assert metric["signature"].endswith(f"cutline:{cutline.__version__}")
    assert run_cutline("judge", "rouge-l", "--judgments", pets, "-o", "-").stdout == done.stdout


def test_choices_change_the_protocol(pets: Path) -> None:
    done = run_cutline(
        *("judge", "rouge-l", "--judgments", pets, "--own", "leave-out", "--ratings", "flat"),
        *("--documents", "captions", "--resamples", 200, "--seed", 5, "--level", 0.9, "--json"),
        *("--tokenizer", "none"),
    )
    content = json.loads(done.stdout)
    assert content["protocol"].startswith(
        "judgments:pets|own:leave-out|ratings:flat|documents:captions|captions:4|observations:8|"
    )
    assert "|resamples:200|seed:5|level:0.9|" in content["protocol"]
    assert "|tok:none|" in content["metrics"][0]["signature"]


def test_a_set_of_metrics_is_judged(pets: Path) -> None:
    done = run_cutline("judge", "bleu-all", "--judgments", pets, "--json", "--resamples", 100)
    specs = [metric["spec"] for metric in json.loads(done.stdout)["metrics"]]
    assert specs == ["bleu-1", "bleu-2", "bleu-3", "bleu-4"]


def test_pairs_are_shown_by_category(tmp_path: Path) -> None:
    other = {**PAIR, "image_id": 2, "category": "MM", "votes": [0, 3]}
    path = lines(tmp_path / "pairs.jsonl", PAIR, other)
    done = run_cutline("judge", "rouge-1", "--judgments", path, "--resamples", 100)
    assert done.exit_code == 0
    rows = done.stdout.splitlines()
    assert "accuracy of HM" in rows[0]
    assert rows[1].split()[0:2] == ["rouge-1", "0.500"]
    assert "judgments:pairs|metric-ties:half|human-ties:leave-out|pairs:2|undecided:0" in rows[3]


def test_standard_input_is_read(pets: Path) -> None:
    done = run_cutline("judge", "rouge-l", "--judgments", "-", "--json", stdin=pets.read_bytes())
    plain = run_cutline("judge", "rouge-l", "--judgments", pets, "--json")
    assert json.loads(done.stdout)["metrics"] == json.loads(plain.stdout)["metrics"]


def test_what_is_undefined_is_null_and_said(tmp_path: Path) -> None:
    path = lines(tmp_path / "one.jsonl", RATED, {**RATED, "caption": "a dog"})
    shown = run_cutline("judge", "rouge-l", "--judgments", path)
    assert shown.exit_code == 0
    assert "undefined" in shown.stdout
    done = run_cutline("judge", "rouge-l", "--judgments", path, "--json")
    estimate = json.loads(done.stdout)["metrics"][0]["estimates"]["tau-b"]
    assert estimate["value"] is None
    assert estimate["interval"]["low"] is None


def test_captions_are_found_or_named(tmp_path: Path) -> None:
    path = flickr8k(tmp_path, "1.jpg\t2.jpg#0\t1\t1\t2\n2.jpg\t2.jpg#1\t4\t4\t3\n")
    arguments = ("judge", "rouge-l", "--judgments", path, "--own", "keep", "--json")
    beside = run_cutline(*arguments)
    moved = (tmp_path / "Flickr8k.token.txt").rename(tmp_path / "tokens")
    assert run_cutline(*arguments, "--captions", moved).stdout == beside.stdout
    missing = run_cutline(*arguments)
    assert missing.exit_code == 2
    assert "--captions" in missing.stderr


def test_a_folder_is_judged_as_published(tmp_path: Path) -> None:
    done = run_cutline("judge", "rouge-l", "--judgments", elliott_keller(tmp_path), "--json")
    assert json.loads(done.stdout)["choices"]["own"] == "keep"


@pytest.mark.parametrize(
    ("arguments", "exit_code", "message"),
    [
        (["--own", "kep"], 2, "--own is one of leave-out, keep, drop-reference, not 'kep' (did"),
        (["--ratings", "mode"], 2, "--ratings is one of flat, mean, median, not 'mode'"),
        (["--documents", "files"], 2, "--documents is one of images, captions"),
        (["--without", "Kestrel"], 2, "the judgments pets have no system 'Kestrel'"),
        (["--captions", "x.json"], 2, "do not go with --captions x.json"),
        (["--aspect", "recall"], 2, "do not go with --aspect recall"),
        (["--resamples", "5"], 2, "100 resamples or more, not 5"),
        (["--level", "95"], 2, "a level is between 0 and 1"),
        (["--tokenizer", "spaces"], 2, "spaces"),
    ],
)
def test_wrong_usage_is_said(
    pets: Path, arguments: list[str], exit_code: int, message: str
) -> None:
    done = run_cutline("judge", "rouge-l", "--judgments", pets, *arguments)
    assert (done.exit_code, done.stdout) == (exit_code, "")
    assert message in done.stderr


def test_other_failures_have_their_exit_codes(pets: Path, tmp_path: Path) -> None:
    assert run_cutline("judge", "cidre", "--judgments", pets).exit_code == 2
    assert run_cutline("judge", "rouge-l", "--judgments", tmp_path / "none").exit_code == 3
    bad = lines(tmp_path / "bad.jsonl", {**RATED, "ratings": ["good"]})
    done = run_cutline("judge", "rouge-l", "--judgments", bad)
    assert done.exit_code == 1
    assert "line 1" in done.stderr
    over = run_cutline("judge", "rouge-l", "--judgments", pets, "-o", pets)
    assert over.exit_code == 2
    assert "write to another file" in over.stderr


@pytest.mark.parametrize("option", ["--own", "--ratings", "--documents", "--without"])
def test_options_for_ratings_are_refused_for_pairs(tmp_path: Path, option: str) -> None:
    path = lines(tmp_path / "pairs.jsonl", PAIR)
    done = run_cutline("judge", "rouge-1", "--judgments", path, option, "keep")
    assert done.exit_code == 2
    assert f"{option} goes with ratings, and pairs has pairs of captions" in done.stderr


def test_nothing_but_meteors_word_lists_is_asked_for(pets: Path, without_meteor_data: None) -> None:
    done = run_cutline("judge", "meteor", "--judgments", pets)
    assert done.exit_code == 4
    assert run_cutline("judge", "rouge-l", "--judgments", pets).exit_code == 0


def test_no_file_is_left_where_judging_fails(pets: Path, tmp_path: Path) -> None:
    target = tmp_path / "verdicts.json"
    write(pets, pets.read_text(encoding="utf-8") + "{}\n")
    assert run_cutline("judge", "rouge-l", "--judgments", pets, "-o", target).exit_code == 1
    assert not target.exists()
