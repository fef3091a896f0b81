"""Images ranked by how sure a system is of a word, and how precise it is on the way down."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutline.benchmarks.word_agreement.held_out import Floats, expected, unmentioned
from cutline.benchmarks.word_agreement.system_words import SystemWords
from cutline.benchmarks.word_agreement.word_use import WordUse

#: Where more than this share of images begins a run, each is a run of its own.
_MANY_RUNS = 0.25


class Reached(NamedTuple):
    """A system's figures for one word, and people's: a value for each column of weights.

    `precision` is the system's at human recall. `own_precision` and `own_recall` are those of all
    images that it gives the word.
    """

    precision: Floats
    human_precision: Floats
    human_recall: Floats
    own_precision: Floats
    own_recall: Floats


@dataclass(frozen=True, eq=False)
class WordRanking:
    """The images of one word from the surest to those that the system did not name.

    Images of equal score that are alike in captions form a run, or several. `images` holds those
    that the system or people name; all others are the last run. Groups are runs of equal score; the
    last group is all that the system did not name. Each run comes with what one of its images adds:
    to mentions in k captions, to false positives, and to what people get right and wrong.
    """

    images: NDArray[np.int32]
    run_starts: NDArray[np.int64]
    group_starts: NDArray[np.int64]
    mentions: Floats
    false_positives: Floats
    human_true: Floats
    human_false: Floats

    @property
    def groups(self) -> int:
        """How many there are, with the one of images that were not named."""
        return len(self.group_starts)

    def reach(self, weights: NDArray[np.uint16]) -> Reached:
        """The figures where each image counts so often; a row for each image.

        Columns add up to the number of images: so many are drawn, however often each.
        """
        counts = self._counts(weights)
        mentions = self._reached(self.mentions, counts)
        false = self._reached(self.false_positives, counts)
        # Not by `@`: threads that a small product wakes take longer than it does.
        human_true, human_false = (
            np.einsum("i,ij->j", values, counts) for values in (self.human_true, self.human_false)
        )
        # The last group is what the system did not name.
        total, own = mentions[-1], mentions[-2]
        with np.errstate(invalid="ignore", divide="ignore"):
            return Reached(
                _precision_at(human_true, mentions, false),
                human_true / (human_true + human_false),
                human_true / total,
                own / (own + false[-2]),
                own / total,
            )

    def _counts(self, weights: NDArray[np.uint16]) -> Floats:
        rest: Floats = np.full((1, weights.shape[1]), float(len(weights)))
        if not len(self.images):
            return rest
        named = weights[self.images].astype(np.float32)
        if len(self.run_starts) < len(self.images):
            named = np.add.reduceat(named, self.run_starts, axis=0)
        counts: Floats = named.astype(np.float64)
        return np.concatenate([counts, rest - counts.sum(axis=0)])

    def _reached(self, values: Floats, counts: Floats) -> Floats:
        """What has come together before the first group, and by the end of each."""
        sums = np.cumsum(values[:, None] * counts, axis=0)
        ends = np.append(self.group_starts[1:], len(values)) - 1
        return np.concatenate([np.zeros((1, counts.shape[1])), sums[ends]])


def _precision_at(wanted: Floats, mentions: Floats, false: Floats) -> Floats:
    """Precision where true positives are as many as wanted.

    Of the group in which that happens only the part is taken that is needed: what is expected when
    its images come in random order. Not a number where nothing is wanted.
    """
    last = np.clip((mentions < wanted).sum(axis=0), 1, len(mentions) - 1)[None, :]
    before, after = (np.take_along_axis(mentions, at, axis=0)[0] for at in (last - 1, last))
    false_before, false_after = (
        np.take_along_axis(false, at, axis=0)[0] for at in (last - 1, last)
    )
    part = np.where(after > before, np.clip((wanted - before) / (after - before), 0, 1), 0.0)
    found = wanted / (wanted + false_before + part * (false_after - false_before))
    return np.where(wanted > 0, found, np.nan)


def rank_images(
    use: WordUse, system: SystemWords, word: int, k: int, most_groups: int | None = None
) -> WordRanking:
    """The ranking of one word; every image has more than k captions, and the system covers all.

    With `most_groups`, images of neighbouring scores are taken for equal, so that there are no more
    groups than that beside the last.
    """
    people = use.in_images
    of_people = slice(int(people.starts[word]), int(people.starts[word + 1]))
    of_system = slice(int(system.starts[word]), int(system.starts[word + 1]))
    having = np.zeros(len(use.image_ids), dtype=np.int64)
    having[people.images[of_people]] = people.counts[of_people]
    named = system.images[of_system]
    level, levels = _levels(system.scores[of_system], most_groups)
    levels_of_images = np.full(len(use.image_ids), levels)
    levels_of_images[named] = level
    listed = np.flatnonzero((having > 0) | (levels_of_images < levels))
    width = int(use.caption_counts.max(initial=0)) + 1
    kind = use.caption_counts[listed] * width + having[listed]
    group = levels_of_images[listed]
    order = np.argsort(group * width**2 + kind, kind="stable")
    images, kind, group = listed[order], kind[order], group[order]
    is_new_run = (np.diff(group, prepend=-1) != 0) | (np.diff(kind, prepend=-1) != 0)
    if is_new_run.sum() > _MANY_RUNS * len(images):
        is_new_run[:] = True  # adding up runs of one or two images would take longer
    run_starts = np.flatnonzero(is_new_run)
    # Where nobody but people named an image there is no such run, and the rest is the last group.
    group_starts = np.searchsorted(group[run_starts], np.arange(levels + 1))
    kinds, of_run = np.unique(kind[run_starts], return_inverse=True)
    figures = [_figures(number // width, number % width, k) for number in kinds.tolist()]
    table = np.array([*figures, _figures(k + 1, 0, k)]).T
    columns = np.ascontiguousarray(table[:, np.append(of_run, len(kinds))])
    return WordRanking(images.astype(np.int32), run_starts, group_starts, *columns)


def _levels(scores: Floats, most: int | None) -> tuple[NDArray[np.int64], int]:
    """Scores by their rank from the highest, 0, with equals of one rank; and how many there are."""
    order = np.argsort(-scores, kind="stable")
    ranked = scores[order]
    is_new = np.ones(len(scores), dtype=np.bool_)
    is_new[1:] = ranked[1:] != ranked[:-1]
    ranks = np.empty(len(scores), dtype=np.int64)
    ranks[order] = np.cumsum(is_new) - 1
    levels = int(is_new.sum())
    if most is not None and levels > most:
        return ranks * most // levels, most
    return ranks, levels


def _figures(captions: int, having: int, k: int) -> tuple[float, float, float, float]:
    found = expected(having, captions, k)
    return (
        float(found.mentions),
        float(unmentioned(having, captions, k)),
        float(found.true_positives),
        float(found.false_positives),
    )
