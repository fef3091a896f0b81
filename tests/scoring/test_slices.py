"""Slices of a benchmark: which images they hold, in what order, and what is refused."""

from __future__ import annotations

import json
import math
from collections import Counter
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cutline
from cutline.benchmarks.demo import demo_benchmark, demo_run, write_demo
from cutline.core.errors import ContentError, UsageError
from cutline.core.types import Benchmark, ImageId, LabelledBox
from cutline.scoring.slicing import SMALL_SLICE, UNLABELLED, Slicing, slice_by, sliced
from cutline.scoring.slicing.bands import even_bands
from cutline.scoring.slicing.by_agreement import agreement
from cutline.scoring.slicing.by_labels import MOST_LABELS, in_order
from cutline.scoring.slicing.choice import SLICERS
from cutline.scoring.slicing.reference_words import reference_words
from cutline.scoring.slicing.slicing import slicing_of
from tests.command_line import run_cutline

CAPTIONS = {
    1: ["A dog runs.", "The dog is running over wet grass"],
    2: ["Two cats asleep", "Cats on a bed", "two cats sleep"],
    3: ["Hot dog with mustard", "a hot-dog"],
    4: ["A man's dog and a cat"],
}
WORDS = st.sampled_from(["a", "dog", "cat", "sits", "on", "grass"])
SENTENCES = st.lists(WORDS, max_size=6).map(" ".join)


def corpus_of(references: dict[ImageId, list[str]], **tags: dict[ImageId, str]) -> cutline.Corpus:
    images, captions = tuple(references), tuple(references.values())
    return cutline.Corpus(Benchmark("small", images, captions, tags=tags), "bleu-1,cider-d")


def ids(slicing: Slicing) -> dict[str, list[ImageId]]:
    return {
        label: [slicing.image_ids[place] for place in slicing.members[label]]
        for label in slicing.labels
    }


@pytest.mark.parametrize(
    ("labels", "order"),
    [
        (["out-domain", "in-domain", "near-domain"], ["in-domain", "near-domain", "out-domain"]),
        (["test", "val", "restval", "train"], ["train", "restval", "val", "test"]),
        (["test", "dev", "train"], ["dev", "test", "train"]),
        (["10", "9", "100", "09"], ["09", "9", "10", "100"]),
        (["b2", "a10", "a9", "B1"], ["a9", "a10", "B1", "b2"]),
        (["9" * 5000, "1" * 5001], ["9" * 5000, "1" * 5001]),
    ],
)
def test_labels_have_an_order(labels: list[str], order: list[str]) -> None:
    assert in_order(labels) == order


def test_a_tag_cuts_and_what_has_no_label_comes_last() -> None:
    corpus = corpus_of(CAPTIONS, domain={2: "out-domain", 1: "near-domain", 4: "near-domain"})
    slicing = slice_by("domain", corpus)
    assert ids(slicing) == {"near-domain": [1, 4], "out-domain": [2], UNLABELLED: [3]}
    assert slicing.labels[-1] == UNLABELLED
    assert (slicing.name, slicing.overlaps) == ("domain", False)


def test_a_tag_named_as_a_slicer_is_the_tag_and_a_slicer_comes_before_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("length").write_text("1,small\n")
    assert "small" not in slice_by("length", corpus_of(CAPTIONS)).labels
    assert slice_by("./length", corpus_of(CAPTIONS)).labels == ("small", UNLABELLED)
    tagged = corpus_of(CAPTIONS, length=dict.fromkeys(CAPTIONS, "any"))
    assert slice_by("length", tagged).labels == ("any",)


def test_slices_of_a_file_may_overlap(tmp_path: Path) -> None:
    path = tmp_path / "labels.json"
    path.write_text('{"1": ["outdoors", "day"], "2": "indoors", "3": [], "4": ["day"]}')
    slicing = slice_by(str(path), corpus_of(CAPTIONS))
    assert ids(slicing) == {"day": [1, 4], "indoors": [2], "outdoors": [1], UNLABELLED: [3]}
    assert slicing.overlaps


def test_a_file_of_captions_is_no_file_of_labels(tmp_path: Path) -> None:
    path = tmp_path / "captions.json"
    images = range(MOST_LABELS + 1)
    path.write_text(json.dumps({i: [f"caption {i}"] for i in images}))
    with pytest.raises(ContentError, match=r"1,001 different labels, such as 'caption 0'"):
        slice_by(str(path), corpus_of({i: ["a"] for i in images}))


def test_length_goes_by_the_mean_of_the_references() -> None:
    lengths: dict[ImageId, list[int]] = {1: [3, 4], 2: [4, 4], 3: [5, 4, 4], 4: [6], 5: [2, 12]}
    references = {i: [" ".join(["dog"] * n) for n in of] for i, of in lengths.items()}
    slicing = slice_by("length", corpus_of(references))
    # 3.5 becomes 4, and 4.33 becomes 4.
    assert ids(slicing) == {"4 words": [1, 2, 3], "5 to 6 words": [4], "7 or more words": [5]}


