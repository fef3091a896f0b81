"""Collapsed graphs and tuples against stored answers of the official program."""

import pytest

from cutline.text.parse import Parses
from cutline.text.scene_graph import collapsed, tuples
from tests.text.official_parses import official_parses, sentences_of, tuples_in

#: Captions, and how many may have their tuples in another order. Where several pronouns leave
#: edges side by side between the same two words, no order is known that fits every caption.
SETS = {"fakecap": (5_786, 0), "flickr8k": (4_993, 0), "coco_train": (17_500, 1)}


@pytest.mark.parametrize("name", SETS)
def test_collapsed_graphs(name: str) -> None:
    for entry in official_parses(name):
        for number, sentence in enumerate(sentences_of(entry)):
            edges = sorted(map(tuple, collapsed(sentence, number)))
            assert edges == sorted(map(tuple, entry["sents"][number]["cc"])), entry["caption"]


@pytest.mark.parametrize("name", SETS)
def test_tuples_from_basic_dependencies(name: str) -> None:
    entries = official_parses(name)
    found = tuples(Parses.of(map(sentences_of, entries)))
    pairs = [(ours, tuples_in(entry)) for ours, entry in zip(found, entries, strict=True)]
    assert all(sorted(ours) == sorted(official) for ours, official in pairs)
    captions, in_other_order = SETS[name]
    assert len(pairs) == captions
    assert sum(ours != official for ours, official in pairs) <= in_other_order
