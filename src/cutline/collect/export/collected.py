"""Captions with how they came about, a line each: what studies of the collection read."""

from __future__ import annotations

from collections.abc import Iterator

from cutline.collect.export.snapshot import Snapshot
from cutline.datasets import collected


def collected_lines(snapshot: Snapshot) -> Iterator[str]:
    """A header, then a line for each caption that stands, by writers who are numbers alone.

    Labels are those that people could be shown: the ones that the project hides are left out.
    """
    project = snapshot.project
    return collected.collected_lines(project.slug, project.language, _captions(snapshot))


def _captions(snapshot: Snapshot) -> Iterator[collected.CollectedCaption]:
    hidden = {str(label).casefold() for label in snapshot.project.hidden_labels}
    for image in snapshot.images:
        shown = tuple(label for label in image.labels if label.casefold() not in hidden)
        for caption in image.captions:
            yield collected.CollectedCaption(
                image.image_id,
                caption.text,
                f"W{caption.writer}",
                caption.arm or "all",
                caption.was_primed,
                shown,
                round(caption.seconds, 3),
                caption.flags,
            )