def test_length_counts_words_as_the_tokenizer_does() -> None:
    captions: dict[ImageId, list[str]] = {1: ["The man's dog, a red one."], 2: ["A dog ."]}
    assert slice_by("length", corpus_of(captions)).labels == ("2 words", "3 or more words")
    plain = cutline.Corpus(captions, "bleu-1", tokenizer="none")
    assert slice_by("length", plain).labels == ("3 words", "4 or more words")


def test_objects_count_labels_once_and_know_what_is_not_listed() -> None:
    counts: dict[ImageId, int] = {1: 0, 2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 9}
    corpus = corpus_of({i: ["a"] for i in (*counts, 8)})
    objects = {i: [f"thing {k}" for k in range(n)] * 2 for i, n in counts.items()}
    assert ids(slice_by("objects", corpus, objects=objects)) == {
        "0 objects": [1],
        "1 object": [2],
        "2 objects": [3],
        "3 to 4 objects": [4, 5],
        "5 or more objects": [6, 7],
        UNLABELLED: [8],
    }


def test_objects_of_the_benchmark_itself() -> None:
    boxes = {1: tuple(LabelledBox("dog", 0, 0, 9, 9) for _ in range(3))}
    benchmark = Benchmark("small", (1, 2), (["a"], ["b"]), objects=boxes)
    slicing = slice_by("objects", cutline.Corpus(benchmark, "bleu-1"))
    assert ids(slicing) == {"0 objects": [2], "1 object": [1]}
    with pytest.raises(UsageError, match=r"list no objects: .* --objects FILE"):
        slice_by("objects", corpus_of(CAPTIONS))


def plain_agreement(references: list[str]) -> float:
    counts = [Counter(reference.split()) for reference in references]
    cosines = [
        sum(a[word] * b[word] for word in a) / (math.hypot(*a.values()) * math.hypot(*b.values()))
        if a and b
        else 0.0
        for a, b in combinations(counts, 2)
    ]
    return sum(cosines) / len(cosines) if cosines else 0.0


@given(st.lists(st.lists(SENTENCES, min_size=1, max_size=5), min_size=1, max_size=6))
def test_agreement_is_the_mean_cosine_of_pairs(references: list[list[str]]) -> None:
    found = agreement(reference_words(corpus_of(dict(enumerate(references)))))
    assert found == pytest.approx([plain_agreement(of) for of in references], abs=1e-12)


def test_agreement_cuts_into_thirds_with_boundaries_in_the_labels() -> None:
    references: dict[ImageId, list[str]] = {
        1: ["dog", "cat"],
        2: ["a dog", "a cat"],
        3: ["a dog", "a dog"],
        4: ["a dog"],
    }
    assert ids(slice_by("agreement", corpus_of(references))) == {
        "low (0.00)": [1],
        "middle (0.01 to 0.50)": [2],
        "high (0.51 or more)": [3],
        UNLABELLED: [4],
    }
    del references[2]
    assert slice_by("agreement", corpus_of(references)).labels[:2] == (
        "low (0.00)",
        "high (0.01 or more)",
    )
    with pytest.raises(UsageError, match="no image has two references"):
        slice_by("agreement", corpus_of({4: ["a dog"]}))


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        ("word:dog", {"with dog": [1, 3, 4], "without dog": [2]}),
        ("word:DOG", {"with dog": [1, 3, 4], "without dog": [2]}),
        ("word:man's", {"with man 's": [4], "without man 's": [1, 2, 3]}),
        ("word:hot dog", {"with hot dog": [3], "without hot dog": [1, 2, 4]}),
        ("word:a", {"with a": [1, 2, 3, 4]}),
        ("word:dog,cat", {"with dog": [1, 3, 4], "with cat": [4], "none of them": [2]}),
        ("word:dog|dogs", {"with dog or dogs": [1, 3, 4], "without dog or dogs": [2]}),
        ("word:cat|cats,cat|cats", {"with cat or cats": [2, 4], "without cat or cats": [1, 3]}),
    ],
)
def test_words_are_found_as_tokenized(spec: str, expected: dict[str, list[ImageId]]) -> None:
    slicing = slice_by(spec, corpus_of(CAPTIONS))
    assert ids(slicing) == expected
    assert slicing.name == spec


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        (
            "domian",
            r"named 'domian' \(did you mean domain\?\); there are: domain \(a tag of",
        ),
        ("lenght", r"did you mean length\?.*length, objects, agreement, word:WORD, and files"),
        ("labels.csv", r"named 'labels.csv'; there are: domain"),
        ("wrod:dog", r"did you mean word\?"),
        ("word", "found no word in ''; expected word:dog"),
        ("word:dog,.", "found no word in '.'"),
        ("word:dog|", r"found no word in 'dog\|'"),
        ("word:dog,lynx|ibex", "no reference mentions 'lynx' or 'ibex'"),
        ("word:catz", r"no reference mentions 'catz' \(did you mean cat or cats\?"),
    ],
)
def test_what_is_no_slicer_is_refused(spec: str, message: str) -> None:
    corpus = corpus_of(CAPTIONS, domain=dict.fromkeys(CAPTIONS, "near-domain"))
    with pytest.raises(UsageError, match=message):
        slice_by(spec, corpus)


