"""What the figures of the study come to, in sentences."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from cutline.cli.compositional_study.recalls import Part
from cutline.cli.compositional_study.study import CompositionalStudy
from cutline.reports.html_report.summary import verdict
from cutline.reports.wording import interval_text, value_text


def counted(count: int, noun: str) -> str:
    """A number and what it counts.

    >>> counted(1, "image"), counted(1200, "pair")
    ('1 image', '1,200 pairs')
    """
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def listed(names: Sequence[str]) -> str:
    """Names in a sentence.

    >>> listed(["one"]), listed(["one", "two", "three"])
    ('one', 'one, two and three')
    """
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def about(found: CompositionalStudy) -> str:
    """What was studied."""
    pairs = len(found.recalls.occurring())
    whole = f" of {found.described:,}" if found.images < found.described else ""
    where = f"{found.name}: " if found.name else ""
    asking = "1 asks" if found.recalls.asking == 1 else f"{found.recalls.asking:,} ask"
    return (
        f"{where}{counted(len(found.systems), 'run')}, {found.images:,}{whole} images, of which "
        f"{asking} for {counted(pairs, 'pair')} of concepts"
    )


def findings(found: CompositionalStudy) -> list[str]:
    """The main results, a sentence each."""
    return [*_headline(found), *_breakdowns(found), *_people(found)]


def caveats(found: CompositionalStudy) -> Iterator[str]:
    """What has to be known to read the figures."""
    for captions in sorted({captions for _, captions in found.short_runs}):
        systems = [system for system, most in found.short_runs if most == captions]
        has, its = ("has", "its") if len(systems) == 1 else ("have", "their")
        yield (
            f"{listed(systems)} {has} at most {counted(captions, 'caption')} an image: {its} "
            f"recall@{found.metric.k} is {its} recall@{captions}."
        )
    if found.absent:
        yield f"No image asks for: {', '.join(found.absent)}."
    small = sum(part.images < found.at_least for part in found.pairs)
    if small:
        has = "has" if small == 1 else "have"
        yield (
            f"{small} of {counted(len(found.pairs), 'pair')} {has} fewer than {found.at_least} "
            f"images, too few to say much."
        )


def _headline(found: CompositionalStudy) -> Iterator[str]:
    headline, k = found.headline, found.metric.k
    if len(found.systems) == 1:
        captions = dict(found.short_runs).get(found.systems[0], k)
        interval = headline.intervals[0]
        expected = f"; on other images of the same kind expect {interval_text(interval)}"
        yield (
            f"{found.systems[0]} says {value_text(headline.scores[0].value)} of the pairs that "
            f"people say, in {counted(captions, 'caption')} an image"
            f"{'' if math.isnan(interval.low) else expected}."
        )
        return
    yield f"By pair recall@{k}, {verdict(found.systems, headline)}."
    # Who may say more has more chances to say a pair.
    fewest = min((captions for _, captions in found.short_runs), default=k)
    if fewest < k and len(found.short_runs) < len(found.systems):
        said = verdict(found.systems, found.curve.metrics[fewest - 1])
        yield f"With {counted(fewest, 'caption')} an image each, {said}."


def _breakdowns(found: CompositionalStudy) -> Iterator[str]:
    """What parts with enough images show of the best run."""
    best = _best_run(found)
    categories = [part for part in found.categories if part.images >= found.at_least]
    if len(categories) > 1:
        ordered = sorted(categories, key=lambda part: _value(part, best))
        low, high = ordered[0], ordered[-1]
        yield (
            f"Of the kinds of pairs, {found.systems[best]} is highest on {high.label} "
            f"({value_text(_value(high, best))}) and lowest on {low.label} "
            f"({value_text(_value(low, best))})."
        )
    levels = [part for part in found.agreeing if part.images >= found.at_least]
    if len(levels) > 1:
        first, last = levels[0], levels[-1]
        yield (
            f"Where at least {last.label} references have the pair, {found.systems[best]} reaches "
            f"{value_text(_value(last, best))}, against {value_text(_value(first, best))} where "
            f"any has it."
        )


def _people(found: CompositionalStudy) -> Iterator[str]:
    if found.people is None:
        return
    best, interval = _best_run(found), found.people.interval
    bounds = "" if math.isnan(interval.low) else f" ({interval_text(interval)})"
    yield (
        f"One caption by a person reaches {value_text(found.people.value)}{bounds}, asked by the "
        f"other references of its image; the first captions of {found.systems[best]} reach "
        f"{value_text(found.people.runs[best])} on the same terms."
    )


def _value(part: Part, run: int) -> float:
    return part.recall.scores[run].value


def _best_run(found: CompositionalStudy) -> int:
    values = [score.value for score in found.headline.scores]
    return max(
        range(len(values)), key=lambda run: -math.inf if math.isnan(values[run]) else values[run]
    )
