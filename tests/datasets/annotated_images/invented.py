"""Annotations that nobody ever made: a pair of images by hand, and any by chance."""

from __future__ import annotations

from hypothesis import strategies as st

from cutline.core.types import Detection
from cutline.datasets.annotated_images import (
    AnnotatedCaption,
    AnnotatedImage,
    AnnotatedNoun,
    AnnotationHeader,
)

CAPTIONERS = ("steady", "hasty", "дрозд")
METRICS = ("semantic-fidelity", "semantic-fidelity(matching=best)")
HEADER = AnnotationHeader(CAPTIONERS, "drawn", METRICS, "semantic-fidelity|detector:drawn")

PIER = AnnotatedImage(
    image_id=7,
    file="pier.jpg",
    width=640,
    height=480,
    objects=(
        Detection("sofa", 0.91, (10.5, 20.0, 300.0, 200.0)),
        Detection("dog", 0.5, (0.0, 0.0, 50.0, 60.0)),
        Detection("lamp"),
    ),
    captions=(
        AnnotatedCaption(
            "steady",
            "a dog on a couch with a kite",
            (
                AnnotatedNoun("dog", 2, 5, 1, "same", 1.0),
                AnnotatedNoun("couch", 11, 16, 0, "synonym", 0.0),
                AnnotatedNoun("kite", 24, 28),
            ),
            ((METRICS[0], 0.625), (METRICS[1], None)),
            "matching: nothing to compare",
        ),
        AnnotatedCaption("hasty", None, error="timed out after 30 s"),
    ),
    best=0,
    why="highest semantic-fidelity",
)
BROKEN = AnnotatedImage(image_id="bro-ken", file="bro-ken.jpg", error="it is no picture")

# With halves of pairs of surrogates, but none that would make a pair.
TEXTS = st.text(st.characters(exclude_categories=["Cs"]) | st.just("\udce9"), max_size=12)
NAMES = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=6).filter(str.strip)
NUMBERS = st.floats(allow_nan=False, allow_infinity=False)
SIDES = st.floats(0, 1e6)
DETECTIONS = st.builds(
    Detection,
    NAMES,
    st.floats(0, 1),
    st.none() | st.tuples(NUMBERS, NUMBERS, SIDES, SIDES),
)


@st.composite
def annotated_captions(draw: st.DrawFn, captioner: str, objects: int) -> AnnotatedCaption:
    """What a captioner may have said of an image with so many objects."""
    text = draw(st.none() | TEXTS)
    nouns = []
    for _ in range(draw(st.integers(0, 3))):
        start, end = sorted(draw(st.tuples(*[st.integers(0, len(text or ""))] * 2)))
        place = draw(st.none() | st.integers(0, objects - 1)) if objects else None
        similarity = draw(st.none() | NUMBERS)
        nouns.append(AnnotatedNoun(draw(TEXTS), start, end, place, draw(TEXTS), similarity))
    values = tuple((spec, draw(st.none() | NUMBERS)) for spec in METRICS)
    return AnnotatedCaption(captioner, text, tuple(nouns), values, draw(TEXTS), draw(TEXTS))


@st.composite
def annotated_images(draw: st.DrawFn) -> AnnotatedImage:
    """Any image that a file can hold."""
    objects = tuple(draw(st.lists(DETECTIONS, max_size=3)))
    names = draw(st.lists(st.sampled_from(CAPTIONERS), unique=True))
    captions = tuple(draw(annotated_captions(name, len(objects))) for name in names)
    said = [place for place, caption in enumerate(captions) if caption.text is not None]
    return AnnotatedImage(
        image_id=draw(st.integers() | NAMES),
        file=draw(TEXTS),
        bytes=draw(st.integers(0, 10**12)),
        modified=draw(st.integers(0, 10**16)),
        width=draw(st.integers(0, 10**6)),
        height=draw(st.integers(0, 10**6)),
        objects=objects,
        captions=captions,
        best=draw(st.none() | st.sampled_from(said)) if said else None,
        why=draw(TEXTS),
        error=draw(TEXTS),
    )
