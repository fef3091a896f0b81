"""Statistics of each image, kept with a result: what later tests and downloads are made of.

They are an npz file: `about` is JSON with a version, the metrics and the images' ids; each array is
the statistics of one or several metrics that share them.
"""

from __future__ import annotations

import io
import json
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cutline.core.errors import FileError, UsageError
from cutline.core.metric import Floats
from cutline.core.score import Score
from cutline.core.signature import Signature
from cutline.core.spec import parse_spec
from cutline.core.types import ImageId
from cutline.core.zip_errors import ZIP_ERRORS
from cutline.reports.statistics.paired import randomisation_p, swapped_differences, swapped_sums
from cutline.reports.statistics.resampling import Resampling
from cutline.reports.statistics.sums import Summed
from cutline.server.scoring.scorer import RESAMPLES, SEED

VERSION = 1
_FORMAT = "cutline-image-statistics"


@dataclass(frozen=True)
class Statistics:
    """The statistics of a run's images.

    Args:
        image_ids: in the order of the split.
        tables: a row for each image; metrics may share one.
        table_of: for each metric, as the benchmark writes it, the number of its table.
        reserved: whether only hosts see scores of the image.
        labels: the slice label of each image, `""` for none.
    """

    image_ids: tuple[ImageId, ...]
    tables: tuple[Floats, ...]
    table_of: dict[str, int]
    reserved: NDArray[np.bool_]
    labels: tuple[str, ...]

    @property
    def metrics(self) -> tuple[str, ...]:
        """The metrics, as the benchmark writes them."""
        return tuple(self.table_of)

    def places(self, label: str = "") -> NDArray[np.intp]:
        """Where the images of a slice are, all with `""`; reserved ones are left out."""
        kept = ~self.reserved
        if label:
            kept &= np.array([of == label for of in self.labels], dtype=bool)
        return np.flatnonzero(kept)

    def score(self, metric: str, places: NDArray[np.intp] | None = None) -> Score:
        """The score of some images by a metric.

        Raises:
            UsageError: when the metric was not computed.
        """
        if metric not in self.table_of:
            raise UsageError(f"{metric!r} was not computed: {', '.join(self.metrics)}")
        table = self.tables[self.table_of[metric]]
        places = np.arange(len(table)) if places is None else places
        nothing = Signature(metric, "", "", len(places), "")
        ids = [self.image_ids[place] for place in places]
        return Score(parse_spec(metric), ids, table[places], nothing)

    def values(self, metric: str) -> Floats:
        """The value of each image, reserved ones among them; NaN where it has none."""
        return self.score(metric).values


def pack(statistics: Statistics) -> bytes:
    """As bytes, which are equal for equal statistics."""
    about = {
        "format": _FORMAT,
        "version": VERSION,
        "metrics": statistics.table_of,
        "image_ids": statistics.image_ids,
        "labels": statistics.labels,
    }
    arrays = {f"table_{number}": _compact(table) for number, table in enumerate(statistics.tables)}
    text = json.dumps(about, ensure_ascii=False).encode()
    file = io.BytesIO()
    # Not compressed here: the database's files are. Numpy writes no time of day into it.
    np.savez(
        file,
        about=np.frombuffer(text, dtype=np.uint8),
        reserved=statistics.reserved,
        allow_pickle=False,
        **arrays,
    )
    return file.getvalue()


def statistics_of(data: bytes) -> Statistics:
    """Statistics from bytes that `pack` made.

    Raises:
        FileError: when they are something else, or of a newer version.
    """
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
            about: dict[str, Any] = json.loads(arrays["about"].tobytes())
            if about.get("format") != _FORMAT or about.get("version") != VERSION:
                raise FileError(
                    f"statistics of images are of format {about.get('format')!r}, version "
                    f"{about.get('version')!r}; expected {_FORMAT!r}, version {VERSION}"
                )
            count = 1 + max(about["metrics"].values(), default=-1)
            return Statistics(
                image_ids=tuple(about["image_ids"]),
                tables=tuple(arrays[f"table_{n}"].astype(np.float64) for n in range(count)),
                table_of=about["metrics"],
                reserved=arrays["reserved"],
                labels=tuple(about["labels"]),
            )
    except (*ZIP_ERRORS, KeyError) as error:
        kind = type(error).__name__
        raise FileError(f"statistics of images cannot be read: {kind}") from None


def paired_p(
    first: Statistics,
    second: Statistics,
    metric: str,
    places: NDArray[np.intp] | None = None,
) -> float:
    """The chance of a difference as large as that of two runs, where there is none.

    By approximate randomisation on the images at `places`, by default all that are not reserved.
    NaN where either has no value.

    Raises:
        UsageError: when the metric was not computed, or the images differ.
    """
    places = first.places() if places is None else places
    scores = [first.score(metric, places), second.score(metric, places)]
    if not len(places) or np.isnan([score.value for score in scores]).any():
        return float("nan")
    summed = Summed.of(scores)
    resampling = Resampling(RESAMPLES, SEED)
    sums = swapped_sums(summed, resampling.swaps(len(places)))
    swapped = swapped_differences(summed, 0, 1, sums, resampling.swaps(len(places)))
    return randomisation_p(scores[0].value - scores[1].value, swapped[~np.isnan(swapped)])


def _compact(table: Floats) -> NDArray[Any]:
    """Counts as small whole numbers, all else as it is."""
    with np.errstate(invalid="ignore"):
        whole = table.astype(np.int32)
    return whole if np.array_equal(whole, table) else table
