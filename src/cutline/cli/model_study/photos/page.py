"""The study as one page."""

from __future__ import annotations

from importlib import resources

from cutline.cli.model_study.photos.page_looks import attention, captions, photo_styles
from cutline.cli.model_study.photos.study import LEAD, PhotosStudy
from cutline.cli.model_study.photos.tables import about
from cutline.cli.page_parts import reproduce, study_page
from cutline.core.progress import duration_text
from cutline.reports.comparison_cells import compared_score
from cutline.reports.html_report.section import Section
from cutline.reports.theme.charts import figure, line_chart
from cutline.reports.theme.table import Column, SortValue, table
from cutline.reports.theme.text import safe


def as_page(found: PhotosStudy) -> str:
    """Scores, training, where captioners looked, more captions, and how to get it again."""
    sections = [
        Section("scores", "Scores", _scores(found)),
        Section("training", "Training", _training(found)),
        Section("attention", "Where they looked", attention(found)),
        Section("captions", "More captions", captions(found)),
        reproduce(_signatures(found)),
    ]
    own = resources.files("cutline.cli.model_study.photos") / "page.css"
    return study_page(
        f"Captions of photos: {', '.join(one.name for one in found.learnt)}",
        sections,
        f"{about(found)}.",
        styles=[own.read_text(encoding="utf-8"), photo_styles(found)],
    )


def _scores(found: PhotosStudy) -> str:
    comparison = found.comparison
    columns = [Column("captioner"), *(Column(m.spec, "right") for m in comparison)]
    cells, keys = [], []
    for run, system in enumerate(comparison.systems):
        made = f"{comparison.procedure} {found.signature(run)}"
        scores = [
            compared_score(comparison, m, run, signature=f"{m.scores[run].signature} {made}")
            for m in comparison
        ]
        cells.append([safe(system), *scores])
        row: list[SortValue] = [system, *(m.scores[run].value for m in comparison)]
        keys.append(row)
    count = len(found.photos.test)
    shown = table(f"Scores on {count:,} test images", columns, cells, sort_values=keys)
    return (
        f"{shown}<p>Captions are the best of a beam of {found.asked.beam}. Captioners that share a "
        f"letter cannot be told apart by that metric. <em>nearest-neighbour</em> writes nothing: "
        f"it repeats a caption of the training image that is most alike.</p>"
    )


def _training(found: PhotosStudy) -> str:
    epochs = list(range(1, 1 + max(len(one.history) for one in found.learnt)))
    losses, values = {}, {}
    for one in found.learnt:
        missing = [float("nan")] * (len(epochs) - len(one.history))
        losses[one.name] = [record["losses"]["words"] for record in one.history] + missing
        values[one.name] = [record["value"] for record in one.history] + missing
    drawn = "".join(
        figure(line_chart(title, epochs, series, "epoch", label))
        for title, series, label in (
            ("Cross-entropy of the training words", losses, "mean over words"),
            (f"{LEAD} of greedy captions on the validation images", values, LEAD),
        )
    )
    told = "".join(
        f"<li>{safe(one.name)}: {one.parameters / 1e6:.1f} million weights, trained in "
        f"{duration_text(one.seconds)}; the weights of epoch {_best(one.history)} are used</li>"
        for one in found.learnt
    )
    return f'<ul>{told}</ul><div class="charts">{drawn}</div>'


def _best(history: object) -> int:
    better = [record["epoch"] for record in history if record.get("is_best")]  # type: ignore[attr-defined]
    return int(better[-1]) if better else 0


def _signatures(found: PhotosStudy) -> list[str]:
    made = [found.signature(run) for run in range(len(found.runs))]
    scored = [str(metric.scores[0].signature) for metric in found.comparison]
    return [*made, *scored, found.comparison.procedure]
