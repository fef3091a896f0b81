"""`cutline explain`: what goes in, what comes out, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import cutline
from cutline.benchmarks.demo import demo_benchmark, demo_run, write_demo
from cutline.metrics.meteor import Meteor
from tests.command_line import Outcome, run_cutline

Folder = Path


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Folder:
    folder = tmp_path_factory.mktemp("demo")
    write_demo(folder)
    return folder


def explain_demo(demo: Folder, *arguments: object, system: str = "hasty") -> Outcome:
    base = ("explain", demo / f"{system}.json", "--refs", demo / "references.json")
    return run_cutline(*base, *arguments)


def explain_typed(candidate: str, *references: str, more: tuple[object, ...] = ()) -> Outcome:
    given = [part for reference in references for part in ("--reference", reference)]
    return run_cutline("explain", "--candidate", candidate, *given, *more)


def explain_written(
    folder: Folder, results: object, references: object, *arguments: object
) -> Outcome:
    (folder / "results.json").write_text(json.dumps(results))
    (folder / "references.json").write_text(json.dumps(references))
    base = ("explain", folder / "results.json", "--refs", folder / "references.json")
    return run_cutline(*base, *arguments)


def table_of(done: Outcome) -> list[str]:
    """The first table, without the numbers and what else is below it."""
    assert done.exit_code == 0, done.stderr
    lines = done.stdout.splitlines()
    return lines[: next(n for n, line in enumerate(lines) if line.startswith("precision"))]


def images_of(done: Outcome) -> list[str]:
    headings = [line for line in done.stdout.splitlines() if line.startswith("image ")]
    return [heading.removeprefix("image ").partition(",")[0] for heading in headings]


def content_of(done: Outcome) -> dict[str, Any]:
    assert (done.exit_code, done.stderr) == (0, "")
    content: dict[str, Any] = json.loads(done.stdout)
    return content


def test_typed_sentences_stand_over_each_other() -> None:
    done = explain_typed("a big dog runs next to a tree", "a large dog running beside a tree")
    assert (done.exit_code, done.stderr) == (0, "")
    *lines, signature = done.stdout.splitlines()
    assert lines == [
        "candidate  a  big      dog  runs     next to a   tree",
        "           =  synonym  =    stem     paraphrase  =",
        "reference  a  large    dog  running  beside a    tree",
        "",
        "precision 0.789  recall 0.800  F 0.798  fragmentation 0.000  score 0.798",
        "",
        "=  exact match  |  a chunk begins or ends  ¹  out of order: equal numbers match",
    ]
    scores = cutline.score(
        ["a big dog runs next to a tree"], [["a large dog running beside a tree"]], "meteor"
    )
    assert signature == str(scores["meteor"].signature)
    assert f"score {scores['meteor'].value:.3f}" in lines[4]


def test_bars_part_chunks_and_numbers_join_what_is_out_of_order() -> None:
    done = explain_typed("on a mat two cats sleep", "two cats sleep quietly on a mat")
    assert table_of(done)[:3] == [
        "candidate                   |         | on  a  mat | two  cats  sleep",
        "           =¹   =¹    =¹    |         | =   =  =   | =¹   =¹    =¹",
        "reference  two  cats  sleep | quietly | on  a  mat |",
    ]
    assert "fragmentation 2/6 = 0.333" in done.stdout


def test_several_chunks_out_of_order_have_different_numbers() -> None:
    done = explain_typed("tree dog ball boat", "boat ball dog tree")
    assert table_of(done)[:3] == [
        "candidate       |      |     | tree | dog | ball | boat",
        "           =³   | =²   | =¹  | =    | =¹  | =²   | =³",
        "reference  boat | ball | dog | tree |     |      |",
    ]


@pytest.mark.parametrize(
    ("candidate", "reference", "shown", "number"),
    [
        ("", "an owl", ("candidate  (no words)", "reference  an  owl"), "precision undefined"),
        ("an owl", "", ("candidate  an  owl", "reference  (no words)"), "recall undefined"),
        ("", "", ("candidate  (no words)", "reference  (no words)"), "F undefined"),
        ("three mice", "an owl", ("candidate  three  mice", "reference  an     owl"), "F 0.000"),
    ],
)
def test_nothing_matches_or_there_are_no_words(
    candidate: str, reference: str, shown: tuple[str, str], number: str
) -> None:
    done = explain_typed(candidate, reference)
    assert table_of(done) == [*shown, ""]
    assert number in done.stdout
    assert "score 0.000" in done.stdout
    (image,) = content_of(explain_typed(candidate, reference, more=("--json",)))["images"]
    (row,) = image["references"]
    assert (row["score"], row["fragmentation"], row["matches"]) == (0.0, None, [])


def test_the_best_reference_is_shown_or_all_with_the_best_first() -> None:
    references = ("a cat", "a dog runs home", "the dog is running")
    best = explain_typed("a dog runs", *references)
    headings = [line for line in best.stdout.splitlines() if line.startswith("reference 2 of")]
    assert headings == ["reference 2 of 3 (best)"]
    assert "a cat" not in best.stdout.replace("  ", " ")
    every = explain_typed("a dog runs", *references, more=("--all-references",))
    headings = [line for line in every.stdout.splitlines() if " of 3" in line]
    assert headings == ["reference 2 of 3 (best)", "reference 1 of 3", "reference 3 of 3"]
    assert every.stdout.count("precision") == 3
    assert explain_typed("a dog", "a dog").stdout.startswith("candidate")


def test_files_show_their_first_images_and_say_so(demo: Folder) -> None:
    done = explain_demo(demo)
    assert done.exit_code == 0
    assert images_of(done) == ["1001", "1002", "1003"]
    assert "the first 3 of 24 images" in done.stderr
    assert "--worst N" in done.stderr
    assert done.stdout.count("cutline:") == 1  # one signature for all
    from_pipe = run_cutline(
        *("explain", "-", "--refs", demo / "references.json"),
        stdin=(demo / "hasty.json").read_bytes(),
    )
    assert from_pipe.stdout == done.stdout


def test_images_are_shown_once_each_in_the_order_asked_for(demo: Folder) -> None:
    chosen = ("--image", 1017, "--image", 1003, "--image", 1017)
    done = explain_demo(demo, *chosen)
    assert (images_of(done), done.stderr) == (["1017", "1003"], "")


def test_an_image_can_be_named_by_text(tmp_path: Path) -> None:
    results = [{"image_id": name, "caption": "a dog"} for name in ("beach", "street")]
    references = {"beach": ["a dog swims"], "street": ["a dog on a street"], "wood": ["a tree"]}
    done = explain_written(tmp_path, results, references, "--image", "street", "--lenient")
    assert images_of(done) == ["street"]
    wrong = explain_written(tmp_path, results, references, "--image", "stret", "--lenient")
    assert (wrong.exit_code, wrong.stdout) == (2, "")
    assert "the references have no image 'stret' (did you mean street?)" in wrong.stderr
    assert "they have 3: beach, street, wood" in wrong.stderr
    absent = explain_written(tmp_path, results, references, "--image", "wood", "--lenient")
    assert (absent.exit_code, absent.stdout) == (2, "")
    assert "results has no caption for image wood" in absent.stderr


def test_unknown_numbers_are_refused_with_near_ones(demo: Folder) -> None:
    done = explain_demo(demo, "--image", 1001, "--image", 10055)
    assert (done.exit_code, done.stdout) == (2, "")
    assert "did you mean 1005" in done.stderr
    assert "they have 24: 1001, 1002, 1003, ..." in done.stderr


@pytest.mark.parametrize("option", ["--worst", "--best"])
def test_lowest_and_highest_scores_come_in_order(demo: Folder, option: str) -> None:
    (score,) = cutline.Corpus(demo_benchmark(), "meteor").score(demo_run("steady")).scores
    values = dict(zip(score.image_ids, score.values.tolist(), strict=True))
    expected = sorted(values, key=lambda i: values[i] if option == "--worst" else -values[i])
    done = explain_demo(demo, option, 5, "--json", system="steady")
    assert [image["image_id"] for image in content_of(done)["images"]] == expected[:5]
    more = explain_demo(demo, option, 999, "--json", system="steady")
    assert [image["image_id"] for image in content_of(more)["images"]] == expected


def test_of_equal_scores_the_first_images_are_taken(tmp_path: Path) -> None:
    results = [{"image_id": number, "caption": "an owl"} for number in (3, 1, 2)]
    references = {number: ["an owl"] for number in (3, 1, 2)}
    for option in ("--worst", "--best"):
        done = explain_written(tmp_path, results, references, option, 2)
        assert images_of(done) == ["3", "1"]


def test_json_has_every_reference_with_the_numbers_of_the_score(demo: Folder) -> None:
    content = content_of(explain_demo(demo, "--worst", 24, "--json", system="steady"))
    expected = cutline.Corpus(demo_benchmark(), "meteor").score(demo_run("steady"))["meteor"]
    assert (content["cutline"], content["version"]) == ("explanation", 1)
    assert content["metric"] == "meteor"
    assert content["signature"] == str(expected.signature)
    assert len(content["images"]) == 24
    for image in content["images"]:
        (best,) = [row for row in image["references"] if row["is_best"]]
        place = expected.image_ids.index(image["image_id"])
        assert len(image["references"]) == 5
        assert best["score"] == expected.values[place]
        assert best["score"] == max(row["score"] for row in image["references"])
        assert list(best["statistics"]) == list(Meteor.columns)
        assert list(best["statistics"].values()) == expected.statistics[place].tolist()
        assert best["chunks"] == best["statistics"]["chunks"]


def test_json_tells_where_matched_words_stand() -> None:
    done = explain_typed("dogs next to a tree", "a dog beside a tree", more=("--json",))
    (image,) = content_of(done)["images"]
    (row,) = image["references"]
    assert image["candidate"] == ["dogs", "next", "to", "a", "tree"]
    assert row["reference"] == ["a", "dog", "beside", "a", "tree"]
    assert row["matches"] == [
        {
            "stage": stage,
            "candidate": [said[0], said[1] - said[0]],
            "reference": [wanted[0], wanted[1] - wanted[0]],
            "candidate_words": image["candidate"][slice(*said)],
            "reference_words": row["reference"][slice(*wanted)],
        }
        for stage, said, wanted in (
            ("stem", (0, 1), (1, 2)),
            ("paraphrase", (1, 4), (2, 4)),
            ("exact", (4, 5), (4, 5)),
        )
    ]


def test_settings_change_the_numbers_and_the_signature() -> None:
    spec = "meteor(task=adequacy)"
    done = explain_typed("a dog runs", "the dog is running", more=("--json", "--metric", spec))
    content = content_of(done)
    score = cutline.score(["a dog runs"], [["the dog is running"]], spec)[spec]
    assert (content["metric"], content["signature"]) == (spec, str(score.signature))
    assert content["images"][0]["references"][0]["score"] == score.value
    plain = explain_typed("A dog.", "a dog", more=("--tokenizer", "none", "--json"))
    assert content_of(plain)["images"][0]["candidate"] == ["a", "dog", "."]
    assert content_of(explain_typed("A dog.", "a dog", more=("--json",)))["images"][0][
        "candidate"
    ] == ["a", "dog"]


def test_images_without_a_caption_are_left_out_as_in_a_score(tmp_path: Path) -> None:
    results = [{"image_id": 2, "caption": "a cat sleeps"}]
    references = {1: ["a dog"], 2: ["the cat is sleeping"]}
    done = explain_written(tmp_path, results, references, "--json", "--lenient")
    assert "only 1 of 2 images" in done.stderr
    content = json.loads(done.stdout)
    score = cutline.score({2: "a cat sleeps"}, references, "meteor", policy="lenient")["meteor"]
    assert content["signature"] == str(score.signature)
    assert [image["image_id"] for image in content["images"]] == [2]
    assert content["images"][0]["references"][0]["score"] == score.values[0]
    assert explain_written(tmp_path, results, references).exit_code == 1


def test_a_file_is_written_beside_the_table(demo: Folder, tmp_path: Path) -> None:
    target = tmp_path / "explained.json"
    target.write_text("old")
    done = explain_demo(demo, "--image", 1002, "-o", target)
    assert done.stdout.startswith("image 1002")
    as_json = explain_demo(demo, "--image", 1002, "--json").stdout
    assert target.read_text(encoding="utf-8") == as_json
    assert explain_demo(demo, "--image", 1002, "-o", "-").stdout == as_json
    assert [path.name for path in tmp_path.iterdir()] == ["explained.json"]


def test_a_failed_run_leaves_the_old_file(demo: Folder, tmp_path: Path) -> None:
    target = tmp_path / "explained.json"
    target.write_text("old")
    assert explain_demo(demo, "--image", 7, "-o", target).exit_code == 2
    assert target.read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["explained.json"]


def test_inputs_are_not_written_over(demo: Folder, tmp_path: Path) -> None:
    results, references = tmp_path / "hasty.json", tmp_path / "references.json"
    for path in (results, references):
        path.write_bytes((demo / path.name).read_bytes())
    for path in (results, references):
        before = path.read_bytes()
        done = explain_demo(tmp_path, "-o", path)
        assert (done.exit_code, done.stdout) == (2, "")
        assert "write to another file" in done.stderr
        assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("arguments", "exit_code", "message"),
    [
        (["--worst", "2", "--best", "2"], 2, "--worst and --best exclude each other"),
        (["--image", "1001", "--worst", "2"], 2, "--image and --worst exclude each other"),
        (["--worst", "0"], 2, "--worst"),
        (["--metric", "bleu-4"], 2, "bleu-4 cannot be explained; these can: meteor, spice"),
        (["--metric", "metoer"], 2, "did you mean meteor?"),
        (["--metric", "meteor(task=rank)"], 2, "ranking"),
        (["--metric", "meteor,bleu-1"], 2, "is not a metric"),
        (["--tokenizer", "ptp"], 2, "did you mean ptb?"),
        (["--candidate", "a dog"], 2, "does not go with RESULTS and --refs"),
        (["--reference", "a dog"], 2, "--all-references"),
        (["-o", "no/such/folder/x.json", "--image", "1001"], 3, "cannot be written"),
    ],
)
def test_wrong_usage_is_explained(
    demo: Folder, arguments: list[str], exit_code: int, message: str
) -> None:
    done = explain_demo(demo, *arguments)
    assert (done.exit_code, done.stdout) == (exit_code, "")
    assert message in done.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "give RESULTS and --refs FILE, or --candidate TEXT and --reference TEXT"),
        (["results.json"], "give RESULTS and --refs FILE"),
        (["--refs", "references.json"], "give RESULTS and --refs FILE"),
        (["--candidate", "a dog"], "--candidate needs --reference too"),
        (["--reference", "a dog"], "--reference needs --candidate too"),
        (["--candidate", "a", "--reference", "b", "--best", "1"], "does not go with --best"),
        (["-", "--refs", "-"], "can be read once"),
    ],
)
def test_half_of_what_is_needed(arguments: list[str], message: str) -> None:
    done = run_cutline("explain", *arguments)
    assert (done.exit_code, done.stdout) == (2, "")
    assert message in done.stderr


def test_missing_files_are_named(demo: Folder, tmp_path: Path) -> None:
    absent = tmp_path / "absent.json"
    for results, references in (
        (absent, demo / "references.json"),
        (demo / "hasty.json", absent),
    ):
        done = run_cutline("explain", results, "--refs", references)
        assert (done.exit_code, done.stdout) == (3, "")
        assert f"{absent}: cannot be read" in done.stderr


def test_half_a_surrogate_pair_is_refused() -> None:
    for captions in (("a \udcff dog", "a dog"), ("a dog", "a \ud800 dog")):
        done = explain_typed(*captions)
        assert (done.exit_code, done.stdout) == (1, "")
        assert "half a pair and no character by itself" in done.stderr


def test_without_word_lists_the_one_command_is_given(
    demo: Folder, without_meteor_data: None
) -> None:
    for done in (explain_demo(demo), explain_typed("a dog", "a dog")):
        assert (done.exit_code, done.stdout) == (4, "")
        assert "pip install pycocoevalcap" in done.stderr
