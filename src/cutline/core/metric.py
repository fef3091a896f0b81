"""What a metric is: statistics for each image first, a score of statistics second."""

from __future__ import annotations

import dataclasses
from abc import ABC, abstractmethod
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from cutline.core.errors import UsageError
from cutline.core.types import Benchmark, Example

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
else:
    # The typing module of numpy takes a tenth of the time that a small run takes to score.
    Floats = np.ndarray


@dataclass(frozen=True)
class Batch:
    """Candidates to score, each with the place of its image in the benchmark.

    `references` and `candidates` are the same captions as the kernels hold them: tokenized, with
    words as numbers. `ranked` has all captions that a run has for the image of each candidate, best
    first; None where it has one.
    """

    benchmark: Benchmark
    places: NDArray[np.uint32]
    captions: Sequence[str]
    references: Any
    candidates: Any
    jobs: int = 1
    ranked: Sequence[Sequence[str]] | None = None

    def __len__(self) -> int:
        return len(self.captions)

    def top(self, row: int, k: int) -> Sequence[str]:
        """The best k captions for the image of candidate `row`, or as many as there are."""
        return self.captions[row : row + 1] if self.ranked is None else self.ranked[row][:k]

    def example(self, row: int) -> Example:
        """The image that candidate `row` describes."""
        return self.benchmark[int(self.places[row])]


class Metric(ABC):
    """Base of all metrics. A subclass is a frozen dataclass; its fields are the metric's settings.

    The two functions that matter are `statistics`, which sees captions, and `score`, which sees
    only statistics: intervals, significance, slices and streaming all come from those two.
    """

    name: ClassVar[str] = ""
    #: The setting that is written into the name: `bleu-4` is `bleu(n=4)`.
    numbered_by: ClassVar[str | None] = None
    #: What stands between the name and that setting.
    number_mark: ClassVar[str] = "-"
    #: The highest value, for axes and bars.
    highest: ClassVar[float] = 1.0
    #: One line for people who meet the metric for the first time.
    summary: ClassVar[str] = ""
    #: Whether captions have to say which boxes their words mean. The set `all` leaves such out.
    needs_boxes: ClassVar[bool] = False
    #: Whether captions are compared with what is seen in images. The set `all` leaves such out.
    needs_objects: ClassVar[bool] = False
    #: Whether references are needed at all.
    needs_references: ClassVar[bool] = True
    #: Whether every image has a value. Where not, images that the metric says nothing of have NaN.
    is_for_all_images: ClassVar[bool] = True

    @property
    def columns(self) -> tuple[str, ...]:
        """What the columns of the statistics mean."""
        return ()

    @property
    def counted_ngrams(self) -> int:
        """How many words the n-grams have at most whose document frequencies are counted in all
        references; 0 where none are. That is all a metric may ask of references of other images.
        """
        return 0

    def prepare_counted(self, references: Any, frequencies: Any, jobs: int = 1) -> Any:
        """Like `prepare`, where these are some of the references and frequencies are those of all.

        Asked of metrics that count n-grams.
        """
        raise NotImplementedError

    def prepare(self, references: Any, jobs: int = 1) -> Any:
        """State that depends on all references at once, made before any candidate is seen."""
        return None

    def prepare_captions(self, captions: Sequence[Sequence[str]], jobs: int = 1) -> Any:
        """The same, from the references of each image as they were written.

        Asked where `prepare` makes nothing: tokens lack capitals and full stops, which say much to
        a parser.
        """
        return None

    @abstractmethod
    def statistics(self, batch: Batch, prepared: Any) -> Floats:
        """A row of numbers for each candidate."""

    @abstractmethod
    def values(self, statistics: Floats) -> Floats:
        """The value of each row."""

    def score(self, statistics: Floats) -> float:
        """The value of all rows together: here the mean of their values."""
        values = self.values(statistics)
        # numpy adds pairwise, and so does the official program, which calls numpy.
        return float(np.mean(values)) if len(values) else float("nan")

    def summands(self, statistics: Floats) -> Floats:
        """Rows that are added up over images; the score follows from their sums. Here the values.

        A resample of images is then a weighted sum of these rows, which is what makes intervals
        cheap. A metric that overrides `score` alone is resampled too, one score at a time.
        """
        return self.values(statistics)[:, None]

    def score_of_sums(self, sums: Floats, images: int) -> Floats:
        """The score that belongs to each row of sums of so many images."""
        return sums[:, 0] / images

    def parts(self, statistics: Floats) -> dict[str, float]:
        """What the score is made of, such as precision and recall."""
        return {}

    def missing(self) -> str | None:
        """Why this metric cannot run here, with the one command that helps; None where it can."""
        return None

    def data_digests(self) -> dict[str, str]:
        """Data that the values depend on beside captions: names, each with a digest of the content.

        They become part of the signature.
        """
        return {}

    def statistics_key(self) -> Hashable:
        """Metrics with equal keys have the same statistics, which are then computed once."""
        return self

    def preparation_key(self) -> Hashable:
        """Metrics with equal keys share what `prepare` makes."""
        return self

    @property
    def settings(self) -> dict[str, Any]:
        """Every setting and its value."""
        return {name: getattr(self, name) for name in setting_names(type(self))}

    def __str__(self) -> str:
        from cutline.core.spec import format_spec

        return format_spec(self)


