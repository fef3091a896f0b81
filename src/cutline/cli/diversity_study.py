"""How varied the captions of runs are, beside those of people."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from cutline.core.types import Run
from cutline.scoring.corpus import Corpus
from cutline.scoring.diversity import Diversity, diversity, human_diversity
from cutline.scoring.diversity.settings import SEGMENT

#: The recall of words that so many references have; the paper's Loc5.
LOCAL = 5


@dataclass(frozen=True)
class DiversityStudy:
    """The diversity of each run, and of people last."""

    found: tuple[Diversity, ...]

    @property
    def has_sets(self) -> bool:
        """Whether any run has several captions an image."""
        return any(each.sets for each in self.found[:-1])


@dataclass(frozen=True)
class Figure:
    """A column of the table of diversity."""

    label: str
    help: str
    value: Callable[[Diversity], float | None]
    decimals: int = 2

    def text(self, found: Diversity) -> str:
        """The figure of a run, or nothing where it has none."""
        value = self.value(found)
        return "" if value is None else f"{value:,.{self.decimals}f}"


def _local(found: Diversity) -> float | None:
    recall = found.local_recall
    return None if recall is None or len(recall) < LOCAL else recall[LOCAL - 1]


def _percent(share: float | None) -> float | None:
    return None if share is None else 100 * share


#: Of the first caption of each image, in the order of the paper's table 4.
TEXT_FIGURES = (
    Figure("length", "words in a caption, on average", lambda f: f.mean_length, 1),
    Figure("deviation", "standard deviation of the length", lambda f: f.length_deviation),
    Figure("types", "different words", lambda f: f.types, 0),
    Figure("ttr1", "types over tokens in segments of one size", lambda f: f.ttr1),
    Figure("ttr2", "the same of bigrams", lambda f: f.ttr2),
    Figure("% novel", "captions that are no training caption", lambda f: _percent(f.novel), 1),
    Figure("coverage", "share of the words that could be learnt and used", lambda f: f.coverage),
    Figure("local 5", "recall of content words that five references have", _local),
    Figure("distinct-1", "different words over all words", lambda f: f.distinct1, 3),
    Figure("distinct-2", "different bigrams over all bigrams", lambda f: f.distinct2, 3),
    Figure("% unique", "different captions", lambda f: _percent(f.unique), 1),
)

#: Of several captions of each image.
SET_FIGURES = (
    Figure("captions", "of each image", lambda f: f.sets.captions_per_image if f.sets else None, 0),
    Figure(
        "mBLEU-4",
        "how alike captions of an image are: low is diverse",
        lambda f: f.sets.self_bleu[-1] if f.sets else None,
        3,
    ),
    Figure(
        "self-CIDEr",
        "how unlike they are, from 0 to 1",
        lambda f: f.sets.self_cider if f.sets else None,
        3,
    ),
    Figure("div-1", "different words over words", lambda f: f.sets.div1 if f.sets else None, 3),
    Figure("div-2", "different bigrams over words", lambda f: f.sets.div2 if f.sets else None, 3),
    Figure(
        "% unique", "different captions", lambda f: _percent(f.sets.unique) if f.sets else None, 1
    ),
)


def shown(figures: Sequence[Figure], found: Sequence[Diversity]) -> list[Figure]:
    """The figures that any run has."""
    return [figure for figure in figures if any(figure.value(f) is not None for f in found)]


def diversity_study(
    corpus: Corpus,
    runs: Sequence[Run],
    *,
    training: Sequence[str] | None = None,
    segment: int = SEGMENT,
    captions: int | None = None,
    most_captions: int | None = None,
    with_local_recall: bool = True,
) -> DiversityStudy:
    """The diversity of runs that cover all images, and of people.

    Args:
        corpus: the references.
        runs: what systems said.
        training: captions that systems learnt from.
        segment: words of a segment of `ttr1` and `ttr2`.
        captions: how many captions of each image sets are about; by default as many as all have.
        most_captions: at most so many, where `captions` is not given.
        with_local_recall: whether to parse the references.

    Raises:
        ContentError: when a run has fewer captions than asked for.
        UsageError: when an argument makes no sense.
    """
    found = []
    for run in runs:
        size = captions
        if size is None and most_captions is not None:
            size = min(most_captions, *map(len, run.captions.values()))
        found.append(
            diversity(
                corpus,
                run,
                training=training,
                segment=segment,
                captions=size,
                with_local_recall=with_local_recall,
            )
        )
    found.append(human_diversity(corpus, training=training, segment=segment))
    return DiversityStudy(tuple(found))
