"""Small pools of captions, in our own words."""

from __future__ import annotations

from hypothesis import strategies as st

from cutline.core.types import Benchmark, Example, ImageId

POOL: dict[ImageId, list[str]] = {
    7: [
        "A dog runs over the wet grass.",
        "The brown dog is running in a garden.",
        "A dog plays outside after the rain.",
        "One wet dog on a lawn.",
    ],
    "eight": [
        "Two cats sleep on a red sofa.",
        "A pair of cats naps on the couch.",
        "Cats on a sofa.",
        "Two sleeping cats share the red couch.",
        "A red sofa with two cats on it.",
    ],
    9: [
        "A man repairs an old bicycle.",
        "An old bike is being fixed by a man.",
        "A man kneels beside his bicycle with a wrench.",
        "Someone mends a bike in a workshop.",
    ],
}


def pool(captions: dict[ImageId, list[str]] | None = None) -> Benchmark:
    """These captions as a benchmark, each image with a domain."""
    said = POOL if captions is None else captions
    examples = (
        Example(image_id, tuple(texts), tags={"domain": f"d{len(texts)}"})
        for image_id, texts in said.items()
    )
    return Benchmark.from_examples("pool", examples)


def captions_of(benchmark: Benchmark) -> dict[ImageId, list[str]]:
    """The captions of each image."""
    rows = zip(benchmark.image_ids, benchmark.references, strict=True)
    return {image_id: list(texts) for image_id, texts in rows}


def pools(least: int) -> st.SearchStrategy[dict[ImageId, list[str]]]:
    """Any pool with so many captions an image, at least; captions of an image may be alike."""
    ids = st.one_of(st.integers(0, 10**6), st.text("abc#\U0001f642", min_size=1, max_size=4))
    texts = st.lists(st.sampled_from(["a dog", "a cat", "one bird", "it"]), min_size=least)
    # An id is the same as a number and as text.
    return st.dictionaries(ids, texts, min_size=1, max_size=8).filter(
        lambda said: len({str(image_id) for image_id in said}) == len(said)
    )
