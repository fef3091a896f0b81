"""Annotations of the drawn scenes, of a few awkward pictures, and of as many images as asked for.

Captions are those of the demonstration set's three systems; what their nouns mean is found by the
objects' labels.
"""

from __future__ import annotations

import base64
import io
import random
import re
from dataclasses import dataclass

from cutline.benchmarks.demo import SYSTEMS, demo_run, demo_scenes
from cutline.benchmarks.demo.boxes import mark
from cutline.core.types import Detection, ImageId, LabelledBox
from cutline.datasets.annotated_images import (
    AnnotatedCaption,
    AnnotatedImage,
    AnnotatedNoun,
    AnnotationHeader,
)
from cutline.datasets.world.drawing.scene import HEIGHT, WIDTH, draw_scene

METRICS = ("semantic-fidelity", "matched-fidelity")
HEADER = AnnotationHeader(
    SYSTEMS, "drawn scenes", METRICS, "semantic-fidelity|nouns:all|detector:drawn|version:0"
)
KINDS = {"bike": "synonym", "couch": "synonym", "sailboat": "kind of", "man": "kind of"}
#: Words that are nouns wherever they stand.
NOUNS = re.compile(
    "man|woman|people|bench|dog|ball|table|room|sea|boat|cat|horse|street|bus|kitchen|food|park|"
    "beach|grass|field|car|person|umbrella|group|view|window|guitar|piano|lamp|sky"
)


@dataclass(frozen=True)
class Invented:
    """What a gallery is made from."""

    header: AnnotationHeader
    images: list[AnnotatedImage]
    pictures: dict[ImageId, str]


def invented(awkward: bool = False) -> Invented:
    """The 24 drawn scenes, and six images that are hard to show."""
    images, pictures = [], {}
    chance = random.Random(3)
    for scene in demo_scenes():
        objects = tuple(
            Detection(o["label"], round(chance.uniform(0.4, 0.99), 3), tuple(map(float, o["box"])))
            for o in scene["objects"]
        )
        said = {name: demo_run(name).captions[scene["image_id"]][0] for name in SYSTEMS}
        file = f"pictures/{scene['image_id']}.svg"
        images.append(annotated(scene["image_id"], file, (WIDTH, HEIGHT), objects, said))
        pictures[scene["image_id"]] = data_address(draw_scene(scene).encode(), "svg+xml")
    if awkward:
        for image, picture in awkward_images():
            images.append(image)
            if picture:
                pictures[image.image_id] = picture
    return Invented(HEADER, images, pictures)


def annotated(
    image_id: ImageId,
    file: str,
    size: tuple[int, int],
    objects: tuple[Detection, ...],
    said: dict[str, str],
) -> AnnotatedImage:
    """An image with captions whose values are shares of nouns and objects that meet."""
    captions = tuple(_caption(name, text, objects) for name, text in said.items())
    values = [dict(caption.values)[METRICS[0]] for caption in captions]
    defined = [value for value in values if value is not None]
    best = values.index(max(defined)) if defined else None
    why = f"highest {METRICS[0]}" if defined else "no caption has a value"
    return AnnotatedImage(image_id, file, *size, objects, captions, best, why)


def _caption(name: str, text: str, objects: tuple[Detection, ...]) -> AnnotatedCaption:
    boxes = [LabelledBox(o.label, *(o.box or (0, 0, 1, 1))) for o in objects]
    nouns = []
    meant = mark(text, boxes).boxes
    for place, word in enumerate(re.finditer(r"\S+", text)):
        bare = word[0].strip(".,'\"").lower()
        start = word.start() + word[0].lower().find(bare)
        if meant[place]:
            relation = KINDS.get(bare, "same")
            near = 1.0 if relation == "same" else 0.71
            which = int(meant[place][0])
            nouns.append(AnnotatedNoun(bare, start, start + len(bare), which, relation, near))
        elif NOUNS.fullmatch(bare):
            nouns.append(AnnotatedNoun(bare, start, start + len(bare), None, "", 0.2))
    if not nouns or not objects:
        values = tuple((spec, None) for spec in METRICS)
        undefined = "the caption has no nouns" if objects else "no objects were seen"
        return AnnotatedCaption(name, text, tuple(nouns), values, undefined)
    hits = len({noun.object for noun in nouns} - {None})
    fidelity = hits / len(nouns) * min(1, len(nouns) / len(objects))
    matched = 2 * hits / (len(nouns) + len(objects))
    values = ((METRICS[0], round(fidelity, 4)), (METRICS[1], round(matched, 4)))
    return AnnotatedCaption(name, text, tuple(nouns), values)


