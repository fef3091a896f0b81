"""The scene world: what its scenes, captions, vectors and boxes have to be like."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from cutline.core.errors import UsageError
from cutline.datasets.world import HeldOut, RegionVectors, World, WorldSettings, make_world
from cutline.datasets.world.concepts import concepts_text
from cutline.datasets.world.drawing import HEIGHT, WIDTH
from cutline.datasets.world.words import COLOURS, DEEDS, PLACES, SIZES, THINGS
from cutline.text.concept_file import parse_concepts
from cutline.text.pair_matching import pair_matcher

NOVEL = WorldSettings(scenes=400, novel=("penguin", "tent", "couch"), seed=3)


USUAL = WorldSettings(scenes=1000)


@cache
def world(settings: WorldSettings = USUAL) -> World:
    return make_world(settings)


def words_of(caption: str) -> list[str]:
    return caption.lower().rstrip(".").split()


def test_the_same_settings_give_the_same_world() -> None:
    again = make_world(WorldSettings(scenes=1000))
    assert again == world()
    assert make_world(WorldSettings(scenes=1000, seed=2)).scenes != again.scenes


def test_a_larger_world_begins_as_a_smaller_one() -> None:
    assert make_world(WorldSettings(scenes=90)).scenes == world().scenes[:90]


def test_holding_out_changes_nothing_but_what_is_trained_on() -> None:
    whole = make_world(WorldSettings(scenes=1000, held_out=()))
    assert not whole.of("held-out")
    for scene, other in zip(world(), whole, strict=True):
        assert replace(scene, split=other.split) == other
        assert other.split == {"held-out": "train"}.get(scene.split, scene.split)
    assert len(world().of("train", "held-out")) == 700


def test_no_scene_to_train_on_shows_a_held_out_pair_and_others_do() -> None:
    pairs = world().settings.pairs
    assert len(pairs) == 6
    for pair in pairs:
        assert not any(scene.shows(pair) for scene in world().of("train"))
        assert sum(scene.shows(pair) for scene in world().of("test")) >= 3
    assert all(any(scene.shows(pair) for pair in pairs) for scene in world().of("held-out"))


def test_no_caption_to_train_on_has_a_held_out_pair() -> None:
    settings = world().settings
    concepts = parse_concepts(concepts_text(settings.pairs), "world", name="world")
    found = pair_matcher("parse", concepts.pairs)
    trained = [caption for scene in world().of("train") for caption in scene.captions]
    held = [caption for scene in world().of("held-out") for caption in scene.captions]
    assert not found.match(trained, 1).any()
    assert (found.match(held, 1).sum(axis=0) > 5).all()


def test_the_parser_finds_pairs_where_scenes_show_them() -> None:
    """What people say of a scene is understood: without that, recall would measure the parser."""
    pairs = world().settings.pairs
    concepts = parse_concepts(concepts_text(pairs), "world", name="world")
    told = [(scene, text) for scene in world().of("held-out", "test") for text in scene.captions]
    shown = np.array([[scene.shows(pair) for pair in pairs] for scene, _ in told])
    texts = [text for _, text in told]
    by_parse = pair_matcher("parse", concepts.pairs).match(texts, 1)
    by_words = pair_matcher("words", concepts.pairs).match(texts, 1) & shown
    assert not (by_parse & ~shown).any()
    assert (by_parse.sum(axis=0) > 0.95 * by_words.sum(axis=0)).all()


def test_novel_classes_are_in_no_scene_to_train_on_and_in_no_word_of_it() -> None:
    found = world(NOVEL)
    forms = {word for label in NOVEL.novel for word in THINGS[label].names}
    for scene in found.of("train", "held-out"):
        assert scene.domain == "in-domain"
        assert not {item.label for item in scene.objects} & set(NOVEL.novel)
        assert not forms & {word for text in scene.captions for word in words_of(text)}
    said = {
        word for scene in found.of("test") for text in scene.captions for word in words_of(text)
    }
    assert forms & said == forms


def test_domains_are_told_by_what_a_scene_shows() -> None:
    counts = dict.fromkeys(("in-domain", "near-domain", "out-of-domain"), 0)
    for scene in world(NOVEL).of("val", "test"):
        novel = [item.label in NOVEL.novel for item in scene.objects]
        expected = "out-of-domain" if all(novel) else "near-domain" if any(novel) else "in-domain"
        assert scene.domain == expected
        counts[scene.domain] += 1
    assert min(counts.values()) > 20


def test_objects_are_inside_the_picture_and_of_different_classes() -> None:
    for scene in world():
        labels = [item.label for item in scene.objects]
        assert 1 <= len(labels) == len(set(labels)) <= 3
        assert scene.place in PLACES
        for item in scene.objects:
            left, top, width, height = item.box
            assert 0 <= left < left + width <= WIDTH
            assert 0 <= top < top + height <= HEIGHT
            assert min(width, height) > 8
            assert item.colour in COLOURS
            assert item.size in SIZES
            assert bool(item.deed) == item.thing.acts
            assert not item.deed or item.deed in DEEDS


def test_scenes_have_as_many_things_as_asked() -> None:
    alone = make_world(WorldSettings(scenes=50, objects=(1.0, 0.0, 0.0)))
    assert all(len(scene.objects) == 1 for scene in alone)
    counts = [len(scene.objects) for scene in world()]
    assert 0.26 < counts.count(1) / len(counts) < 0.34
    assert 0.21 < counts.count(3) / len(counts) < 0.29


def test_big_things_are_larger_than_small_ones_of_their_class() -> None:
    for label in THINGS:
        areas: dict[str, list[float]] = {size: [] for size in SIZES}
        for scene in world():
            if len(scene.objects) == 2:
                for item in scene.objects:
                    if item.label == label and item.deed != "sleep":
                        areas[item.size].append(item.box[2] * item.box[3])
        means = [np.mean(areas[size]) for size in ("small", "medium", "big")]
        assert means == sorted(means)


def test_captions_say_true_things_and_differ() -> None:
    known = {word for thing in THINGS.values() for word in thing.names}
    for scene in world():
        allowed = {word for item in scene.objects for word in item.thing.names}
        colours = {item.colour for item in scene.objects}
        for text in scene.captions:
            words = words_of(text)
            assert known & set(words)
            assert known & set(words) <= allowed
            assert set(COLOURS) & set(words) <= colours
            assert text[0].isupper()
            assert text.endswith(".")
            assert len(words) <= 20
    assert np.mean([len(set(scene.captions)) for scene in world()]) > 4


def test_people_say_of_colours_as_often_as_the_rate_tells() -> None:
    always = make_world(WorldSettings(scenes=60, colour_rate=1.0, place_rate=0.0))
    never = make_world(WorldSettings(scenes=60, colour_rate=0.0))
    for scene in always:
        assert all(set(COLOURS) & set(words_of(text)) for text in scene.captions)
    for scene in never:
        assert not any(set(COLOURS) & set(words_of(text)) for text in scene.captions)


def test_vectors_are_sums_of_what_a_thing_is() -> None:
    settings = WorldSettings(scenes=300, noise=0.0)
    vectors = RegionVectors(settings)
    items = {}
    for scene in make_world(settings):
        for item in scene.objects:
            key = item.label, item.colour, item.size, item.deed
            items[key] = vectors.of_thing(item, "park")
            regions = vectors.regions(scene)
            assert regions.features.shape == (len(scene.objects) + 1, settings.feature_size)
    checked = 0
    for label, colour, size, deed in list(items):
        for other in COLOURS:
            keys = [(label, colour, size, deed), (label, other, size, deed)]
            for far in THINGS:
                keys[2:] = [(far, colour, size, deed), (far, other, size, deed)]
                if colour != other and far != label and all(key in items for key in keys):
                    one, two, three, four = (items[key] for key in keys)
                    np.testing.assert_allclose(one - two, three - four, atol=1e-5)
                    checked += 1
    assert checked > 10


def test_noise_is_as_strong_as_the_setting_says() -> None:
    quiet = WorldSettings(scenes=100, noise=0.0)
    loud = replace(quiet, noise=0.5)
    gaps = []
    for scene in make_world(quiet):
        parts = [RegionVectors(one).regions(scene).features for one in (quiet, loud)]
        gaps += (parts[1] - parts[0]).ravel().tolist()
    assert 0.48 < np.std(gaps) < 0.52


def test_the_detector_errs_within_kin_as_often_as_asked() -> None:
    settings = WorldSettings(scenes=1000, detector_noise=0.2)
    vectors = RegionVectors(settings)
    labels = list(THINGS)
    counts = {"right": 0, "kin": 0, "missed": 0}
    for scene in world():
        regions = vectors.regions(scene)
        assert regions.labels is not None
        assert regions.boxes is not None
        assert regions.labels[-1] == -1
        assert (regions.boxes >= 0).all()
        assert (regions.boxes <= 1).all()
        assert (regions.boxes[:, :2] < regions.boxes[:, 2:]).all()
        for item, number in zip(scene.objects, regions.labels, strict=False):
            if number == -1:
                counts["missed"] += 1
            else:
                seen = THINGS[labels[number]]
                assert seen.kin == item.thing.kin
                counts["right" if seen.label == item.label else "kin"] += 1
    total = sum(counts.values())
    assert 0.14 < counts["kin"] / total < 0.22
    assert 0.07 < counts["missed"] / total < 0.13


def test_without_noise_the_detector_is_right() -> None:
    settings = WorldSettings(scenes=60, detector_noise=0.0)
    vectors = RegionVectors(settings)
    for scene in make_world(settings):
        regions = vectors.regions(scene)
        assert regions.labels is not None
        assert regions.scores is not None
        named = [list(THINGS)[number] for number in regions.labels[:-1]]
        assert named == [item.label for item in scene.objects]
        assert regions.scores[:-1].tolist() == [1.0] * len(named)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"scenes": 0}, "scenes is 1 at least, not 0"),
        ({"colour_rate": 1.5}, "colour_rate is from 0 to 1, not 1.5"),
        ({"noise": -1.0}, "noise is 0 or more"),
        ({"objects": (1.0, 2.0)}, "one, two and three things, such as .*, not 1.0, 2.0"),
        ({"objects": (0.0, 0.0, 0.0)}, "one, two and three things"),
        ({"held_out": ("black catt",)}, "'black catt' is no pair of the world.*cat"),
        ({"held_out": ("run car",)}, "no car does anything"),
        ({"held_out": ("red man",)}, "colour of a man is that of the coat"),
        ({"novel": ("walrus",)}, "no class of the world is named 'walrus'"),
        ({"novel": ("cat",)}, "'black cat' is held out"),
        ({"novel": tuple(THINGS)[2:], "held_out": ()}, "2 classes are left"),
    ],
)
def test_settings_that_cannot_be_are_named(settings: dict[str, object], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        WorldSettings(**settings)  # type: ignore[arg-type]


def test_pairs_are_typed_in_either_order() -> None:
    assert HeldOut.of("man+run") == HeldOut.of("run man") == HeldOut("run", "man")
    assert (HeldOut("run", "man").kind, HeldOut("red", "car").kind) == ("verb", "adjective")
