"""Domains of images: by which classes they are told, and what each holds."""

from __future__ import annotations

import json
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutline.benchmarks.domain_rule import DOMAINS, PARTS, SUBCLASSES, DomainRule
from cutline.benchmarks.domains import ALL, NONE, find_domains
from cutline.core.errors import UsageError
from cutline.datasets.class_hierarchy import ClassHierarchy
from cutline.datasets.class_map import ClassMap, same_names
from cutline.datasets.object_annotations import ImageObjects, read_object_annotations
from tests.shared_data import shared_data

MAP = ClassMap("farm 1", {"bird": ("Bird",), "person": ("Man", "Woman"), "unicorn": ()})
KINDS = ClassHierarchy(
    "kinds 1",
    {"Duck": ("Bird",), "Bird": ("Animal",), "Goat": ("Animal",), "Feather": ("Plume",)},
    {"Wing": ("Bird",), "Plume": ("Bird",)},
)
LABELS = ("Bird", "Duck", "Man", "Woman", "Goat", "Animal", "Wing", "Plume", "Feather", "Kite")


def rule(subclasses: str = "novel", parts: str = "ignore") -> DomainRule:
    return DomainRule(MAP, KINDS, subclasses, parts)


@pytest.mark.parametrize(
    ("labels", "novel", "covered"),
    [
        (["Bird"], "in-domain", "in-domain"),
        (["bird", "Man"], "in-domain", "in-domain"),
        (["Bird", "Goat"], "near-domain", "near-domain"),
        (["Goat", "Kite"], "out-of-domain", "out-of-domain"),
        (["Duck"], "out-of-domain", "in-domain"),
        (["Duck", "Bird"], "near-domain", "in-domain"),
        (["Duck", "Goat"], "out-of-domain", "near-domain"),
        (["Animal"], "out-of-domain", "out-of-domain"),
        (["Bird", "Wing"], "in-domain", "in-domain"),
        (["Wing", "Feather"], None, None),
        ([], None, None),
    ],
)
def test_classes_tell_the_domain(labels: list[str], novel: str | None, covered: str | None) -> None:
    assert rule("novel").domain(labels) == novel
    assert rule("covered").domain(labels) == covered


def test_parts_count_if_asked_or_if_the_map_names_them() -> None:
    assert rule(parts="count").domain(["Bird", "Wing"]) == "near-domain"
    assert rule(parts="count").domain(["Feather"]) == "out-of-domain"
    wings = ClassMap("wings", {"wing": ("Wing",)})
    named = DomainRule(wings, KINDS)
    assert named.domain(["Wing"]) == "in-domain"
    assert named.domain(["Wing", "Feather"]) == "in-domain"


