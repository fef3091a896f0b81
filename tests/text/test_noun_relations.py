"""Which adjectives and verbs belong to which nouns, in parses written by hand."""

from __future__ import annotations

import pytest

from cutline.text.noun_relations import objects_of_verbs
from cutline.text.parse import Parses
from cutline.text.related_concepts import related_words
from cutline.text.reread import reread
from cutline.text.trees import trees_of
from tests.text.hand_parses import parsed

DOG_IN_ROOM = (
    "a/DT/4/det small/JJ/4/amod dog/NN/4/compound standing/NN/0/root in/IN/7/case a/DT/7/det "
    "room/NN/4/nmod"
)


def relations(*sentences: str) -> set[str]:
    """`adjective noun` and `verb noun`, by their words."""
    trees, adjectives, verbs = related_words(Parses.of([list(map(parsed, sentences))]))
    return {
        f"{trees.words[other]} {trees.words[noun]}"
        for related in (adjectives, verbs)
        for noun, other in zip(related.nouns.tolist(), related.others.tolist(), strict=True)
    }


@pytest.mark.parametrize(
    ("parse", "expected"),
    [
        # As the published code has it.
        ("a/DT/3/det black/JJ/3/amod cat/NN/0/root", {"black cat"}),
        ("the/DT/2/det cat/NN/4/nsubj is/VBZ/4/cop black/JJ/0/root", {"black cat"}),
        (
            "the/DT/2/det cat/NN/4/nsubj is/VBZ/4/cop black/JJ/0/root and/CC/4/cc white/JJ/4/conj",
            {"black cat", "white cat"},
        ),
        ("big/JJ/2/amod black/JJ/3/amod cat/NN/0/root", {"big cat", "black cat"}),
        ("a/DT/2/det man/NN/3/nsubj eats/VBZ/0/root", {"eats man"}),
        ("a/DT/2/det man/NN/0/root eating/VBG/2/acl", {"eating man"}),
        (
            "a/DT/2/det man/NN/0/root who/WP/4/nsubj eats/VBZ/2/acl:relcl",
            {"eats man", "eats who"},
        ),
        ("the/DT/2/det man/NN/4/nsubjpass is/VBZ/4/auxpass eaten/VBN/0/root", set()),
        ("a/DT/2/det man/NN/3/nsubj stands/VBZ/0/root and/CC/3/cc eats/VBZ/3/conj", {"stands man"}),
        ("cat/NN/0/root on/IN/4/case black/JJ/4/amod couch/NN/1/nmod", {"black couch"}),
        # Other ways in which our parser says the same.
        ("a/DT/2/det man/NN/0/root eating/VBG/2/dep", {"eating man"}),
        (
            "a/DT/2/det horse/NN/0/root that/WDT/4/nsubj grazes/VBZ/2/ccomp",
            {"grazes horse", "grazes that"},
        ),
        (
            "group/NN/4/nsubj of/IN/3/case birds/NNS/1/nmod fly/VBP/0/root",
            {"fly group", "fly birds"},
        ),
        (
            "picture/NN/0/root of/IN/3/case man/NN/1/nmod eating/VBG/1/acl",
            {"eating picture", "eating man"},
        ),
        ("picture/NN/4/nsubj of/IN/3/case man/NN/1/nmod hangs/VBZ/0/root", {"hangs picture"}),
        # Read again.
        (DOG_IN_ROOM, {"small dog", "standing dog"}),
        (
            "a/DT/5/det small/JJ/5/amod child/NN/5/compound holding/VBG/5/amod food/NN/0/root",
            {"small child", "holding child"},
        ),
        (
            "a/DT/3/det large/JJ/3/amod red/NN/0/root and/CC/3/cc blue/JJ/6/amod bus/NN/3/conj",
            {"large bus", "red bus", "blue bus"},
        ),
        ("brown/NN/2/compound dog/NN/0/root", {"brown dog"}),
        ("a/DT/3/det red/JJ/3/amod motor/NN/0/root boat/NN/3/dep", {"red boat"}),
    ],
)
def test_finds_what_belongs_to_a_noun(parse: str, expected: set[str]) -> None:
    assert relations(parse) == expected


def test_things_in_ing_stay_things() -> None:
    assert relations("a/DT/3/det train/NN/3/compound building/NN/0/root") == set()


def test_a_second_noun_is_not_taken_for_a_colour() -> None:
    dog_and_cat = "black/JJ/2/amod dog/NN/0/root and/CC/2/cc white/JJ/5/amod cat/NN/2/conj"
    assert relations(dog_and_cat) == {"black dog", "white cat"}


def test_only_the_first_sentence_counts_unless_all_are_asked_for() -> None:
    sentences = ("a/DT/2/det cat/NN/0/root", "black/JJ/2/amod dog/NN/0/root")
    assert relations(*sentences) == set()
    parses = Parses.of([list(map(parsed, sentences))])
    _, adjectives, _ = related_words(parses, "all")
    assert len(adjectives.nouns) == 1


def test_rereading_leaves_its_input_alone_and_keeps_trees_whole() -> None:
    trees = trees_of(Parses.of([[parsed(DOG_IN_ROOM)]]))
    before = trees.heads.copy()
    again = reread(trees)
    assert (trees.heads == before).all()
    assert (again.heads == -1).sum() == 1
    # Every word still leads to the root.
    for place in range(len(again)):
        steps = 0
        while again.heads[place] >= 0:
            place, steps = int(again.heads[place]), steps + 1
            assert steps < len(again)


def test_objects_of_verbs() -> None:
    trees = trees_of(Parses.of([[parsed("men/NNS/2/nsubj eat/VBP/0/root cake/NN/2/dobj")]]))
    found = objects_of_verbs(trees)
    assert [trees.words[place] for place in found.nouns] == ["cake"]
    assert [trees.words[place] for place in found.others] == ["eat"]


def test_captions_without_words_are_no_trouble() -> None:
    trees, adjectives, verbs = related_words(Parses.of([[], []]))
    assert len(trees) == len(adjectives.nouns) == len(verbs.nouns) == 0