def data_address(data: bytes, kind: str) -> str:
    """A picture inside a page."""
    return f"data:image/{kind};base64,{base64.b64encode(data).decode('ascii')}"


def drawn(size: tuple[int, int], boxes: list[tuple[float, ...]], hue: int = 200) -> str:
    """A picture of plain shapes, each in one of the boxes."""
    from PIL import Image, ImageDraw

    image = Image.new("RGB", size, f"hsl({hue}, 30%, 78%)")
    draw = ImageDraw.Draw(image)
    for number, (left, top, width, height) in enumerate(boxes):
        colour = f"hsl({(hue + 37 * (number + 1)) % 360}, 45%, 55%)"
        draw.ellipse([left, top, left + width, top + height], fill=colour)
    data = io.BytesIO()
    image.save(data, "JPEG", quality=80)
    return data_address(data.getvalue(), "jpeg")


def awkward_images() -> list[tuple[AnnotatedImage, str]]:
    """Tall, wide, crowded, right to left, broken, and without a picture or anything seen."""
    tall = [(60.0, 40.0, 240.0, 300.0), (90.0, 420.0, 180.0, 180.0)]
    wide = [(20.0, 30.0, 90.0, 90.0), (700.0, 10.0, 180.0, 130.0)]
    crowd = [(10.0 + 46 * (n % 10), 60.0 + 90 * (n // 10), 52.0, 80.0) for n in range(20)]
    crowded = tuple(
        Detection("person" if n % 3 else "traffic light", 0.5 + n / 50, box)
        for n, box in enumerate(crowd)
    )
    long = "a man " + "and another man beside him " * 9 + "under an umbrell" + "a" * 70
    return [
        (
            annotated(
                "tall-1",
                "phone/2021/08/a very long name of a picture that nobody shortened.jpg",
                (360, 640),
                (Detection("dog", 0.92, tall[0]), Detection("ball", 0.81, tall[1])),
                {"steady": "a dog above a ball", "hasty": "a dog", "parrot": long},
            ),
            drawn((360, 640), tall, 20),
        ),
        (
            annotated(
                "wide-1",
                "wide.jpg",
                (960, 160),
                (Detection("bus", 1.0, wide[0]), Detection("bus", 1.0, wide[1])),
                {"steady": "two buses", "hasty": "حافلة bus على الشارع", "parrot": ""},
            ),
            drawn((960, 160), wide, 120),
        ),
        (
            annotated(
                "crowd-1",
                "crowd.jpg",
                (480, 320),
                crowded,
                {"steady": "a group of people", "hasty": "a person", "parrot": "<b>a man</b> & co"},
            ),
            drawn((480, 320), crowd, 300),
        ),
        (
            annotated(
                "nothing-1",
                "nothing.jpg",
                (480, 320),
                (),
                {"steady": "a man on a beach", "hasty": "a 🏖️ view", "parrot": "a dog"},
            ),
            drawn((480, 320), [], 60),
        ),
        (
            AnnotatedImage(
                "half-1",
                "half.jpg",
                480,
                320,
                (Detection("clock", 0.66), Detection("cup", 0.5, (300.0, 200.0, 400.0, 400.0))),
                (
                    AnnotatedCaption("steady", None, error="it gave no answer within 30 seconds"),
                    AnnotatedCaption(
                        "hasty", "half \ud83d a clock", (AnnotatedNoun("clock", 9, 14, 0),)
                    ),
                ),
                None,
                "one captioner failed",
            ),
            "",
        ),
        (AnnotatedImage("broken-1", "broken.jpg", error="broken.jpg: it ends too early"), ""),
    ]


def many(count: int) -> Invented:
    """As many images as asked for, without pictures."""
    chance = random.Random(5)
    labels = ["dog", "cat", "horse", "boat", "kite", "clock", "bus", "bicycle", "bench", "lamp"]
    images = []
    for place in range(count):
        seen = chance.sample(labels, chance.randint(0, 4))
        objects = tuple(
            Detection(label, round(chance.uniform(0.3, 1), 2), (10.0 * n, 20.0, 60.0, 80.0))
            for n, label in enumerate(seen)
        )
        said = {
            name: f"a {chance.choice(labels)} near a {chance.choice(labels)} in a park"
            for name in SYSTEMS
        }
        image_id = 4001 + place
        images.append(annotated(image_id, f"pictures/{image_id}.jpg", (480, 320), objects, said))
    return Invented(HEADER, images, {})