def test_without_a_hierarchy_every_class_counts() -> None:
    assert DomainRule(MAP).domain(["Bird", "Wing"]) == "near-domain"


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"subclasses": "cover"}, "subclasses is novel or covered, not 'cover' \\(did you mean"),
        ({"parts": "drop"}, "parts is ignore or count, not 'drop'"),
        ({"subclasses": "covered", "hierarchy": None}, "takes a class hierarchy"),
    ],
)
def test_wrong_settings_are_refused(settings: dict[str, str], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        DomainRule(**{"class_map": MAP, "hierarchy": KINDS, **settings})  # type: ignore[arg-type]


def test_figures_are_those_of_a_small_collection() -> None:
    images = [
        ImageObjects(1, {"Man": 2, "Woman": 1}),
        ImageObjects(2, {"Bird": 1, "Wing": 4}),
        ImageObjects(3, {"Man": 1, "Goat": 3, "Kite": 1}),
        ImageObjects(4, {"Goat": 1}),
        ImageObjects(5, {"Wing": 2, "Kite": 0}),
        ImageObjects(6, {}),
    ]
    found = find_domains(images, rule())
    inside, near, outside, whole = found.figures
    assert [one.domain for one in found.images] == [
        *("in-domain", "in-domain", "near-domain", "out-of-domain", None, None)
    ]
    assert found.without_class == (5, 6)
    assert (inside.images, inside.share) == (2, 2 / 6)
    assert inside.training == {"bird": 1, "person": 1}
    assert inside.novel == {}
    assert (inside.classes_per_image, inside.objects_per_image) == (1.5, 2.0)
    assert near.novel == {"Goat": 1, "Kite": 1}
    assert (outside.training, outside.novel) == ({}, {"Goat": 1})
    assert whole.novel == {"Goat": 2, "Kite": 1}
    assert (whole.images, whole.classes_per_image, whole.objects_per_image) == (6, 7 / 4, 10 / 4)
    assert found.unseen == ("unicorn",)
    assert found.ignored == {"Wing": 2}
    assert found.outside_hierarchy == ("Kite", "Man", "Woman")
    table = found.table()
    assert table["domain"] == [*DOMAINS, NONE, ALL]
    assert table["images"] == [2, 1, 1, 2, 6]
    assert sum(table["share"][:-1]) == pytest.approx(1)
    assert json.loads(json.dumps(found.to_dict()))["all"]["training_classes"]["person"] == 2


def test_a_collection_without_images_has_no_means() -> None:
    found = find_domains([], rule())
    assert found.table()["share"] == [0, 0, 0, 0, 0]
    assert found.table()["classes_per_image"] == [None] * 5


def test_the_signature_tells_rules_and_data_apart() -> None:
    images = [ImageObjects(1, {"Duck": 1})]
    signatures = {
        find_domains(images, rule(kinds, parts)).signature
        for kinds in SUBCLASSES
        for parts in PARTS
    }
    signatures.add(find_domains([ImageObjects(1, {"Duck": 2})], rule()).signature)
    signatures.add(find_domains(images, DomainRule(same_names(["Duck"]), KINDS)).signature)
    assert len(signatures) == 6
    assert "|map:farm 1|hierarchy:kinds 1|images:1|" in find_domains(images, rule()).signature


RULES = st.builds(rule, st.sampled_from(SUBCLASSES), st.sampled_from(PARTS))
IMAGES = st.lists(st.dictionaries(st.sampled_from(LABELS), st.integers(1, 3), max_size=5))


@given(RULES, IMAGES)
def test_domains_and_no_class_part_the_images(
    chosen: DomainRule, counts: list[dict[str, int]]
) -> None:
    images = [ImageObjects(number, of) for number, of in enumerate(counts)]
    found = find_domains(images, chosen)
    assert [one.image_id for one in found.images] == list(range(len(images)))
    by_domain = Counter(one.domain for one in found.images)
    assert set(by_domain) <= {*DOMAINS, None}
    assert found.table()["images"] == [
        *(by_domain[name] for name in DOMAINS),
        len(found.without_class),
        len(images),
    ]
    for one, image in zip(found.images, images, strict=True):
        assert one.domain == chosen.domain(image.counts)
        assert (one.domain in ("in-domain", "near-domain")) == bool(one.training)
        assert (one.domain in ("near-domain", "out-of-domain")) == bool(one.novel)


@given(RULES, st.sets(st.sampled_from(LABELS)), st.sampled_from(("Goat", "Kite", "Animal")))
def test_a_novel_class_never_brings_an_image_nearer(
    chosen: DomainRule, labels: set[str], novel: str
) -> None:
    before, after = chosen.domain(labels), chosen.domain({*labels, novel})
    assert after in ("near-domain", "out-of-domain")
    if before is not None:
        assert DOMAINS.index(after) >= DOMAINS.index(before)


@given(RULES, st.sets(st.sampled_from(LABELS)), st.sampled_from(("Bird", "Man")))
def test_a_training_class_never_takes_an_image_away(
    chosen: DomainRule, labels: set[str], training: str
) -> None:
    before, after = chosen.domain(labels), chosen.domain({*labels, training})
    assert after in ("in-domain", "near-domain")
    if before is not None:
        assert DOMAINS.index(after) <= DOMAINS.index(before)


@given(st.sampled_from(PARTS), st.sets(st.sampled_from(LABELS)))
def test_covering_kinds_only_brings_images_nearer(parts: str, labels: set[str]) -> None:
    novel, covered = (rule(kinds, parts).domain(labels) for kinds in ("novel", "covered"))
    if novel is not None:
        assert covered is not None
        assert DOMAINS.index(covered) <= DOMAINS.index(novel)


def test_domains_of_coco_images_are_those_of_their_classes() -> None:
    path = shared_data("coco_mini/instances_val2017.json")
    content = json.loads(path.read_text())
    names = {one["id"]: one["name"] for one in content["categories"]}
    classes: dict[int, set[str]] = {one["id"]: set() for one in content["images"]}
    for one in content["annotations"]:
        classes[one["image_id"]].add(names[one["category_id"]])
    seen = {"person", "dog", "boat", "bird"}
    found = find_domains(read_object_annotations(path), DomainRule(same_names(sorted(seen))))
    assert {one.image_id for one in found.images} == set(classes)
    for image in found.images:
        own = classes[int(image.image_id)]
        assert set(image.training) == own & seen
        assert set(image.novel) == own - seen
    assert min(figures.images for figures in found.figures) > 0
