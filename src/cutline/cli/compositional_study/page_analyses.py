"""The rest of the page: rankings, other scores, how people use pairs, and published figures."""

from __future__ import annotations

from collections.abc import Sequence

from cutline.benchmarks.compositional import published
from cutline.benchmarks.compositional.agreement import Agreement
from cutline.benchmarks.compositional.arguments import ANY, Arguments
from cutline.benchmarks.compositional.sizes import Sizes
from cutline.cli.compositional_study.page_recall import by_k_table
from cutline.cli.compositional_study.study import CompositionalStudy
from cutline.cli.page_parts import command_line_text, copyable
from cutline.core.version import __version__
from cutline.reports.comparison_cells import compared_score
from cutline.reports.html_report.section import Section
from cutline.reports.theme.numbers import DASH
from cutline.reports.theme.table import Column, SortValue, table
from cutline.reports.theme.text import safe
from cutline.reports.wording import level_text, value_text


def rankings(found: CompositionalStudy) -> Section | None:
    """Systems that rank captions; None where there are none."""
    if found.rankings is None:
        return None
    seen, full = (f"{value / 100:.3f}" for value in published.RANKING)
    note = (
        '<p class="muted">A system that ranks is a hit when one of its top k captions has the '
        "pair. It ranks the image's own captions among those of other images that have one of the "
        "two concepts, so its figures are not to be set beside those of runs. Published: "
        f"{seen} at 5 for a ranker that had not seen the pairs, {full} for one that had.</p>"
    )
    body = by_k_table("Pair recall@k by ranking captions", "embeddings", found.rankings)
    return Section("rankings", "By ranking", f"{note}{body}")


def other_metrics(found: CompositionalStudy) -> Section | None:
    """Other scores on all images; None where none were asked for."""
    comparison = found.others
    if comparison is None:
        return None
    columns = [Column("run")]
    columns += [Column(m.spec, "right", help=m.scores[0].metric.summary) for m in comparison]
    cells, keys = [], []
    for run, system in enumerate(comparison.systems):
        scores = (
            compared_score(
                comparison,
                metric,
                run,
                signature=f"{metric.scores[run].signature} {comparison.procedure}",
            )
            for metric in comparison
        )
        cells.append([safe(system), *scores])
        key: list[SortValue] = [system, *(metric.scores[run].value for metric in comparison)]
        keys.append(key)
    caption = f"Scores on all {found.images:,} images, with {level_text(comparison.level)}s"
    body = table(caption, columns, cells, sort_values=keys)
    return Section("metrics", "Other scores", body)


def analyses(found: CompositionalStudy) -> Section:
    """How people use pairs: whether they agree, what verbs are done to, what is called big."""
    body = _agreement(found.agreement)
    if found.arguments is not None:
        body += _arguments(found.arguments)
    if found.sizes is not None:
        body += _sizes(found.sizes)
    return Section("people", "How people use pairs", body)


def _agreement(found: Agreement) -> str:
    mean, over_images = found.mean_over_pairs, found.mean_over_images
    if mean is None or over_images is None:
        return ""
    kappa = "" if found.mean_kappa is None else f"; kappa is {found.mean_kappa:.3f} over pairs"
    return (
        "<h3>Do people agree?</h3>"
        f"<p>Where any reference of an image has a pair, {mean:.2f} of them have it on average "
        f"over pairs, and {over_images:.2f} over images{kappa}. Published, on all of COCO: "
        f"{published.MEAN_AGREEMENT} of 5.</p>"
    )