@given(
    st.lists(st.integers(0, 30), min_size=1, max_size=60).map(np.array),
    st.integers(1, 5),
)
def test_bands_hold_every_value_once_and_keep_order(values: np.ndarray, bands: int) -> None:
    is_known = values < 30
    members = even_bands(values, is_known, bands)
    assert len(members) <= bands
    assert sorted(place for places in members.values() for place in places) == list(
        np.flatnonzero(is_known)
    )
    assert all(len(places) for places in members.values())
    highest = [values[places].max() for places in members.values()]
    lowest = [values[places].min() for places in members.values()]
    assert all(high < low for high, low in zip(highest, lowest[1:], strict=False))


PLACES = st.frozensets(st.integers(0, 11)).map(sorted)


@given(st.dictionaries(st.sampled_from(["a", "b", "c", UNLABELLED]), PLACES), PLACES)
def test_slices_of_a_part_hold_the_same_images(
    members: dict[str, list[int]], part: list[int]
) -> None:
    whole = slicing_of("x", "", [f"image {i}" for i in range(12)], members)
    assert {place for places in whole.members.values() for place in places} == set(range(12))
    assert UNLABELLED not in whole.labels[:-1]
    part_ids = [f"image {i}" for i in part]
    within = whole.within(part_ids)
    kept = {label: [i for i in of if i in part_ids] for label, of in ids(whole).items()}
    assert ids(within) == {label: of for label, of in kept.items() if of}


def test_small_slices_are_told_apart() -> None:
    members = {"large": range(SMALL_SLICE), "small": range(SMALL_SLICE - 1)}
    slicing = slicing_of("x", "", list(range(SMALL_SLICE)), members)
    assert [slicing.is_small(label) for label in slicing.labels] == [False, True]


def test_scores_of_slices_come_from_the_statistics_of_the_whole() -> None:
    corpus = cutline.Corpus(demo_benchmark(), "bleu-4,cider-d")
    scores = corpus.score(demo_run("steady"))
    parts = sliced(scores, slice_by("domain", corpus))
    assert list(parts) == ["in-domain", "near-domain", "out-of-domain"]
    by_id = dict(zip(scores.image_ids, scores["cider-d"].values, strict=True))
    for label, part in parts.items():
        assert {demo_benchmark().tags["domain"][i] for i in part.image_ids} == {label}
        assert part["cider-d"].values.tolist() == [by_id[i] for i in part.image_ids]


def test_a_run_that_leaves_images_out_is_cut_by_image_id() -> None:
    corpus = corpus_of(CAPTIONS, domain={1: "a", 2: "b", 3: "c", 4: "b"})
    scores = corpus.score({4: "a dog and a cat", 3: "a hot dog"}, policy="lenient")
    parts = sliced(scores, slice_by("domain", corpus))
    assert {label: list(part.image_ids) for label, part in parts.items()} == {"b": [4], "c": [3]}


@pytest.mark.parametrize("spec", [*(s for s in SLICERS if s != "word:WORD"), "word:dog"])
def test_every_slicer_works_on_the_command_line(spec: str, tmp_path: Path) -> None:
    write_demo(tmp_path)
    objects = tmp_path / "objects.json"
    objects.write_text(json.dumps({i: ["dog", "ball"][: i % 3] for i in range(1001, 1020)}))
    arguments = ["score", tmp_path / "steady.json", "--refs", tmp_path / "references.json"]
    arguments += ["--metrics", "bleu-1", "--json", "--by", spec]
    arguments += ["--objects", objects] if spec == "objects" else []
    for extra in ([], ["--separate"]):
        done = run_cutline(*arguments, *extra)
        assert done.exit_code == 0, done.stderr
        slices = json.loads(done.stdout)["runs"][0]["slices"]
        assert sum(part["images"] for part in slices.values()) == 24
        assert len(slices) > 1


def test_objects_are_refused_where_they_say_nothing(tmp_path: Path) -> None:
    write_demo(tmp_path)
    arguments = ["score", tmp_path / "steady.json", "--refs", tmp_path / "references.json"]
    done = run_cutline(*arguments, "--by", "length", "--objects", "objects.json")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "--objects goes with --by objects" in done.stderr
