"""What a submission scored on each image, as lines that `cutline score --per-image` writes too."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass

from cutline.core.types import ImageId
from cutline.server.board.shown import entry_of
from cutline.server.models import Blob, Submission
from cutline.server.scoring.outcome import number
from cutline.server.scoring.statistics import statistics_of


@dataclass(frozen=True)
class ImageValues:
    """The values of a submission's images.

    Args:
        system: whose captions they are.
        signatures: by metric.
        rows: of each image its id, and a value for each metric; None where it has none.
    """

    system: str
    signatures: dict[str, str]
    rows: list[tuple[ImageId, list[float | None]]]

    def lines(self) -> Iterator[str]:
        """A line of JSON for what it is, and one for each image."""
        header = {"cutline": "values", "version": 1, "signatures": self.signatures}
        yield json.dumps(header, ensure_ascii=False) + "\n"
        for image_id, values in self.rows:
            by_metric = dict(zip(self.signatures, values, strict=True))
            record = {"system": self.system, "image_id": image_id, **by_metric}
            yield json.dumps(record, ensure_ascii=False) + "\n"


def image_values(submission: Submission, *, as_host: bool) -> ImageValues | None:
    """The values of each image; None where there are none, as of imported rows.

    Whether somebody may see them is for `access` to say. Images in reserve are for hosts alone.
    """
    entry = entry_of(submission)
    if entry is None or entry.result.statistics_id is None:
        return None
    statistics = statistics_of(Blob.objects.get(pk=entry.result.statistics_id).data())
    metrics = [m for m in submission.phase.benchmark.metrics if m in statistics.table_of]
    columns = [statistics.values(metric).tolist() for metric in metrics]
    rows = [
        (image_id, [number(column[place]) for column in columns])
        for place, image_id in enumerate(statistics.image_ids)
        if as_host or not statistics.reserved[place]
    ]
    signatures = {metric: entry.result.signatures.get(metric, "") for metric in metrics}
    return ImageValues(submission.method, signatures, rows)
