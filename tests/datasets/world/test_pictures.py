"""The pictures of scenes: painted as they are drawn."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cutline.datasets.world import WorldSettings, make_world, write_world
from cutline.datasets.world.drawing.palette import PALETTE
from cutline.datasets.world.drawing.scene import HEIGHT, WIDTH, draw_scene
from cutline.datasets.world.outlines import outlines
from cutline.datasets.world.pictures import scene_drawing, scene_picture
from cutline.datasets.world.pixels import paint
from cutline.datasets.world.types import Scene, SceneObject
from cutline.datasets.world.words import COLOURS


def painted(markup: str) -> Any:
    return np.asarray(paint(markup)).astype(int)


def colour(name: str) -> list[int]:
    return [int(PALETTE[name][place : place + 2], 16) for place in (1, 3, 5)]


def scene_of(item: SceneObject, place: str = "park") -> Scene:
    return Scene(1, "test", "in-domain", place, (item,), ("A thing.",))


def test_shapes_lie_where_they_are_drawn() -> None:
    pixels = painted('<rect x="10" y="20" width="30" height="40" fill="#ff0000"/>')
    is_red = (pixels == [255, 0, 0]).all(axis=2)
    rows, columns = np.nonzero(is_red)
    assert abs(rows.min() - 20) <= 1
    assert abs(rows.max() - 59) <= 1
    assert abs(columns.min() - 10) <= 1
    assert abs(columns.max() - 39) <= 1
    assert abs(is_red.sum() - 1200) < 90


@pytest.mark.parametrize(
    ("markup", "area"),
    [
        ('<circle cx="100" cy="100" r="30" fill="#000000"/>', 2827),
        ('<ellipse cx="100" cy="100" rx="40" ry="20" fill="#000000"/>', 2513),
        ('<polygon points="0,0 60,0 0,60" fill="#000000"/>', 1800),
        ('<path d="M10 10 H70 V50 H10 Z" fill="#000000"/>', 2400),
        ('<path d="M10 50 C10 10 90 10 90 50 Z" fill="#000000"/>', 1920),
        ('<path d="M70 100 A30 30 0 0 1 130 100 Z" fill="#000000"/>', 1414),
        ('<path d="M100 70 A30 30 0 1 1 70 100 L100 100 Z" fill="#000000"/>', 2121),
        ('<path d="M100 70 A30 30 0 0 0 70 100 L100 100 Z" fill="#000000"/>', 707),
        ('<path d="M100 100 h40 a40 20 0 0 1 -40 20 Z" fill="#000000"/>', 628),
        ('<path d="M20 20 h60 l-60 0" fill="none" stroke="#000000" stroke-width="10"/>', 678),
        ('<rect x="9" y="9" width="50" height="40" rx="10" fill="#000000"/>', 1914),
        ('<g transform="rotate(90 100 100)"><polygon points="80,60 120,60 120,140 80,140" '
         'fill="#000000"/></g>', 3200),
        ('<g transform="translate(50 50) scale(2 3)"><rect x="0" y="0" width="10" height="10" '
         'fill="#000000"/></g>', 600),
    ],
)  # fmt: skip
def test_shapes_have_the_area_that_geometry_gives(markup: str, area: float) -> None:
    darkness = (255 - painted(markup)[:, :, 0]).sum() / 255
    assert darkness == pytest.approx(area, rel=0.06)


def test_what_shines_through_is_mixed() -> None:
    pixels = painted('<g opacity="0.25"><rect x="0" y="0" width="90" height="90" fill="#000"/></g>')
    assert pixels[40, 40].tolist() == pytest.approx([191] * 3, abs=1)


def test_unknown_shapes_are_named() -> None:
    with pytest.raises(ValueError, match="'image' has no outline"):
        outlines("image", {})
    with pytest.raises(ValueError, match="command 'Q'"):
        outlines("path", {"d": "M0 0 Q1 1 2 2"})
    with pytest.raises(ValueError, match="turned by 30"):
        outlines("path", {"d": "M0 0 A1 1 30 0 1 2 2"})


@pytest.mark.parametrize("name", COLOURS)
def test_a_thing_has_its_colour_in_its_box(name: str) -> None:
    pixels = np.asarray(
        scene_picture(scene_of(SceneObject("car", name, "big", "", (100, 150, 220, 100))))
    )
    inside = pixels[150:250, 100:320].reshape(-1, 3).astype(int)
    near = np.abs(inside - colour(COLOURS[name])).max(axis=1) <= 3
    assert near.mean() > 0.25


def test_deeds_can_be_seen() -> None:
    box = (150.0, 130.0, 110.0, 84.0)
    pictures = [
        np.asarray(scene_picture(scene_of(SceneObject("dog", "yellow", "medium", deed, box))))
        for deed in ("stand", "run", "jump", "sleep")
    ]
    for place, one in enumerate(pictures):
        for other in pictures[place + 1 :]:
            assert ((one != other).any(axis=2)).sum() > 80


def test_every_scene_can_be_painted_and_is_a_document() -> None:
    for scene in make_world(WorldSettings(scenes=12)):
        assert scene_picture(scene).size == (WIDTH, HEIGHT)
        assert scene_drawing(scene).startswith("<svg")
        assert scene.captions[0] in scene_drawing(scene)


def test_pictures_are_written_the_same_each_time(tmp_path: Path) -> None:
    world = make_world(WorldSettings(scenes=3))
    for name in ("one", "two"):
        write_world(world, tmp_path / name, pictures=True)
    for scene in world:
        one, two = (tmp_path / name / "images" / f"{scene.image_id}.png" for name in ("one", "two"))
        assert one.read_bytes() == two.read_bytes()


def test_a_leap_is_above_its_shadow() -> None:
    item = {"label": "dog", "box": [150, 130, 110, 84], "deed": "jump"}
    scene = {"image_id": 1, "title": "", "backdrop": "open", "sky": "mist", "ground": "grass"}
    text = draw_scene({**scene, "horizon": 200, "objects": [item]})
    assert 'cy="263"' in text
