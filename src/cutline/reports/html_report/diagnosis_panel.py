"""What runs do differently from people: lengths, words, repetitions, objects."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from cutline.reports.html_report.section import Section
from cutline.reports.theme.charts import diverging_bars, figure
from cutline.reports.theme.table import Column, table
from cutline.reports.theme.text import safe
from cutline.scoring.diagnosis import Diagnosis
from cutline.scoring.diagnosis.image_counts import ImageCount

_WORDS = 12
_LISTED = 8

#: What is said of captions, and how to get it of a run and of its references.
_Figure = tuple[str, Callable[[Diagnosis], str], Callable[[Diagnosis], str]]


def diagnosis_panel(found: Sequence[Diagnosis]) -> Section:
    """Figures of every run beside the references', then the words and objects of each run."""
    parts = [_figure_table(found)]
    if all(one.objects is not None for one in found):
        parts.append(_object_table(found))
    parts += [_words(one) for one in found]
    return Section("diagnosis", "Diagnosis", "\n".join(parts))


def _number(value: float | None, decimals: int = 1) -> str:
    return "–" if value is None else f"{value:,.{decimals}f}"


def _share(value: float | None) -> str:
    return "–" if value is None else f"{100 * value:.1f}%"


def _nothing(_: Diagnosis) -> str:
    return ""


_FIGURES: tuple[_Figure, ...] = (
    (
        "words a caption, mean",
        lambda d: _number(d.lengths.candidates.mean),
        lambda d: _number(d.lengths.references.mean),
    ),
    ("length against references", lambda d: _number(d.lengths.ratio, 2), _nothing),
    ("shorter than every reference", lambda d: _share(d.lengths.shorter_than_all), _nothing),
    ("longer than every reference", lambda d: _share(d.lengths.longer_than_all), _nothing),
    ("empty captions", lambda d: f"{d.lengths.empty:,}", _nothing),
    (
        "different words",
        lambda d: f"{d.vocabulary.candidates.types:,}",
        lambda d: f"{d.vocabulary.references.types:,}",
    ),
    (
        "different words in a sample of equal size",
        lambda d: _number(d.vocabulary.candidates.types_in_sample, 0),
        lambda d: _number(d.vocabulary.references.types_in_sample, 0),
    ),
    (
        "words that make up 95% of the text",
        lambda d: f"{d.vocabulary.candidates.types_of_bulk:,}",
        lambda d: f"{d.vocabulary.references.types_of_bulk:,}",
    ),
    (
        "different captions",
        lambda d: f"{d.repetition.distinct:,}",
        lambda d: f"{d.repetition.reference_distinct:,}",
    ),
    (
        "images whose caption serves another too",
        lambda d: _share(d.repetition.shared),
        lambda d: _share(d.repetition.reference_shared),
    ),
    (
        "captions that say words twice in a row",
        lambda d: _share(d.repetition.stutter_share),
        lambda d: _share(d.repetition.reference_stutter_share),
    ),
    (
        "content words that no reference of the image has",
        lambda d: _share(d.word_use.support.unsupported_share),
        _nothing,
    ),
    (
        "content words left out that half of the references have",
        lambda d: _share(d.word_use.support.missed_share),
        _nothing,
    ),
    ("novel words", lambda d: f"{d.novel_words.types:,}", _nothing),
    ("captions with a novel word", lambda d: _share(d.novel_words.image_share), _nothing),
)


def _figure_table(found: Sequence[Diagnosis]) -> str:
    columns = [
        Column("", sortable=False),
        *(Column(one.system, "right", sortable=False) for one in found),
        Column("references", "right", sortable=False),
    ]
    rows = [
        [
            f'<div class="row-name">{safe(name)}</div>',
            *(safe(of_run(one)) for one in found),
            safe(of_references(found[0])),
        ]
        for name, of_run, of_references in _FIGURES
    ]
    novel = (
        "Novel words are in no reference and in no training caption."
        if found[0].novel_words.is_training_given
        else "Novel words are in no reference of the benchmark."
    )
    note = f'<p class="muted">Vocabulary of references: the first of each image. {novel}</p>'
    return table("What captions are like", columns, rows) + note


def _object_table(found: Sequence[Diagnosis]) -> str:
    columns = [
        Column("system"),
        Column("CHAIR i", "right", help="share of mentioned objects that are not in the image"),
        Column("CHAIR s", "right", help="share of captions that mention such an object"),
        Column("objects named", "right", help="share of the objects there that are mentioned"),
        Column("most invented", sortable=False),
        Column("most missed", sortable=False),
    ]
    rows = []
    for one in found:
        mentions = one.objects
        if mentions is None:
            continue
        rows.append(
            [
                safe(one.system),
                _share(mentions.chair_i),
                _share(mentions.chair_s),
                _share(mentions.recall),
                _counts(mentions.hallucinated),
                _counts(mentions.missed),
            ]
        )
    mentions = found[0].objects
    assert mentions is not None
    note = (
        f'<p class="muted">{mentions.images:,} images have a list of objects. Words by '
        f"{safe(mentions.synonyms)}; what is there: {safe(mentions.truth)}.</p>"
    )
    return table("Objects named, invented and missed", columns, rows) + note


def _counts(counts: Iterable[ImageCount]) -> str:
    shown = list(counts)[:_LISTED]
    return ", ".join(f"{safe(one.name)} ({one.images:,})" for one in shown) or "none"


def _words(one: Diagnosis) -> str:
    rows = [(rate.word, rate.z) for rate in one.word_use.over[:_WORDS]]
    rows += [(rate.word, rate.z) for rate in reversed(one.word_use.under[:_WORDS])]
    chart = diverging_bars(
        f"Words of {one.system} against references", rows, "used less often", "used more often"
    )
    support = one.word_use.support
    lists = [
        ("Said although no reference does", _counts(support.unsupported)),
        ("Left out although half of the references say it", _counts(support.missed)),
        ("Novel words", _novel(one)),
        ("Captions said most often", _repeated(one)),
        ("Words said twice in a row", _stutters(one)),
    ]
    items = "".join(f"<dt>{head}</dt><dd>{said}</dd>" for head, said in lists)
    note = "Bars show how sure a difference is (z), not how large."
    return (
        f'<h3>{safe(one.system)}</h3><div class="charts">{figure(chart, note)}'
        f'<dl class="word-lists">{items}</dl></div>'
    )


def _novel(one: Diagnosis) -> str:
    shown = one.novel_words.words[:_LISTED]
    return ", ".join(f"{safe(word.word)} ({word.uses:,})" for word in shown) or "none"


def _repeated(one: Diagnosis) -> str:
    shown = one.repetition.most_repeated[: _LISTED // 2]
    lines = [f"<q>{safe(said.words)}</q> ({said.images:,} images)" for said in shown]
    return "<br>".join(lines) or "none"


def _stutters(one: Diagnosis) -> str:
    shown = one.repetition.stutter_examples[: _LISTED // 2]
    lines = [f"<q>{safe(said.caption)}</q> (image {safe(str(said.image_id))})" for said in shown]
    return "<br>".join(lines) or "none"
