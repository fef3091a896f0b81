"""An analysis of captions as charts."""

from __future__ import annotations

from collections.abc import Mapping

from cutline.benchmarks.dataset_analysis import Analysis
from cutline.benchmarks.dataset_analysis.distribution import Distribution
from cutline.cli.analyse_figures import part_text, sample_text
from cutline.reports.theme.charts import BarSeries, figure, grouped_bars, line_chart
from cutline.reports.theme.charts.axes import nice_ticks

#: The share of the largest numbers that a chart leaves out, so that the others can be seen.
_TAIL = 0.005


def length_chart(found: Analysis) -> str:
    """The share of captions of each length."""
    lengths = {one.name: one.lengths for one in found.sets}
    return _shares("Words in a caption", lengths, "words", "% of captions")


def ngram_chart(found: Analysis) -> str:
    """Different n-grams of equally sized samples, with their spread over draws."""
    groups = [f"{one.n}-grams" for one in found.sets[0].ngrams]
    series = []
    for one in found.sets:
        spreads = [(n.mean - (n.deviation or 0), n.mean + (n.deviation or 0)) for n in one.ngrams]
        has_spread = found.sample.draws > 1
        series.append(
            BarSeries(one.name, [n.mean for n in one.ngrams], spreads if has_spread else None)
        )
    chart = grouped_bars("Different n-grams", groups, series, "n-grams in a sample", decimals=0)
    spread = " Lines show one standard deviation over draws." if found.sample.draws > 1 else ""
    return figure(chart, f"Samples of {sample_text(found)}.{spread}")


def part_chart(found: Analysis) -> str:
    """The share of words of each part of speech; empty where words were not tagged."""
    profiles = {one.name: one.parts for one in found.sets if one.parts is not None}
    if not profiles:
        return ""
    series = []
    for name, profile in profiles.items():
        shares = [100 * (part.of_words or 0.0) for part in profile.parts]
        bounds = [
            None if part.interval is None else (100 * part.interval[0], 100 * part.interval[1])
            for part in profile.parts
        ]
        series.append(BarSeries(name, shares, bounds))
    groups = [part.name for part in next(iter(profiles.values())).parts]
    chart = grouped_bars("Words by part of speech", groups, series, "% of words", decimals=1)
    is_sample = any(profile.is_sample for profile in profiles.values())
    spread = " Lines show approximate 95% intervals of samples." if is_sample else ""
    return figure(chart, f"{part_text(found)}.{spread}")


def object_charts(found: Analysis) -> list[str]:
    """Classes and instances of images, and how many images classes have."""
    objects = {one.name: one.objects for one in found.sets if one.objects is not None}
    if not objects:
        return []
    classes = {name: one.classes_per_image for name, one in objects.items()}
    instances = {name: one.instances_per_image for name, one in objects.items()}
    most = max(2, *(len(one.classes) for one in objects.values()))
    curves = {
        name: [
            # A set with fewer classes has no image of the others.
            *(100 * of_class.images / one.images for of_class in one.classes),
            *[0.0] * (most - len(one.classes)),
        ]
        for name, one in objects.items()
    }
    ranks = line_chart(
        "Images of each class",
        range(1, most + 1),
        curves,
        "classes, the most frequent first",
        "% of images",
        decimals=2,
    )
    charts = [_shares("Classes in an image", classes, "classes", "% of images")]
    if instances != classes:
        charts.append(_shares("Instances in an image", instances, "instances", "% of images"))
    return [*charts, figure(ranks, "An image counts for each class that it has.")]


def _shares(title: str, found: Mapping[str, Distribution], across: str, upward: str) -> str:
    # As far as the axis goes, so that lines end where their names stand.
    last = int(nice_ticks(0, max(_last_shown(one) for one in found.values()))[-1])
    numbers = range(last + 1)
    series = {
        name: [100 * one.share_of(number) for number in numbers] for name, one in found.items()
    }
    beyond = [
        f"{100 * one.share_above(last):.2g}% of {name}"
        for name, one in found.items()
        if one.share_above(last)
    ]
    caption = f"With more than {last}: {', '.join(beyond)}." if beyond else ""
    return figure(line_chart(title, numbers, series, across, upward, decimals=1), caption)


def _last_shown(found: Distribution) -> int:
    above, last = found.count, 1
    for value, times in found.histogram:
        if above <= _TAIL * found.count:
            break
        above -= times
        last = max(last, value)
    return last
