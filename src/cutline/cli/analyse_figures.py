"""The figures of an analysis as rows, for tables and for pages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from cutline.benchmarks.dataset_analysis import Analysis, SetFigures
from cutline.benchmarks.dataset_analysis.objects import MANY, ObjectFigures
from cutline.benchmarks.dataset_analysis.typical_words import TypicalWord

#: A figure of a set, None where it has none.
Value = Callable[[SetFigures], float | None]
#: The words that rates of single words are told by.
PER = 10_000


@dataclass(frozen=True)
class Figure:
    """A row: its name, what it says, and its value in a set.

    Sizes of sets are not `compared`: a difference between them says nothing of the captions.
    """

    label: str
    help: str
    value: Value
    decimals: int = 0
    is_share: bool = False
    compared: bool = True

    def text(self, found: SetFigures) -> str:
        """The figure of a set."""
        value = self.value(found)
        if value is None:
            return ""
        return f"{100 * value:.1f}%" if self.is_share else f"{value:,.{self.decimals}f}"

    def difference(self, found: Analysis) -> str:
        """How much more the second set has; empty where that says nothing."""
        values = [self.value(one) for one in found.sets]
        if len(values) < 2 or not self.compared or values[0] is None or values[1] is None:
            return ""
        change = values[1] - values[0]
        return signed(100 * change, 1) if self.is_share else signed(change, self.decimals)


def signed(change: float, decimals: int) -> str:
    """A change with its sign, and without one where nothing of it is seen.

    >>> signed(0.79, 1), signed(-0.001, 1)
    ('+0.8', '0.0')
    """
    text = f"{change:+,.{decimals}f}"
    return text[1:] if not text.strip("+-0.,") else text


CAPTION_FIGURES = (
    Figure("images", "that have captions", lambda f: f.images, compared=False),
    Figure("captions", "in all", lambda f: f.captions, compared=False),
    Figure("captions an image", "on average", lambda f: f.captions_per_image.mean, 2),
    Figure("words a caption", "on average", lambda f: f.lengths.mean, 2),
    Figure("  deviation", "standard deviation of lengths", lambda f: f.lengths.deviation, 2),
    Figure("  5% have at most", "words", lambda f: f.lengths.quantiles[0], 1),
    Figure("  half have at most", "words", lambda f: f.lengths.median, 1),
    Figure("  95% have at most", "words", lambda f: f.lengths.quantiles[-1], 1),
    Figure("words", "in all captions", lambda f: f.vocabulary.tokens, compared=False),
    Figure("different words", "types", lambda f: f.vocabulary.types, compared=False),
    Figure("  used once", "hapaxes", lambda f: f.vocabulary.hapaxes, compared=False),
    Figure(
        "  for 95% of the text",
        "the fewest types that make up 95% of all words",
        lambda f: f.vocabulary.types_of_bulk,
        compared=False,
    ),
)


def _of_objects(value: Callable[[ObjectFigures], float | None]) -> Value:
    return lambda found: None if found.objects is None else value(found.objects)


OBJECT_FIGURES = (
    Figure(
        "annotated images", "among those above", _of_objects(lambda o: o.images), compared=False
    ),
    Figure(
        "classes", "that any of them has", _of_objects(lambda o: len(o.classes)), compared=False
    ),
    Figure("classes an image", "on average", _of_objects(lambda o: o.classes_per_image.mean), 2),
    Figure(
        "instances an image", "on average", _of_objects(lambda o: o.instances_per_image.mean), 2
    ),
    Figure("images without objects", "share", _of_objects(lambda o: o.none), is_share=True),
    Figure("images with one class", "share", _of_objects(lambda o: o.single), is_share=True),
    Figure(
        f"images with more than {MANY}", "classes", _of_objects(lambda o: o.many), is_share=True
    ),
    Figure("entropy of classes", "in bits", _of_objects(lambda o: o.entropy), 2),
    Figure(
        "  of the largest",
        "the entropy's share of the most that so many classes can have",
        _of_objects(lambda o: o.evenness),
        is_share=True,
    ),
    Figure(
        "Gini of classes",
        "0 where all are in as many images, near 1 where one has them all",
        _of_objects(lambda o: o.gini),
        3,
    ),
    Figure(
        "captions that name a class",
        "which is annotated in their image",
        lambda f: f.mentions.captions if f.mentions else None,
        is_share=True,
    ),
    Figure(
        "classes that are named",
        "by any caption of their image",
        lambda f: f.mentions.classes if f.mentions else None,
        is_share=True,
    ),
)


def object_figures(found: Analysis) -> Sequence[Figure]:
    """The figures of objects, where any set has them."""
    return OBJECT_FIGURES if any(one.objects for one in found.sets) else ()


def class_note(found: Analysis) -> list[str]:
    """Which sets have annotations that seem to list classes only, so that nothing is counted."""
    return [
        f"{one.name}: no class is in an image twice, so the annotations may not count instances"
        for one in found.sets
        if one.objects
        and one.objects.classes
        and all(of.images == of.instances for of in one.objects.classes)
    ]


def ngram_rows(found: Analysis) -> list[list[str]]:
    """For each n the different n-grams of each set, their spread, and the difference."""
    rows = []
    for place in range(len(found.sets[0].ngrams)):
        of_sets = [one.ngrams[place] for one in found.sets]
        row = [f"{of_sets[0].n}-grams"]
        for one in of_sets:
            row += [f"{one.mean:,.0f}", "" if one.deviation is None else f"{one.deviation:,.0f}"]
        if len(of_sets) == 2:
            first, second = of_sets
            surplus = 100 * (second.mean / first.mean - 1) if first.mean else None
            row.append("" if surplus is None else f"{signed(surplus, 1)}%")
        rows.append(row)
    return rows


def sample_text(found: Analysis) -> str:
    """What was drawn."""
    sample = found.sample
    total = sample.images * sample.captions
    return (
        f"{counted(sample.images, 'image')} with {counted(sample.captions, 'caption')} each, "
        f"{counted(total, 'caption')}; {counted(sample.draws, 'draw')}, seed {sample.seed}"
    )


def counted(number: int, noun: str) -> str:
    """A number of things.

    >>> counted(1, "draw"), counted(4500, "image")
    ('1 draw', '4,500 images')
    """
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def part_rows(found: Analysis) -> list[list[str]]:
    """For each part of speech its share of words, number a caption, and captions that have any."""
    profiles = [one.parts for one in found.sets if one.parts is not None]
    rows = []
    for name in [part.name for part in profiles[0].parts] if profiles else []:
        parts = [profile.part(name) for profile in profiles]
        row = [name, *("" if p.of_words is None else f"{100 * p.of_words:.1f}%" for p in parts)]
        if len(parts) == 2:
            both = [p.of_words for p in parts if p.of_words is not None]
            row.append(signed(100 * (both[1] - both[0]), 1) if len(both) == 2 else "")
        row += [f"{p.per_caption:.2f}" for p in parts]
        rows.append([*row, *(f"{100 * p.captions_with:.0f}%" for p in parts)])
    return rows


def part_heads(found: Analysis) -> list[str]:
    """The heads of the columns after the first of `part_rows`."""
    names = [one.name for one in found.sets]
    heads = [f"{name}, of words" for name in names]
    heads += ["difference"] if len(names) == 2 else []
    heads += [f"{name}, a caption" for name in names]
    return [*heads, *(f"{name}, captions with" for name in names)]


def part_text(found: Analysis) -> str:
    """Which captions were tagged."""
    profiles = {one.name: one.parts for one in found.sets if one.parts is not None}
    return "; ".join(
        f"{name}: {'a sample of' if profile.is_sample else 'all'} "
        f"{counted(profile.captions, 'caption')}"
        for name, profile in profiles.items()
    )


def overlap_rows(found: Analysis) -> list[list[str]]:
    """The types that both sets have or one alone, of all captions and of samples of one size."""
    if found.shared is None:
        return []
    first, second = (one.name for one in found.sets)
    whole, sample = found.shared.overlap, found.shared.sample_overlap
    counts = [
        ("in both", whole.both, sample.both),
        (f"only in {first}", whole.only_first, sample.only_first),
        (f"only in {second}", whole.only_second, sample.only_second),
    ]
    shares = [
        (f"words of {first} that {second} has", whole.first_covered, sample.first_covered),
        (f"words of {second} that {first} has", whole.second_covered, sample.second_covered),
    ]
    rows = [[name, *(f"{value:,.0f}" for value in values)] for name, *values in counts]
    return rows + [
        [name, *("" if value is None else f"{100 * value:.1f}%" for value in values)]
        for name, *values in shares
    ]


def typical_rows(found: Analysis, words: Sequence[TypicalWord]) -> list[list[str]]:
    """Typical words with their rates in both sets and how sure the difference is."""
    totals = [one.vocabulary.tokens for one in found.sets]
    return [
        [
            word.word,
            f"{PER * word.first / totals[0]:.2f}",
            f"{PER * word.second / totals[1]:.2f}",
            f"{abs(word.z):.1f}",
        ]
        for word in words
    ]


def signatures(found: Analysis) -> list[str]:
    """What all figures were computed with, each set's under its name."""
    signed = [
        f"{one.name}: {signature}" for one in found.sets for signature in one.signatures.values()
    ]
    return signed + [str(one) for one in (found.shared.signatures if found.shared else {}).values()]
