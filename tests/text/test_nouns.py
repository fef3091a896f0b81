"""The nouns of captions, as objects, as words, and as the release of Egoshots has them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutline.core.errors import UsageError
from cutline.datasets.coco_synonyms import coco_synonyms
from cutline.text.noun_choice import NounChoice
from cutline.text.nouns import Noun, caption_nouns
from cutline.text.number_forms import plural_of, singular_of
from cutline.text.object_labels import label_noun
from tests.golden.given_parses import given_parses
from tests.golden.seen_captions import SENTENCES


def lemmas(caption: str, choice: NounChoice = "objects") -> list[str]:
    return [noun.lemma for noun in caption_nouns([caption], choice)[0]]


@pytest.mark.parametrize("caption", SENTENCES)
def test_finds_the_nouns_that_were_written_down_by_hand(caption: str) -> None:
    parses, objects, singular = SENTENCES[caption]
    with given_parses({caption: parses}):
        found = caption_nouns([caption])[0]
        released = caption_nouns([caption], "singular")[0]
    assert [(noun.lemma, noun.count) for noun in found] == objects
    assert [noun.lemma for noun in released] == singular


@pytest.mark.parametrize(
    ("caption", "expected"),
    [
        ("a large fire hydrant on a truck", ["fire hydrant", "truck"]),
        ("A hot dog and two hot dogs.", ["hot dog", "hot dog"]),
        ("a young boy standing on top of a field", ["boy", "field"]),
        ("people sit around a dining table", ["people", "dining table"]),
        ("a group of men in the middle of a street", ["man", "street"]),
        ("a couch beside a sofa", ["couch", "sofa"]),
        ("a cat lies between a remote and a book", ["cat", "remote", "book"]),
        ("somebody holds the black remote", ["somebody", "remote"]),
        ("a remote hut", ["hut"]),
        ("a remote, snowy village", ["village"]),
        ("the village is remote", ["village"]),
        ("a cold and remote village", ["village"]),
        ("two bears on a rock", ["bear", "rock"]),
        ("one bears a heavy load", ["load"]),
        ("a plate of french fries", ["plate", "french fry"]),
        ("a dozen donuts in a box", ["donut", "box"]),
        ("A box with a dozen donuts.", ["box", "donut"]),
        ("there are a dozen people in the room", ["people", "room"]),
        ("a dozen glazed and frosted donuts", ["donut"]),
        ("hundreds of people on a beach", ["people", "beach"]),
        ("graffiti on a wall beside two cacti", ["graffiti", "wall", "cactus"]),
        ("a dog in sunglasses reads the news", ["dog", "sunglasses", "news"]),
        ("two dogs look at each other", ["dog"]),
    ],
)
def test_names_objects(caption: str, expected: list[str]) -> None:
    assert lemmas(caption) == expected


@pytest.mark.parametrize("label", sorted(coco_synonyms().labels))
def test_labels_of_coco_are_one_noun(label: str) -> None:
    *words, last = label.split()
    plural = " ".join([*words, last if last == "skis" else plural_of(last)])
    article = "an" if label[0] in "aeiou" else "a"
    one, two, several = caption_nouns(
        [f"a photo of {article} {label}", f"a photo of two {plural}", f"a photo of {plural}"]
    )
    assert [noun.lemma for noun in one] == [label_noun(label)]
    # People are more than one person, and no label of one.
    expected = "people" if label == "person" else label_noun(label)
    assert [(noun.lemma, noun.count) for noun in two] == [(expected, 2)]
    assert [(noun.lemma, noun.text) for noun in several] == [(expected, plural)]


def test_every_noun_is_a_word_of_its_own_on_demand() -> None:
    assert lemmas("a group of dogs beside a wine glass", "words") == [
        *("group", "dog", "wine", "glass")
    ]


@pytest.mark.parametrize(
    ("caption", "count"),
    [
        ("three dogs run.", 3),
        ("3 brown dogs run.", 3),
        ("a pair of dogs run.", 2),
        ("dogs run.", 0),
        ("a dog runs.", 1),
        ("a flock of small dogs run.", 0),
    ],
)
def test_tells_how_many_are_spoken_of(caption: str, count: int) -> None:
    found = {noun.lemma: noun.count for noun in caption_nouns([caption])[0]}
    assert found["dog"] == count


@pytest.mark.parametrize(
    ("caption", "expected"),
    [
        ("a dozen donuts in a box", ("donut", 12)),
        ("dozens of birds", ("bird", 0)),
        ("hundreds of sheep", ("sheep", 0)),
        ("a pair of scissors", ("scissors", 1)),
        ("a pair of glasses on a table", ("glass", 1)),
        ("a pair of wine glasses on a table", ("wine glass", 2)),
        ("a pair of rhinoceros in a zoo", ("rhinoceros", 2)),
        ("a couple of scissors", ("scissors", 2)),
        ("a couple of sunglasses", ("sunglasses", 2)),
        ("two pairs of scissors", ("scissors", 0)),
        ("a pair of shoes", ("shoe", 2)),
        ("pairs of shoes", ("shoe", 0)),
    ],
)
def test_amounts_are_of_what_follows(caption: str, expected: tuple[str, int]) -> None:
    (found, *_) = caption_nouns([caption])[0]
    assert (found.lemma, found.count) == expected


def test_places_are_those_of_the_caption_as_it_was_written() -> None:
    caption = "  A Man  with (two) wine glasses, and a DOG"
    found = caption_nouns([caption])[0]
    assert [caption[noun.start : noun.end] for noun in found] == ["Man", "wine glasses", "DOG"]
    assert [noun.text for noun in found] == ["Man", "wine glasses", "DOG"]


def test_letters_that_grow_in_lower_case_move_no_place() -> None:
    caption = "İİİ İstanbul, a dog and a wine glass"
    found = {noun.lemma: noun for noun in caption_nouns([caption])[0]}
    for lemma in ("dog", "wine glass"):
        assert caption[found[lemma].start : found[lemma].end] == lemma == found[lemma].text


def test_another_choice_is_refused() -> None:
    with pytest.raises(UsageError, match=r"nouns is one of objects, words, singular.*did you mean"):
        caption_nouns(["a dog"], "object")  # type: ignore[arg-type]


@given(st.lists(st.text(max_size=60), max_size=4))
def test_any_text_has_nouns_that_stand_in_it(captions: list[str]) -> None:
    clean = [caption.encode("utf-8", "ignore").decode() for caption in captions]
    for caption, found in zip(clean, caption_nouns(clean), strict=True):
        for noun in found:
            assert isinstance(noun, Noun)
            assert 0 <= noun.start <= noun.end <= len(caption)
            assert noun.lemma == noun.lemma.lower()


@pytest.mark.parametrize(
    "noun", ["dog", "bus", "box", "woman", "puppy", "knife", "shoe", "glass", "horse", "child"]
)
def test_singulars_undo_plurals(noun: str) -> None:
    assert singular_of(plural_of(noun)) == noun
    assert singular_of(noun) == noun


def test_labels_are_nouns() -> None:
    assert label_noun(" Wine_Glasses ") == "wine glass"
    assert label_noun("") == ""
    assert [label_noun(label) for label in ("Skis", "Scissors", "TVs")] == ["ski", "scissors", "tv"]
