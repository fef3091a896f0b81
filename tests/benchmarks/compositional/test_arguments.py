"""Direct objects of verbs."""

from __future__ import annotations

import json
import math

import pytest

from cutline.benchmarks.compositional.arguments import ANY, Arguments, arguments_of
from tests.benchmarks.compositional.small_benchmarks import CONCEPTS, benchmark, pair

EAT, SLEEP = pair("eat man").other, pair("sleep cat").other

REFERENCES = benchmark(
    ["a man is eating pizza", "a man eats a slice of pizza", "a man eating at a table"],
    ["a woman eats an apple", "a man eating an apple", "a person with an apple"],
    ["a cat is sleeping", "a cat sleeps on a couch", "a bed"],
)


def looked_at() -> Arguments:
    return arguments_of(REFERENCES, [EAT, SLEEP], [pair("eat man")])


def test_a_verb_with_any_subject() -> None:
    sleep, eat, _ = looked_at().verbs
    assert (eat.verb, eat.group, eat.subject) == ("eat", "transitive", ANY)
    assert (eat.captions, eat.with_object, eat.share) == (5, 4, pytest.approx(0.8))
    assert eat.objects == (("apple", 2), ("pizza", 1), ("slice", 1))
    assert eat.entropy == pytest.approx(1.5)
    assert (sleep.captions, sleep.with_object, sleep.objects) == (2, 0, ())
    assert (sleep.share, sleep.entropy, sleep.agreement) == (0.0, None, None)


def test_a_verb_with_one_subject() -> None:
    *_, man = looked_at().verbs
    assert (man.verb, man.subject, man.captions, man.with_object) == ("eat", "man", 4, 3)
    # Of the images, one has two references with objects, and they name different ones.
    assert (man.compared, man.agreeing, man.agreement) == (1, 0, 0.0)


def test_references_that_name_the_same_object() -> None:
    eat = looked_at().verbs[1]
    assert (eat.compared, eat.agreeing, eat.agreement) == (2, 1, 0.5)


def test_groups_of_verbs() -> None:
    intransitive, transitive = looked_at().groups
    assert (intransitive.group, intransitive.captions) == ("intransitive", 2)
    assert (transitive.group, transitive.captions, transitive.verb) == ("transitive", 5, ANY)


def test_a_caption_counts_once_in_its_group() -> None:
    twice = benchmark(["a man eats a cake while a woman rides a horse"])
    [group] = arguments_of(twice, [EAT, pair("ride man").other]).groups
    assert (group.captions, group.with_object) == (1, 1)
    assert dict(group.objects) == {"cake": 1, "horse": 1}


def test_a_pronoun_is_no_object_and_an_adjective_no_verb() -> None:
    found = arguments_of(benchmark(["a man eats it"]), [EAT], CONCEPTS.pairs)
    assert [verb.with_object for verb in found.verbs if verb.captions] == [0, 0]
    assert {verb.verb for verb in found.verbs} == {"eat", "lie", "ride", "fly", "hold", "stand"}


def test_one_object_has_no_entropy() -> None:
    [eat] = arguments_of(benchmark(["a man eats pizza"]), [EAT]).verbs
    assert eat.entropy == 0
    assert math.copysign(1, eat.entropy) == 1


def test_the_order_of_images_does_not_matter() -> None:
    texts = REFERENCES.references
    assert (
        arguments_of(benchmark(*texts[::-1]), [EAT]).verbs
        == arguments_of(benchmark(*texts), [EAT]).verbs
    )


def test_tables_and_files() -> None:
    found = looked_at()
    assert found.table()["verb"] == ["sleep", "eat", "eat", ANY, ANY]
    plain = json.loads(json.dumps(found.to_dict(most=1)))
    assert plain["verbs"][1]["objects"] == {"apple": 2}
    assert plain["verbs"][1]["different_objects"] == 3
    assert plain["signature"].startswith("pairs:arguments(parser=cutline=")
