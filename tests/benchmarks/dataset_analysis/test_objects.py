"""Objects of images: classes, instances, how even classes are, and what captions say of them."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutline.benchmarks.dataset_analysis import SetFigures, analyse
from cutline.benchmarks.dataset_analysis.mentions import MentionFigures
from cutline.benchmarks.dataset_analysis.objects import ObjectFigures, entropy, gini
from cutline.core.errors import ContentError, UsageError
from cutline.datasets.object_annotations import ImageObjects
from cutline.datasets.object_synonyms import ObjectSynonyms

from . import naive

LABELS = ["dog", "cat", "Dining_table", "hat", "emu", "kite", "cup", "bus"]
COUNTS = st.dictionaries(st.sampled_from(LABELS), st.integers(0, 5))


def figures_of(
    captions: dict[int | str, list[str]],
    objects: list[ImageObjects],
    synonyms: ObjectSynonyms | None = None,
) -> tuple[SetFigures, ObjectFigures, MentionFigures]:
    pets = naive.benchmark("pets", captions)
    [found] = analyse(pets, objects=[objects], synonyms=synonyms, part_sample=0).sets
    assert found.objects is not None
    assert found.mentions is not None
    return found, found.objects, found.mentions


@given(st.lists(COUNTS, min_size=1, max_size=9))
def test_figures_are_as_defined(counts: list[dict[str, int]]) -> None:
    captions: dict[int | str, list[str]] = {place: ["a dog"] for place in range(len(counts) + 1)}
    objects = [ImageObjects(str(place), found) for place, found in enumerate(counts)]
    _, found, _ = figures_of(captions, [*objects, ImageObjects("elsewhere", {"dog": 1})])
    there = [{label: n for label, n in of.items() if n} for of in counts]
    assert (found.images, found.missing, found.others) == (len(counts), 1, 1)
    assert dict(found.classes_per_image.histogram) == Counter(map(len, there))
    assert dict(found.instances_per_image.histogram) == Counter(sum(of.values()) for of in there)
    assert found.none == sum(not of for of in there) / len(there)
    assert found.single == sum(len(of) == 1 for of in there) / len(there)
    assert found.many == sum(len(of) > 6 for of in there) / len(there)
    images = Counter(label for of in there for label in of)
    ordered = sorted(images.items(), key=lambda item: (-item[1], item[0]))
    assert [(one.label, one.images) for one in found.classes] == ordered
    for one in found.classes:
        assert one.instances == sum(of.get(one.label, 0) for of in there)
    shares = [n / sum(images.values()) for n in images.values()]
    assert found.entropy == pytest.approx(-sum(p * math.log2(p) for p in shares), abs=1e-12)


@given(st.lists(st.integers(0, 50), min_size=1, max_size=12))
def test_gini_is_half_the_mean_difference(counts: list[int]) -> None:
    size, total = len(counts), sum(counts)
    differences = sum(abs(a - b) for a in counts for b in counts)
    expected = differences / (2 * size * total) if total else 0.0
    assert gini(np.array(counts)) == pytest.approx(expected, abs=1e-12)
    assert 0 <= entropy(np.array(counts)) <= math.log2(size) + 1e-12


def test_mentions_are_of_what_is_annotated() -> None:
    captions: dict[int | str, list[str]] = {
        1: ["a dog at a dining table", "two dogs and a puppy"],
        2: ["a cat", "nothing much"],
        3: ["a cat"],
    }
    objects = [
        ImageObjects(1, {"dog": 2, "dining table": 1, "cup": 1}),
        ImageObjects(2, {"dog": 1}),
    ]
    found, _, said = figures_of(captions, objects)
    # The cats are not annotated, and the third image has no annotation at all.
    assert said.words == "cutline synonyms 1"
    assert (said.captions, said.per_caption, said.classes) == (2 / 4, 3 / 4, 2 / 4)
    assert "objects(words=cutline synonyms 1)" in str(found.signatures["objects"])


def test_labels_name_themselves_where_there_are_no_synonyms() -> None:
    captions: dict[int | str, list[str]] = {1: ["a red Sea_lion", "two sea lions", "a puppy"]}
    _, _, said = figures_of(captions, [ImageObjects(1, {"Sea lion": 1, "Dog": 1})])
    assert (said.words, said.captions, said.classes) == ("labels", 1 / 3, 1 / 2)
    pups = ObjectSynonyms("pups", {"puppy": "dog"})
    _, _, said = figures_of(captions, [ImageObjects(1, {"Sea lion": 1, "Dog": 1})], pups)
    assert (said.words, said.captions, said.classes) == ("pups", 2 / 3, 1.0)


def test_images_may_have_no_objects_at_all() -> None:
    found, objects, said = figures_of({1: ["a dog"]}, [ImageObjects(1, {})])
    assert (objects.classes, objects.none, objects.gini, objects.entropy) == ((), 1.0, 0.0, 0.0)
    assert (objects.evenness, said.captions, said.classes) == (None, 0.0, None)
    assert found.to_dict()["objects"]["evenness"] is None


def test_annotations_of_other_images_are_refused() -> None:
    pets = naive.benchmark("pets", {1: ["a dog"]})
    with pytest.raises(ContentError, match=r"pets: no object annotation .* such as 'x9', .* '1'"):
        analyse(pets, objects=[[ImageObjects("x9", {"dog": 1})]], part_sample=0)
    with pytest.raises(UsageError, match="2 object annotations for 1 set"):
        analyse(pets, objects=[[], []], part_sample=0)


def test_the_order_of_annotations_does_not_matter() -> None:
    captions: dict[int | str, list[str]] = {1: ["a dog"], 2: ["a cat"]}
    objects = [ImageObjects(1, {"dog": 2, "cat": 1}), ImageObjects(2, {"cat": 1})]
    one = figures_of(captions, objects)[0]
    other = figures_of(captions, objects[::-1])[0]
    assert one == other
    changed = figures_of(captions, [objects[0], ImageObjects(2, {"cat": 2})])[0]
    assert changed.signatures["objects"] != one.signatures["objects"]
