"""What is a kind of what, told from WordNet's nouns."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutline.text.noun_hierarchy import (
    MOST_STEPS,
    NounHierarchy,
    Relation,
    missing_noun_hierarchy,
    noun_hierarchy,
)

OPPOSITE = {"kind of": "includes", "includes": "kind of", "synonym": "synonym"}
_TEXT = """
    animal apple banana bear bench bicycle bike bird boat bottle building bus car cat chair
    child clothing computer container couch cow cup desk device dish doctor dog dress equipment
    face food fork fruit furniture game girl glass glasses hand hat head horse house kid kite
    kitten knife lady laptop man match men model mouse object park people person phone pizza
    plane plant plate player puppy road room sandwich sheep shirt sign skier structure table
    thing toilet tool toy train tree truck umpire vegetable vehicle wall watch water woman
"""
NOUNS = _TEXT.split()


@pytest.fixture(scope="module", name="hierarchy")
def _hierarchy() -> NounHierarchy:
    if (reason := missing_noun_hierarchy()) is not None:
        pytest.skip(reason)
    return noun_hierarchy()


@pytest.mark.parametrize(
    ("noun", "other", "steps"),
    [
        ("man", "person", 2),
        ("woman", "person", 2),
        ("girl", "person", 2),
        ("vintner", "person", 3),
        ("hairdresser", "person", 4),
        ("waiter", "person", 1),
        ("doctor", "person", 5),
        ("puppy", "dog", 1),
        ("dog", "animal", 2),
        ("cat", "animal", 7),
        ("sheep", "animal", 9),
        ("car", "vehicle", 2),
        ("truck", "vehicle", 4),
        ("bus", "vehicle", 2),
        ("train", "vehicle", 2),
        ("table", "furniture", 1),
        ("desk", "table", 1),
        ("dining table", "table", 1),
        ("laptop", "computer", 4),
        ("wineglass", "glass", 1),
        ("pizza", "food", 3),
        ("banana", "fruit", 2),
        ("bottle", "container", 2),
    ],
)
def test_kinds(hierarchy: NounHierarchy, noun: str, other: str, steps: int) -> None:
    assert hierarchy.relation(noun, other) == Relation("kind of", steps)
    assert hierarchy.relation(other, noun) == Relation("includes", steps)


@pytest.mark.parametrize(
    ("noun", "other"),
    [
        ("sofa", "couch"),
        ("bike", "bicycle"),
        ("tv", "television"),
        ("wine glass", "wineglass"),
        ("cell phone", "cellular telephone"),
        ("people", "person"),
        ("men", "man"),
        ("kid", "child"),
        ("dog", "dog"),
    ],
)
def test_synonyms(hierarchy: NounHierarchy, noun: str, other: str) -> None:
    assert hierarchy.relation(noun, other) == Relation("synonym", 0)
    assert hierarchy.relation(other, noun) == Relation("synonym", 0)


@pytest.mark.parametrize(
    ("noun", "other"),
    [
        ("motorcycle", "bicycle"),
        ("dog", "cat"),
        ("chair", "table"),
        ("hand", "person"),
        ("head", "person"),
        ("hot dog", "dog"),
        ("bus", "car"),
        ("bicycle", "container"),
        # Senses that no caption means: a frump, an earl, a guy, who proposes a toast, a girl.
        ("dog", "person"),
        ("chesterfield", "person"),
        ("cat", "man"),
        ("toaster", "person"),
        ("bird", "person"),
        ("man", "checker"),
        # A kitten is a young mammal in WordNet, and not a cat.
        ("kitten", "cat"),
        ("zzyzx", "zzyzx"),
        ("", "dog"),
        (" - ", "dog"),
    ],
)
def test_no_relation(hierarchy: NounHierarchy, noun: str, other: str) -> None:
    assert hierarchy.relation(noun, other) is None
    assert hierarchy.relation(other, noun) is None


@pytest.mark.parametrize("general", ["entity", "object", "thing", "organism", "artifact", "group"])
def test_what_is_very_general_includes_nothing(hierarchy: NounHierarchy, general: str) -> None:
    assert hierarchy.senses(general)
    for noun in ("dog", "person", "table", "pizza", "tree", "crowd"):
        assert hierarchy.relation(noun, general) is None
        assert hierarchy.relation(general, noun) is None


def test_a_noun_is_found_however_it_is_written(hierarchy: NounHierarchy) -> None:
    hydrant = hierarchy.senses("fire hydrant")
    assert hydrant == (3346898,)
    for spelling in ("fire_hydrant", "Fire-Hydrant", "fire hydrants", "firehydrant", "  FIRE plug"):
        assert hierarchy.senses(spelling) == hydrant, spelling
    glass = hierarchy.senses("wineglass")
    assert glass == (4592099,)
    for spelling in ("wine glass", "wine-glasses", "wine_glass", "wineglasses"):
        assert hierarchy.senses(spelling) == glass, spelling
    assert hierarchy.senses("x ray") == hierarchy.senses("x-ray") != ()
    assert hierarchy.senses("merry go round") == hierarchy.senses("merry-go-round") != ()
    assert hierarchy.senses("skis") == hierarchy.senses("ski") != ()
    assert hierarchy.senses("firefighter hydrant") == hierarchy.senses("\ud800") == ()


def test_a_plural_with_a_meaning_of_its_own_has_both(hierarchy: NounHierarchy) -> None:
    glasses = hierarchy.senses("glasses")
    assert set(glasses) > set(hierarchy.senses("glass"))
    assert 4272054 in glasses  # spectacles
    assert 4272054 not in hierarchy.senses("glass")
    assert len(set(glasses)) == len(glasses)


def test_the_most_usual_sense_comes_first(hierarchy: NounHierarchy) -> None:
    first = {noun: hierarchy.senses(noun)[0] for noun in ("dog", "cow", "table", "chair", "orange")}
    assert first == {
        "dog": 2084071,
        "cow": 2403454,
        "table": 4379243,
        "chair": 3001627,
        "orange": 7747607,
    }
    assert len(hierarchy.senses("dog")) == 7


@given(noun=st.sampled_from(NOUNS), other=st.sampled_from(NOUNS))
def test_a_relation_has_its_opposite(hierarchy: NounHierarchy, noun: str, other: str) -> None:
    here, there = hierarchy.relation(noun, other), hierarchy.relation(other, noun)
    if here is None or there is None:
        assert here is there
        return
    assert (OPPOSITE[here.kind], here.steps) == (there.kind, there.steps)
    assert (here.kind == "synonym") == (here.steps == 0)
    assert here.steps <= MOST_STEPS


@given(noun=st.text(max_size=12), other=st.sampled_from(NOUNS))
def test_any_text_can_be_asked_for(hierarchy: NounHierarchy, noun: str, other: str) -> None:
    here, there = hierarchy.relation(noun, other), hierarchy.relation(other, noun)
    assert (here is None) == (there is None)


def test_it_is_opened_once(hierarchy: NounHierarchy) -> None:
    assert noun_hierarchy() is hierarchy
    assert len(hierarchy.digest) == 16
