"""A study of the runs that a command was given."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cutline.cli.score_inputs import chosen_slicing
from cutline.cli.statistics_options import Settings
from cutline.cli.terminal import note, working
from cutline.core.errors import ContentError
from cutline.core.score import Scores
from cutline.core.types import Run
from cutline.scoring.corpus import Corpus

if TYPE_CHECKING:
    from cutline.reports.study import Study


def study_of(
    corpus: Corpus,
    runs: Sequence[Run],
    *,
    by: Sequence[str],
    objects: str | None,
    settings: Settings,
    lead: str | None = None,
    scores: Sequence[Scores] | None = None,
) -> Study:
    """Runs compared on the images that all of them describe.

    Scores of runs that describe all images are taken as they are.

    Raises:
        ContentError: when there is no such image.
        UsageError: when the settings make no sense.
    """
    # Imported here because few commands compare: it would slow all of them down.
    from cutline.reports.study import shared_images, study

    shared = shared_images(runs)
    if not shared[0].captions:
        raise ContentError("no image is described by all of these runs")
    if len(shared[0]) < len(corpus):
        if len(runs) > 1:
            note(f"cutline: compared on what all runs describe: {len(shared[0]):,} images")
        corpus, scores = corpus.only(shared[0].captions), None
    with working("Comparing"):
        return study(
            corpus,
            shared,
            scores=scores,
            slicings=[chosen_slicing(spec, objects, corpus) for spec in by],
            lead=lead,
            resampling=settings.resampling,
            test=settings.test,
            method=settings.method,
            level=settings.level,
        )
