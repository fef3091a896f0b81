"""Pictures of scenes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cutline.datasets.world.drawing.scene import draw_scene
from cutline.datasets.world.pixels import paint
from cutline.datasets.world.types import Scene, SceneObject
from cutline.datasets.world.words import COLOURS, PLACES

if TYPE_CHECKING:
    from PIL.Image import Image


def scene_picture(scene: Scene) -> Image:
    """A scene in pixels.

    Raises:
        MissingPartError: where Pillow is not installed.
    """
    return paint(scene_drawing(scene))


def scene_drawing(scene: Scene) -> str:
    """A scene as a document of SVG, with what it shows as its title."""
    backdrop, sky, ground, horizon = PLACES[scene.place].backdrop
    # Small things stand in front of large ones, so that all can be seen.
    objects = sorted(scene.objects, key=lambda item: -item.box[2] * item.box[3])
    return draw_scene(
        {
            "image_id": scene.image_id,
            "title": scene.captions[0] if scene.captions else f"A scene: {scene.place}",
            "backdrop": backdrop,
            "sky": sky,
            "ground": ground,
            "horizon": horizon,
            "objects": [_item(item) for item in objects],
        }
    )


def _item(item: SceneObject) -> dict[str, Any]:
    drawn = {
        "label": item.thing.drawing,
        "box": item.box,
        "colour": COLOURS[item.colour],
        "facing": item.facing,
    }
    if item.deed:
        drawn["deed"] = item.deed
    return drawn
