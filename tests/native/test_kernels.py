"""The kernels against plain restatements, on random text."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutline import native
from tests.golden import restated

WORDS = st.lists(st.sampled_from(["a", "b", "c", "d", "the", "dog\xa0cat", "’", "x1"]), max_size=12)
SENTENCES = WORDS.map(" ".join)
LONG = st.lists(st.sampled_from("abcdefgh"), min_size=60, max_size=200).map(" ".join)
IMAGES = st.lists(
    st.tuples(st.lists(SENTENCES | LONG, min_size=1, max_size=4), SENTENCES | LONG),
    min_size=1,
    max_size=5,
)


def prepared(images: list[tuple[list[str], str]]) -> tuple[native.References, native.Candidates]:
    references = native.make_references([r for r, _ in images], "none", 1)
    places = np.arange(len(images), dtype=np.uint32)
    captions = [candidate for _, candidate in images]
    return references, native.make_candidates(references, captions, places, "none", 1)


def longest_common(a: list[str], b: list[str]) -> int:
    row = [0] * (len(b) + 1)
    for x in a:
        diagonal = 0
        for j, y in enumerate(b, 1):
            diagonal, row[j] = row[j], diagonal + 1 if x == y else max(row[j], row[j - 1])
    return row[-1]


@given(IMAGES)
def test_longest_common_subsequence(images: list[tuple[list[str], str]]) -> None:
    rows = native.rouge_l_statistics(*prepared(images), "separately", 1.2, True, 1)
    for (references, candidate), (precision, recall) in zip(images, rows, strict=True):
        words = candidate.split(" ")
        lengths = [(longest_common(words, r.split(" ")), len(r.split(" "))) for r in references]
        assert precision == max(length / len(words) for length, _ in lengths)
        assert recall == max(length / total for length, total in lengths)


@given(IMAGES)
def test_bleu_counts(images: list[tuple[list[str], str]]) -> None:
    rows = native.bleu_statistics(*prepared(images), "closest", 1)
    for (references, candidate), row in zip(images, rows, strict=True):
        size = len(candidate.split())
        lengths = [len(r.split()) for r in references]
        assert row[0] == size
        assert row[1] == min((abs(length - size), length) for length in lengths)[1]
        for n in range(1, 5):
            said = restated.ngrams(candidate, n)
            most = restated.ngrams("", n)
            for reference in references:
                most |= restated.ngrams(reference, n)
            assert row[1 + n] == said.total()
            assert row[5 + n] == (said & most).total()


@given(IMAGES, st.integers(1, 4))
def test_document_frequencies(images: list[tuple[list[str], str]], n: int) -> None:
    references, _ = prepared(images)
    expected: dict[tuple[str, ...], int] = {}
    for captions, _ in images:
        for gram in {g for c in captions for k in range(1, n + 1) for g in restated.ngrams(c, k)}:
            expected[gram] = expected.get(gram, 0) + 1
    frequencies = native.count_frequencies(references, n, 2)
    assert dict(frequencies.entries()) == expected
    assert len(frequencies) == len(expected)


@given(IMAGES)
def test_frequencies_from_a_table_weigh_the_same(images: list[tuple[list[str], str]]) -> None:
    references, candidates = prepared(images)
    counted = native.count_frequencies(references, 4, 1)
    table = native.frequencies_from(counted.entries(), counted.images)
    scores = [
        native.cider_scores(
            native.prepare_cider(references, frequencies, 4, 1), candidates, True, 6.0, True, 1
        ).tolist()
        for frequencies in (None, counted, table)
    ]
    assert scores[0] == scores[1] == scores[2]


def test_many_images_on_many_threads_agree_with_one() -> None:
    chance = np.random.default_rng(3)
    vocabulary = [f"w{i}" for i in range(300)]

    def sentence() -> str:
        return " ".join(chance.choice(vocabulary, size=chance.integers(0, 15)))

    images = [[sentence() for _ in range(3)] for _ in range(3000)]
    said = [sentence() for _ in images]
    places = np.arange(len(images), dtype=np.uint32)
    results = []
    for jobs in (1, 2, 5, 16):
        references = native.make_references(images, "none", jobs)
        candidates = native.make_candidates(references, said, places, "none", jobs)
        cider = native.prepare_cider(references, None, 4, jobs)
        results.append(
            (
                native.bleu_statistics(references, candidates, "closest", jobs).tolist(),
                native.cider_scores(cider, candidates, True, 6.0, True, jobs).tolist(),
            )
        )
    assert all(result == results[0] for result in results)


def test_tags_that_run_on_over_line_ends_are_lexed_the_same_on_any_number_of_threads() -> None:
    # Texts are cut at line ends for threads, which a quoted attribute may swallow.
    captions = ["a dog sits on a mat"] * 20_000
    for place in range(0, len(captions) - 1, 97):
        captions[place : place + 2] = ["see <a b='x", "y'> end"]
    one = native.tokenize(captions, "joined", 1)
    assert one[:2] == ["see <a\u00a0b='x", "y'> end"]
    assert all(native.tokenize(captions, "joined", jobs) == one for jobs in (2, 3, 16))
    broken = ["see <a b='x" if place % 2 == 0 else "y'> end" for place in range(20_000)]
    assert native.tokenize(broken, "joined", 16) == native.tokenize(broken, "joined", 1)


@given(st.lists(st.text(), max_size=8))
def test_the_tokenizer_answers_any_text(captions: list[str]) -> None:
    captions = [c.encode("utf-8", "replace").decode() for c in captions]
    for tokenization in ("joined", "alone", "none"):
        assert len(native.tokenize(captions, tokenization, 2)) == len(captions)


def test_text_that_is_none_is_refused() -> None:
    with pytest.raises(TypeError, match="expected text, found int"):
        native.tokenize(["a", 3], "joined", 1)  # type: ignore[list-item]
    with pytest.raises(UnicodeEncodeError):
        native.tokenize(["\ud800"], "joined", 1)


def test_a_search_without_end_does_not_make_the_tokenizer_quadratic() -> None:
    # Each of these looks for its end through all that follows, in vain.
    hopeless = "x.[^x=" * 40_000
    assert native.tokenize([hopeless, "a dog"], "joined", 1)[1] == "a dog"
