"""Small bundles of our own, and strategies that draw any other."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from cutline.core.types import Benchmark, LabelledBox, Run
from cutline.datasets.bundle import BundleContent, BundleImage, SplitContent

VAL = Benchmark(
    name="val",
    image_ids=(31, 4, 250),
    references=(
        ["Two otters float on their backs.", "A pair of otters in a calm river"],
        ["A cellist tunes her instrument."],
        ["Rain on an empty café terrace", 'A sign reads "closed" above wet chairs.'],
    ),
    tags={
        "domain": {31: "out-domain", 4: "in-domain", 250: "near-domain"},
        "light": {31: "day", 250: "night"},
    },
    objects={31: (LabelledBox("otter", 1, 2.5, 30, 40),), 4: (LabelledBox("cello", 0, 0, 9, 9),)},
)
TEST = Benchmark(
    name="test",
    image_ids=("t/1", "t/2"),
    references=(["A tram turns into a narrow street."], ["Snow lies on a row of bicycles."]),
    tags={"domain": {"t/1": "in-domain", "t/2": "in-domain"}},
)
HUMAN_VAL = Run("human", {31: ("otters at rest",), 4: ("a cello is tuned",), 250: ("wet café",)})
HUMAN_TEST = Run("human", {"t/1": ("a tram", "tram in a street"), "t/2": ("bicycles in snow",)})
IMAGES = (
    BundleImage(31, "otters.jpg", "https://example.org/31", 640, 480),
    BundleImage(4),
    BundleImage(250, "café.jpg"),
)


def small_content(**changes: Any) -> BundleContent:
    """A public and a private split, with everything that a split can have."""
    fields: dict[str, Any] = {
        "name": "small",
        "benchmark_version": "1.0",
        "licence": "CC0-1.0",
        "title": "A small benchmark, größer auf Deutsch",
        "metrics": "bleu-4,cider-d",
        "slices": {"domain": "where the objects are known from"},
        "splits": (
            SplitContent.from_benchmark("val", VAL, images=IMAGES, human=HUMAN_VAL),
            SplitContent.from_benchmark("test", TEST, visibility="private", human=HUMAN_TEST),
        ),
    }
    return BundleContent(**{**fields, **changes})


def contents_of(folder: Path) -> dict[str, bytes]:
    """Every file of a folder by its path."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


# What no file can hold, and what the readers of captions refuse.
CAPTIONS = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\r\x0b\x0c\u2028\u2029"),
    max_size=20,
)
NAMES = st.from_regex(r"[A-Za-z0-9][A-Za-z0-9_-]{0,8}", fullmatch=True)
LABELS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=6).filter(str.strip)
SLICE_NAMES = (
    st.text(st.characters(exclude_categories=["C", "Z"], exclude_characters="="), max_size=6)
    .filter(lambda name: name.strip() and name != "split" and name.isprintable())
    .map(str.strip)
)
IDS = st.one_of(
    st.lists(st.integers(-(2**63), 2**63), min_size=1, max_size=6, unique=True),
    st.lists(
        st.text(st.characters(exclude_categories=["Cs"]), max_size=8), min_size=1, unique=True
    ),
)
NUMBERS = st.one_of(st.integers(-(10**6), 10**6), st.floats(allow_nan=False, allow_infinity=False))


@st.composite
def benchmarks(draw: st.DrawFn) -> Benchmark:
    """Any benchmark that a bundle can hold."""
    ids = draw(IDS)
    tags: dict[str, dict[Any, str]] = {}
    for name in draw(st.lists(SLICE_NAMES, max_size=2, unique=True)):
        labelled = draw(st.lists(st.sampled_from(ids), min_size=1, unique=True))
        tags[name] = {image_id: draw(LABELS) for image_id in labelled}
    boxes = st.builds(LabelledBox, LABELS, NUMBERS, NUMBERS, NUMBERS, NUMBERS)
    seen = draw(st.lists(st.sampled_from(ids), unique=True))
    return Benchmark(
        name="any",
        image_ids=tuple(ids),
        references=tuple(draw(st.lists(CAPTIONS, min_size=1, max_size=3)) for _ in ids),
        tags=tags,
        objects={i: tuple(draw(st.lists(boxes, min_size=1, max_size=2))) for i in seen},
    )


@st.composite
def contents(draw: st.DrawFn) -> BundleContent:
    """Any bundle, of one or several splits."""
    splits = []
    names = draw(st.lists(NAMES, min_size=1, max_size=3, unique_by=str.casefold))
    for name in names:
        benchmark = draw(benchmarks())
        human = None
        if draw(st.booleans()):
            ranked = st.lists(CAPTIONS, min_size=1, max_size=2).map(tuple)
            human = Run("human", {image_id: draw(ranked) for image_id in benchmark.image_ids})
        visibility = draw(st.sampled_from(["public", "private"]))
        splits.append(
            SplitContent.from_benchmark(name, benchmark, visibility=visibility, human=human)
        )
    return BundleContent(
        name=draw(NAMES),
        benchmark_version=draw(LABELS),
        licence=draw(LABELS),
        splits=tuple(splits),
        title=draw(LABELS),
        citation=draw(CAPTIONS),
        description=draw(CAPTIONS),
        metrics=draw(st.sampled_from(["coco", "bleu-4", "cider-d(sigma=3),spice"])),
    )
