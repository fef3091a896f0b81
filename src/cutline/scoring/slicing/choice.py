"""What can be typed after `--by`, and the slicing that it stands for."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping

from cutline.core.errors import UsageError, near_names
from cutline.core.types import Benchmark, ImageId
from cutline.scoring.corpus import Corpus
from cutline.scoring.slicing.by_labels import by_file, by_tag
from cutline.scoring.slicing.slicing import Slicing

#: Slicers that every benchmark has, as they are typed, and what each goes by.
SLICERS = {
    "length": "how many words an image's references have",
    "objects": "how many different objects an image has",
    "agreement": "how alike an image's references are",
    "word:WORD": "whether an image's references mention a word",
}


def slice_by(
    spec: str, corpus: Corpus, *, objects: Mapping[ImageId, Iterable[str]] | None = None
) -> Slicing:
    """Cut a corpus into slices.

    Args:
        spec: a tag of the references, such as `domain`; one of `SLICERS`; or a file of labels.
            The first of these that there is counts.
        corpus: the references, with the tokenizer that says what a word is.
        objects: the labels of each image's objects, for `objects`; by default the benchmark's own.

    Raises:
        UsageError: when nothing is named so, or the benchmark lacks what it takes.
        FileError, ContentError: when a file of labels cannot be used.

    >>> corpus = Corpus({1: ["A dog."], 2: ["A cat."], 3: ["Dog!"]}, "bleu-4")
    >>> slicing = slice_by("word:dog", corpus)
    >>> {label: slicing.size(label) for label in slicing.labels}
    {'with dog': 2, 'without dog': 1}
    """
    if spec in corpus.benchmark.tags:
        return by_tag(spec, corpus.benchmark)
    # Imported when one is asked for: most runs are not cut at all.
    if spec == "objects":
        from cutline.scoring.slicing.by_objects import by_objects

        return by_objects(corpus.benchmark, objects)
    if spec == "length":
        from cutline.scoring.slicing.by_length import by_length

        return by_length(corpus)
    if spec == "agreement":
        from cutline.scoring.slicing.by_agreement import by_agreement

        return by_agreement(corpus)
    if spec == "word" or spec.startswith("word:"):
        from cutline.scoring.slicing.by_words import by_words

        return by_words(spec, corpus)
    if os.path.lexists(spec):
        return by_file(spec, corpus.benchmark)
    raise _unknown(spec, corpus.benchmark)


def _unknown(spec: str, benchmark: Benchmark) -> UsageError:
    names = {name.partition(":")[0]: name for name in (*benchmark.tags, *SLICERS)}
    near = near_names(spec.partition(":")[0], names)
    tags = [f"{tag} (a tag of the references)" for tag in benchmark.tags]
    return UsageError(
        f"nothing to slice by is named {spec!r}{near}; there are: {', '.join([*tags, *SLICERS])}, "
        f"and files of labels"
    )