def _arguments(found: Arguments) -> str:
    columns = [
        Column("verb"),
        Column("group"),
        Column("captions", "right"),
        Column("with object", "right", help="captions that name what it is done to"),
        Column("different", "right", help="different objects"),
        Column("bits", "right", help="entropy of the objects"),
        Column("agree", "right", help="images where two references name the same object"),
        Column("most frequent"),
    ]
    cells, keys = [], []
    for one in (*found.verbs, *found.groups):
        if not one.captions:
            continue
        name = f"all {one.group or 'verbs'}" if one.verb == ANY else one.verb
        frequent = ", ".join(f"{lemma} {count:,}" for lemma, count in one.objects[:4])
        row = [name, one.group, f"{one.captions:,}", _percent(one.share), f"{len(one.objects):,}"]
        row += [_number(one.entropy), _percent(one.agreement), frequent]
        cells.append([safe(cell) for cell in row])
        figures = (float(one.captions), one.share, float(len(one.objects)))
        key: list[SortValue] = [name, one.group, *figures, one.entropy, one.agreement, frequent]
        keys.append(key)
    if not cells:
        return ""
    return (
        "<h3>What verbs are done to</h3><p>The paper supposes that pictures of verbs with an "
        "object show more to go by: who eats, eats something.</p>"
        f"{table('Direct objects of verbs in references', columns, cells, sort_values=keys)}"
    )


def _sizes(found: Sizes) -> str:
    columns = [
        Column("noun"),
        Column("big", "right", help="images in which it is called big"),
        Column("small", "right", help="images in which it is called small"),
        Column("big fills", "right", help="median share of the image that its box fills"),
        Column("small fills", "right", help="median share of the image that its box fills"),
        Column("larger", "right", help="chance that a big one has the larger box"),
        Column("correlation", "right", help="rank correlation of the box and of what is said"),
    ]
    cells, keys = [], []
    for one in found.nouns:
        larger = one.larger
        chance = DASH
        if larger is not None:
            beside = f"{value_text(larger.low)}{DASH}{value_text(larger.high)}"
            chance = f'{value_text(larger.value)} <span class="score-interval">{beside}</span>'
        medians = (_percent(one.big_median), _percent(one.small_median))
        correlation = _number(one.correlation, 3)
        cells.append(
            [safe(one.noun), f"{one.big:,}", f"{one.small:,}", *medians, chance, correlation]
        )
        key: list[SortValue] = [one.noun, float(one.big), float(one.small)]
        key += [one.big_median, one.small_median, larger.value if larger else None, one.correlation]
        keys.append(key)
    caption = f"Boxes of what is called big or small, in {found.images:,} images"
    return (
        "<h3>Are big things large in the picture?</h3>"
        f"{table(caption, columns, cells, sort_values=keys)}"
    )


def published_figures() -> Section:
    """Figures of the paper, for orientation."""
    columns = [Column("system"), Column("recall@5", "right")]
    columns += [Column(category, "right") for category in published.CATEGORIES]
    values = [(of.system, (of.recall, *of.by_category)) for of in published.PUBLISHED]
    cells = [
        [f'<div class="row-name">{safe(name)}</div>', *(f"{value / 100:.3f}" for value in figures)]
        for name, figures in values
    ]
    keys: list[list[SortValue]] = [[system, *figures] for system, figures in values]
    levels = ", ".join(f"{value / 100:.3f}" for value in published.BY_AGREEMENT)
    return Section(
        "published",
        "Published figures",
        f"<p>For orientation only: {safe(published.CAVEAT)}.</p>"
        f"{table(f'Recall@5, {published.SOURCE}', columns, cells, sort_values=keys)}"
        f"<p>BUTD on full data, where at least 1 to 5 references have the pair: {levels}.</p>",
    )


def reproduce(found: CompositionalStudy) -> Section:
    """The command, and the signature of every figure."""
    lines: Sequence[str] = list(found.signatures())
    return Section(
        "reproduce",
        "Reproduce",
        f"<p>This command wrote this page:</p>{copyable(command_line_text())}"
        "<p>Figures with the same signature can be compared.</p>"
        f'{copyable(chr(10).join(lines))}<p class="muted">Made by Cutline {__version__}.</p>',
    )


def _percent(value: float | None) -> str:
    return DASH if value is None else f"{value:.0%}"


def _number(value: float | None, decimals: int = 2) -> str:
    return DASH if value is None else f"{value:.{decimals}f}"