class SummedMetric(Metric):
    """A metric whose score is the value of statistics summed over images, not a mean of values."""

    def summands(self, statistics: Floats) -> Floats:
        """The statistics themselves."""
        return statistics

    def score_of_sums(self, sums: Floats, images: int) -> Floats:
        """The value of each row of sums."""
        return self.values(sums)

    def score(self, statistics: Floats) -> float:
        """The value of the sum of all rows."""
        if not len(statistics):
            return float("nan")
        sums = self.summands(statistics).sum(axis=0, keepdims=True)
        return float(self.score_of_sums(sums, len(statistics))[0])


class PerImageMetric(Metric):
    """A metric written for one image at a time, in plain Python. Easy to write; slower to run.

    The statistics are the numbers that `image_statistics` returns; the value of an image is the
    first of them unless `values` is overridden.
    """

    @abstractmethod
    def image_statistics(self, example: Example, candidate: str) -> Sequence[float]:
        """The numbers for one candidate caption of one image."""

    def statistics(self, batch: Batch, prepared: Any) -> Floats:
        """A row for each candidate, one after the other."""
        rows = [
            self.image_statistics(batch.example(row), caption)
            for row, caption in enumerate(batch.captions)
        ]
        return np.array(rows, dtype=np.float64).reshape(len(rows), len(self.columns))

    def values(self, statistics: Floats) -> Floats:
        """The first column."""
        return statistics[:, 0]


def setting_names(cls: type[Metric]) -> list[str]:
    """The settings of a metric, which are the fields of its dataclass."""
    return [field.name for field in dataclasses.fields(cls)]  # type: ignore[arg-type]


def check_positive(metric: Metric, setting: str) -> None:
    """Refuse a setting that is not a number above zero.

    Raises:
        UsageError: naming the metric, the setting and the value.
    """
    value = getattr(metric, setting)
    if not 0 < value < float("inf"):
        raise UsageError(f"{metric.name}: {setting} is a number above 0, not {value}")


def f_measure(statistics: Floats, beta: float) -> Floats:
    """F of rows of (precision, recall), 0 where either is 0; computed in the official order."""
    precision, recall = statistics.T
    both = (precision != 0) & (recall != 0)
    numerator = (1 + beta**2) * precision * recall
    values: Floats = np.divide(
        numerator, recall + beta**2 * precision, out=np.zeros_like(precision), where=both
    )
    return values


def mean_parts(columns: Sequence[str], statistics: Floats) -> dict[str, float]:
    """The mean of each column."""
    if not len(statistics):
        return {}
    return dict(zip(columns, statistics.mean(axis=0).tolist(), strict=True))
