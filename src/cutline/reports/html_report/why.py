"""Why images have the values they have: METEOR's alignments and SPICE's tuples of all captions."""

from __future__ import annotations

from typing import Any

from cutline.core.metric import Metric
from cutline.core.progress import progress
from cutline.metrics.explained.meteor_alignment import Alignment
from cutline.metrics.explained.spice_tuples import TupleComparison
from cutline.metrics.meteor import STAGES, Meteor
from cutline.metrics.spice import OFFICIAL, Spice
from cutline.reports.study import Study
from cutline.scoring.explanation import explain_best, explain_tuples
from cutline.text.scene_graph import SceneTuple


def alignment_data(study: Study) -> dict[str, Any] | None:
    """METEOR's alignments for each run and image; None where METEOR was not computed."""
    metric = next((m for m in _metrics(study) if isinstance(m, Meteor)), None)
    if metric is None:
        return None
    with progress("Aligning captions"):
        runs = [
            [_alignment(a) for a in explain_best(study.corpus, metric, run, study.image_ids)]
            for run in study.runs
        ]
    return {"spec": str(metric), "stages": list(STAGES), "runs": runs}


def tuple_data(study: Study) -> dict[str, Any] | None:
    """SPICE's tuples for each run and image; None where ours was not computed."""
    metric = next(
        (m for m in _metrics(study) if isinstance(m, Spice) and m.parser != OFFICIAL), None
    )
    if metric is None:
        return None
    with progress("Comparing tuples"):
        runs = [
            [
                _tuples(c.compared)
                for c in explain_tuples(study.corpus, metric, run, study.image_ids)
            ]
            for run in study.runs
        ]
    return {"spec": str(metric), "runs": runs}


def _metrics(study: Study) -> list[Metric]:
    return [score.metric for score in study.scores[0].scores]


def _alignment(alignment: Alignment) -> list[Any]:
    """Both captions in METEOR's words, and stage and ranges of each pair one after the other."""
    pairs = [
        number
        for pair in alignment.pairs
        for number in (
            STAGES.index(pair.stage),
            *(pair.candidate.start, pair.candidate.stop),
            *(pair.reference.start, pair.reference.stop),
        )
    ]
    return [" ".join(alignment.candidate), " ".join(alignment.reference), pairs]


def _tuples(compared: TupleComparison) -> list[list[str]]:
    """Matched, invented and missed tuples as people read them."""
    matched = []
    for pair in compared.matched:
        said, wanted = _words(pair.candidate), _words(pair.reference)
        matched.append(said if said == wanted else f"{said}  (as {wanted})")
    return [matched, [_words(t) for t in compared.invented], [_words(t) for t in compared.missed]]


def _words(parts: SceneTuple) -> str:
    """`dog`, `dog: brown`, `dog - on - couch`, as `cutline explain` writes them."""
    return (": " if len(parts) == 2 else " - ").join(parts)
