"""How far each caption agrees with what others wrote of the same image."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean

from cutline.core.errors import MissingPartError
from cutline.scoring import Corpus
from cutline.text.caption_checks.reading import base_language

#: Both grow with words that others use too; the second takes other words for the same as well.
METRICS = ("cider-d", "meteor")
_FEWEST = 2


def usable_metrics(language: str) -> tuple[str, ...]:
    """Those of the metrics whose data are here and that know the language."""
    if base_language(language) != "en":
        return METRICS[:1]
    found = []
    for metric in METRICS:
        try:
            Corpus({1: ["a dog"]}, [metric]).score({1: "a dog"})
        except MissingPartError:
            continue
        found.append(metric)
    return tuple(found)


def agreement(
    captions: Mapping[int, Sequence[tuple[int, str]]], metrics: Sequence[str]
) -> dict[int, tuple[float, ...]]:
    """The value of each caption by each metric, the other captions of its image being references.

    In round i the i-th caption of every image is held out, counted around where an image has fewer
    than others; so the document frequencies of CIDEr are always those of all images. Of a caption
    that had several turns the mean counts. Images with a single caption are left out.

    Args:
        captions: of each item, captions by task.
        metrics: their specs.

    >>> found = agreement({1: [(11, "a dog runs"), (12, "a dog runs home"), (13, "a red car")]},
    ...                   ["rouge-l"])
    >>> [round(found[task][0], 2) for task in (11, 12, 13)]
    [0.84, 0.88, 0.33]
    """
    pool = {item: list(of) for item, of in captions.items() if len(of) >= _FEWEST}
    values: dict[int, list[tuple[float, ...]]] = {}
    if not pool or not metrics:
        return {}
    for turn in range(max(map(len, pool.values()))):
        held = {item: turn % len(of) for item, of in pool.items()}
        references = {
            item: [text for place, (_, text) in enumerate(of) if place != held[item]]
            for item, of in pool.items()
        }
        said = {item: of[held[item]][1] for item, of in pool.items()}
        scores = Corpus(references, metrics, policy="lenient").score(said, policy="lenient")
        by_metric = [scores[spec].values.tolist() for spec in scores]
        for item, *found in zip(scores.image_ids, *by_metric, strict=True):
            task = pool[int(item)][held[int(item)]][0]
            values.setdefault(task, []).append(tuple(found))
    return {
        task: tuple(fmean(column) for column in zip(*turns, strict=True))
        for task, turns in values.items()
    }
