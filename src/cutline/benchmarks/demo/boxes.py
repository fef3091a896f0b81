"""The demonstration set with boxes: which object each word means, found by the objects' labels."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from cutline.benchmarks.demo import demo_benchmark, demo_run
from cutline.core.types import Benchmark, LabelledBox, Run
from cutline.datasets.gold_boxes import Box, BoxedImage, BoxedSet
from cutline.datasets.world.drawing.scene import HEIGHT, WIDTH
from cutline.text.box_markup import MarkedText, format_marked
from cutline.text.number_forms import number_forms

#: What the demonstration's captions call objects beside their labels.
_OTHER_NAMES = {
    "bicycle": ("bike",),
    "boat": ("sailboat",),
    "cabinet": ("cupboard",),
    "cup": ("mug",),
    "person": ("man", "someone"),
    "sofa": ("couch",),
    "table": ("desk",),
    "television": ("tv", "t.v."),
}
_AROUND_WORD = re.compile(r"^\W+|(?:'s)?[^\w.]*$|(?<=\w\w)\.$")


def demo_boxes() -> Benchmark:
    """The demonstration set, its references with marks.

    >>> demo_boxes().references[0][1]
    '[Dog|2] looking at a striped [ball|3] in a park with one big [tree|1]'
    """
    plain = demo_benchmark()
    references = tuple(
        tuple(format_marked(mark(text, plain.objects[image_id])) for text in texts)
        for image_id, texts in zip(plain.image_ids, plain.references, strict=True)
    )
    return replace(plain, name="demo-boxes", references=references)


def demo_boxed_run(system: str) -> Run:
    """What one of the three systems says of the scenes, with marks."""
    run, objects = demo_run(system), demo_benchmark().objects
    return Run(
        system,
        {
            image_id: tuple(format_marked(mark(text, objects[image_id])) for text in captions)
            for image_id, captions in run.captions.items()
        },
    )


def demo_boxed_set() -> BoxedSet:
    """The demonstration set as images with boxes and descriptions."""
    return BoxedSet(
        "demo",
        tuple(
            BoxedImage(
                image_id=example.image_id,
                boxes=tuple(
                    Box(str(number), item.label, item.x, item.y, item.width, item.height)
                    for number, item in enumerate(example.objects)
                ),
                descriptions=tuple(mark(text, example.objects) for text in example.references),
                width=WIDTH,
                height=HEIGHT,
                is_inferred=True,
            )
            for example in demo_benchmark()
        ),
    )


def mark(text: str, objects: Sequence[LabelledBox]) -> MarkedText:
    """Point words to objects: a box's id is its place among the objects.

    The words of a label are taken first, then its last word, and other names. A singular means the
    largest object of the label, a plural all of them.
    """
    words = text.split()
    bare = [_AROUND_WORD.sub("", word).lower() for word in words]
    boxes: list[tuple[str, ...]] = [()] * len(words)
    names = _names(objects)
    place = 0
    while place < len(words):
        sizes = (2, 1) if place + 1 < len(words) else (1,)
        found = next((n for n in sizes if " ".join(bare[place : place + n]) in names), 0)
        for step in range(found):
            boxes[place + step] = names[" ".join(bare[place : place + found])]
        place += found or 1
    return MarkedText(tuple(words), tuple(boxes))


def _names(objects: Sequence[LabelledBox]) -> dict[str, tuple[str, ...]]:
    """Every name that an object may go by, with the boxes that it then means."""
    names: dict[str, tuple[str, ...]] = {}
    for label in dict.fromkeys(item.label for item in objects):
        places = [place for place, item in enumerate(objects) if item.label == label]
        largest = max(places, key=lambda place: objects[place].width * objects[place].height)
        for name in (label, label.split()[-1], *_OTHER_NAMES.get(label, ())):
            names.setdefault(name, (str(largest),))
            first, last = " ".join(name.split()[:-1]), name.split()[-1]
            for form in sorted(number_forms(last)):
                names.setdefault(f"{first} {form}".strip(), tuple(map(str, places)))
    return names
