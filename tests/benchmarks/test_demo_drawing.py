"""The demonstration set: its pictures, references and system outputs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from cutline.benchmarks import demo
from cutline.datasets.world.drawing import scene as draw

FOLDER = Path(demo.__file__).parent
SCENES: list[dict[str, Any]] = json.loads((FOLDER / "scenes.json").read_text("utf-8"))
SYSTEMS = ("steady", "hasty", "parrot")
DOMAINS = ("in-domain", "near-domain", "out-of-domain")
IMAGE_IDS = list(range(1001, 1025))
SVG = "{http://www.w3.org/2000/svg}"

each_scene = pytest.mark.parametrize("scene", SCENES, ids=lambda scene: str(scene["image_id"]))
each_system = pytest.mark.parametrize("system", SYSTEMS)


def load_system(name: str) -> list[dict[str, Any]]:
    results: list[dict[str, Any]] = json.loads(
        (FOLDER / "systems" / f"{name}.json").read_text("utf-8")
    )
    return results


def scene_with(**changes: Any) -> dict[str, Any]:
    return {**SCENES[0], **changes}


def test_ids_and_domains() -> None:
    assert [scene["image_id"] for scene in SCENES] == IMAGE_IDS
    domains = [scene["domain"] for scene in SCENES]
    assert {domain: domains.count(domain) for domain in DOMAINS} == dict.fromkeys(DOMAINS, 8)
    assert len({scene["title"] for scene in SCENES}) == len(SCENES)


@each_scene
def test_scene_draws_as_one_svg_document(scene: dict[str, Any]) -> None:
    text = draw.draw_scene(scene)
    root = ElementTree.fromstring(text)
    assert root.tag == f"{SVG}svg"
    assert (root.get("width"), root.get("height")) == ("480", "320")
    assert root.get("viewBox") == "0 0 480 320"
    assert root.findtext(f"{SVG}title") == scene["title"]
    description = root.findtext(f"{SVG}desc") or ""
    assert all(item["label"] in description for item in scene["objects"])
    assert not any(link in text for link in ("href", "url(", "<script", "<image"))
    assert draw.draw_scene(scene) == text


@each_scene
def test_ids_inside_a_picture_carry_its_image_id(scene: dict[str, Any]) -> None:
    root = ElementTree.fromstring(draw.draw_scene(scene))
    names = [node.get("id") for node in root.iter() if node.get("id")]
    prefix = f"scene-{scene['image_id']}-"
    assert names == [f"{prefix}title", f"{prefix}desc"]
    assert root.get("aria-labelledby") == f"{prefix}title {prefix}desc"


@each_scene
def test_every_object_has_a_drawing_and_a_box_inside_the_picture(scene: dict[str, Any]) -> None:
    assert scene["objects"]
    for item in scene["objects"]:
        assert item["label"] in draw.known_labels()
        x, y, width, height = item["box"]
        assert all(isinstance(value, int) for value in item["box"])
        assert 0 <= x < x + width <= draw.WIDTH
        assert 0 <= y < y + height <= draw.HEIGHT


@each_scene
def test_boxes_keep_the_proportions_of_their_drawings(scene: dict[str, Any]) -> None:
    for item in scene["objects"]:
        _, _, own_width, own_height = draw.DRAWINGS[item["label"]].bounds
        _, _, width, height = item["box"]
        assert (width / height) / (own_width / own_height) == pytest.approx(1, abs=0.05)


def test_every_drawing_is_used() -> None:
    used = {item["label"] for scene in SCENES for item in scene["objects"]}
    assert used == set(draw.known_labels())


@each_scene
def test_five_different_references(scene: dict[str, Any]) -> None:
    references = scene["references"]
    assert len(references) == 5
    for caption in references:
        assert caption == " ".join(caption.split())
        assert 6 <= len(caption.split()) <= 16


def test_no_two_references_are_equal() -> None:
    captions = [caption.lower() for scene in SCENES for caption in scene["references"]]
    assert len(set(captions)) == len(captions)


@each_system
def test_system_covers_every_image_once(system: str) -> None:
    results = load_system(system)
    assert [result["image_id"] for result in results] == IMAGE_IDS
    for result in results:
        assert set(result) == {"image_id", "caption"}
        assert result["caption"]
        assert result["caption"] == " ".join(result["caption"].split())


def test_no_system_copies_a_reference() -> None:
    references = {caption for scene in SCENES for caption in scene["references"]}
    for system in SYSTEMS:
        assert not references & {result["caption"] for result in load_system(system)}


def test_parrot_knows_five_sentences() -> None:
    assert len({result["caption"] for result in load_system("parrot")}) == 5


def test_unknown_label_is_named_with_the_known_ones() -> None:
    scene = scene_with(objects=[{"label": "walrus", "box": [10, 10, 50, 50]}])
    with pytest.raises(ValueError, match=r"'walrus'.*barn.*lighthouse.*windmill"):
        draw.draw_scene(scene)


def test_unknown_backdrop_and_colour_are_named() -> None:
    with pytest.raises(ValueError, match=r"'jungle'.*hills"):
        draw.draw_scene(scene_with(backdrop="jungle"))
    with pytest.raises(ValueError, match=r"'octarine'.*teal"):
        draw.draw_scene(scene_with(sky="octarine"))


@pytest.mark.parametrize("box", [[-1, 0, 10, 10], [0, 0, 0, 10], [470, 0, 11, 10], [0, 300, 9, 21]])
def test_a_box_outside_the_picture_is_refused(box: list[int]) -> None:
    with pytest.raises(ValueError, match="'dog' must lie inside 480 by 320"):
        draw.draw_object({"label": "dog", "box": box})


def test_facing_left_mirrors_the_drawing_in_the_same_box() -> None:
    right = draw.draw_object({"label": "dog", "box": [100, 50, 110, 84]})
    left = draw.draw_object({"label": "dog", "box": [100, 50, 110, 84], "facing": "left"})
    assert right.startswith('<g transform="translate(100 50) scale(1.0000 ')
    assert left.startswith('<g transform="translate(210 50) scale(-1.0000 ')


def test_titles_are_escaped() -> None:
    root = ElementTree.fromstring(draw.draw_scene(scene_with(title="Salt & <pepper>")))
    assert root.findtext(f"{SVG}title") == "Salt & <pepper>"
