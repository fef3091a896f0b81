"""Which captions have which words."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutline.benchmarks.word_agreement import WordUse, count_words, with_parts
from cutline.benchmarks.word_agreement.parts_of_speech import of_parts, parse_parts
from cutline.core.errors import ContentError, UsageError
from cutline.core.types import Benchmark

WORDS = ["ant", "bee", "cow", "doe"]
captions = st.lists(st.sampled_from(WORDS), max_size=5).map(" ".join)
benchmarks = st.lists(st.lists(captions, min_size=1, max_size=4), min_size=1, max_size=5).map(
    lambda images: Benchmark("mine", tuple(range(len(images))), tuple(images))
)
FARM = Benchmark(
    "farm",
    ("barn", "pond"),
    (
        ["A brown cow eats grass.", "Cows eating near a barn", "the cow, outside"],
        ["two ducks swim", "A duck swims in a pond", "brown ducks!"],
    ),
)


def counted(use: WordUse) -> dict[tuple[str, object], int]:
    """In how many captions of an image each word is."""
    found = use.in_images
    return {
        (use.words[word], use.image_ids[found.images[entry]]): int(found.counts[entry])
        for word in range(len(use))
        for entry in range(found.starts[word], found.starts[word + 1])
    }


def by_hand(benchmark: Benchmark) -> dict[tuple[str, object], int]:
    return dict(
        Counter(
            (word, image_id)
            for image_id, texts in zip(benchmark.image_ids, benchmark.references, strict=True)
            for text in texts
            for word in set(text.split())
        )
    )


@given(benchmarks.filter(by_hand))
def test_counts_are_those_of_a_loop(benchmark: Benchmark) -> None:
    assert counted(count_words(benchmark)) == by_hand(benchmark)


@given(benchmarks.filter(by_hand), st.data())
def test_some_images_are_counted_as_if_there_were_no_others(
    benchmark: Benchmark, data: st.DataObject
) -> None:
    kept = data.draw(st.lists(st.sampled_from(benchmark.image_ids), min_size=1, unique=True))
    use = count_words(benchmark)
    mask = np.array([image_id in kept for image_id in benchmark.image_ids])
    assert counted(use.only_images(mask)) == by_hand(benchmark.only(kept))


def test_the_most_frequent_come_first_and_equals_by_the_alphabet() -> None:
    texts = ["cow ant", "cow bee", "ant cow", "doe doe doe doe"]
    use = count_words(Benchmark("mine", (1, 2), (texts[:2], texts[2:])), 3)
    assert use.words == ("cow", "ant", "bee")


def test_words_of_a_list_keep_their_order() -> None:
    use = count_words(FARM, ["swim", "cow", "unicorn", "cow", "."])
    assert use.words == ("swim", "cow")
    assert counted(use) == {("swim", "pond"): 1, ("cow", "barn"): 2}


def test_lemmas_take_forms_together() -> None:
    use = count_words(FARM, ["swim", "cow", "eat", "duck"], unit="lemma")
    assert counted(use) == {
        ("swim", "pond"): 2,
        ("cow", "barn"): 3,
        ("eat", "barn"): 2,
        ("duck", "pond"): 3,
    }
    assert "files:parser=" in use.signature("x")


def test_parts_of_speech() -> None:
    use = with_parts(count_words(FARM, ["brown", "cow", "ducks", "swims", "near"]), FARM)
    assert use.parts == ("adjective", "noun", "noun", "verb", "other")
    chosen = of_parts(use, ["noun"])
    assert (chosen.words, chosen.parts) == (("cow", "ducks"), ("noun", "noun"))
    assert counted(chosen) == {("cow", "barn"): 2, ("ducks", "pond"): 2}


def test_a_part_is_the_most_frequent_one_in_these_captions() -> None:
    swim = Benchmark("swim", (1,), (["they swim", "we swim far", "a long swim"],))
    assert with_parts(count_words(swim, ["swim"]), swim).parts == ("verb",)
    rest = Benchmark("rest", (1,), (["a rest", "the rest of it", "they rest"],))
    assert with_parts(count_words(rest, ["rest"]), rest).parts == ("noun",)


def test_what_the_parser_cuts_otherwise_is_other() -> None:
    odd = Benchmark("odd", (1,), (["x-ray"],))
    use = count_words(odd)
    assert with_parts(use, odd, uses=0).parts == ("other",)


def test_signatures_tell_words_and_captions_apart() -> None:
    several = {
        count_words(FARM, ["cow"]).signature("x"),
        count_words(FARM, ["duck"]).signature("x"),
        count_words(FARM, ["cow"], unit="lemma").signature("x"),
        count_words(FARM.only(["barn"]), ["cow"]).signature("x"),
    }
    assert len(several) == 4
    assert count_words(FARM, ["cow", "duck"]).signature("x") == count_words(
        FARM, ["duck", "cow"]
    ).signature("x")


def test_mistakes() -> None:
    with pytest.raises(ContentError, match="farm: no caption has any of the words"):
        count_words(FARM, ["unicorn"])
    with pytest.raises(UsageError, match="told apart by token or lemma, not by 'stem'"):
        count_words(FARM, unit="stem")  # type: ignore[arg-type]
    with pytest.raises(ContentError, match="no image has 4 captions, the most is 3"):
        count_words(FARM).with_captions(4)
    with pytest.raises(UsageError, match=r"'nuon'.*did you mean noun"):
        parse_parts("verb,nuon")
    with pytest.raises(UsageError, match="no part of speech is named ''"):
        parse_parts(" , ")
