"""The captions of an image: whose they are, what they are worth, and what their nouns mean."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from cutline.datasets.annotated_images import AnnotatedCaption, AnnotatedImage, AnnotatedNoun
from cutline.reports.theme.numbers import number_text
from cutline.reports.theme.text import safe
from cutline.reports.wording import UNDEFINED

#: The theme's mark for each way in which a noun and an object belong together.
_MARKS = {
    "same": "exact",
    "synonym": "synonym",
    "kind of": "stem",
    "both persons": "stem",
    "includes": "stem",
    "similar": "paraphrase",
}
NOTHING = "nothing that was seen"


def caption_lines(
    image: AnnotatedImage, group_of: Mapping[int, int], metrics: Sequence[str]
) -> str:
    """Every caption under its rule, the best first.

    Args:
        image: whose captions.
        group_of: the group of each object, by the object's place.
        metrics: the specs of values, the one that counts first.
    """
    order = sorted(range(len(image.captions)), key=lambda place: (place != image.best, place))
    lines = []
    for place in order:
        caption, is_best = image.captions[place], place == image.best
        asides = "".join(
            f'<p class="aside{kind}">{safe(words)}</p>'
            for kind, words in _asides(image, caption, metrics, is_best)
        )
        lines.append(
            f'<div class="said{" best" if is_best else ""}">'
            f"{_line(image, caption, group_of, metrics, is_best)}{asides}</div>"
        )
    if image.best is None and image.why:
        lines.append(f'<p class="aside">No caption is best: {safe(image.why)}</p>')
    return "".join(lines)


def _line(
    image: AnnotatedImage,
    caption: AnnotatedCaption,
    group_of: Mapping[int, int],
    metrics: Sequence[str],
    is_best: bool,
) -> str:
    best = '<span class="chip good"><span aria-hidden="true">✓</span> best</span> '
    words = "<em>no caption</em>"
    if caption.text is not None:
        words = f"<bdi>{marked_text(image, caption, group_of)}</bdi>"
        words = words if caption.text.strip() else "<em>(empty)</em>"
    value = ""
    if metrics and caption.text is not None:
        found = dict(caption.values).get(metrics[0])
        kind = " none" if found is None else ""
        value = f' <span class="value{kind}" title="{safe(metrics[0])}">{value_text(found)}</span>'
    return (
        f'<p class="caption-line"><span><span class="caption-note">{safe(caption.captioner)}</span>'
        f" {best if is_best else ''}{words}</span>{value}</p>"
    )


def _asides(
    image: AnnotatedImage, caption: AnnotatedCaption, metrics: Sequence[str], is_best: bool
) -> Iterator[tuple[str, str]]:
    """What is said of a caption below it: a class for each, and words."""
    if is_best and image.why:
        yield "", f"Best: {image.why}"
    if caption.text is not None and len(metrics) > 1:
        values = dict(caption.values)
        yield " figures", "; ".join(f"{s} {value_text(values.get(s))}" for s in metrics[1:])
    if caption.undefined:
        yield " note", f"Undefined: {caption.undefined}"
    if caption.error:
        yield " problem", f"Error: {caption.error}"


def value_text(value: float | None) -> str:
    """A value, or the word for where there is none.

    >>> value_text(0.5), value_text(None)
    ('0.500', 'undefined')
    """
    return UNDEFINED if value is None else number_text(value)


def marked_text(
    image: AnnotatedImage, caption: AnnotatedCaption, group_of: Mapping[int, int]
) -> str:
    """The words of a caption, its nouns marked by what they mean."""
    text, parts, end = caption.text or "", [], 0
    # Of nouns inside each other, such as `coffee table` and `table`, the longest is marked.
    for noun in sorted(caption.nouns, key=lambda noun: (noun.start, -noun.end)):
        if noun.start < end or noun.start == noun.end:
            continue
        parts.append(safe(text[end : noun.start]))
        parts.append(_noun(image, noun, text[noun.start : noun.end], group_of))
        end = noun.end
    return "".join([*parts, safe(text[end:])])


def _noun(
    image: AnnotatedImage, noun: AnnotatedNoun, words: str, group_of: Mapping[int, int]
) -> str:
    if noun.object is None:
        return f'<s class="match invented" title="names {NOTHING}">{safe(words)}</s>'
    mark = _MARKS.get(noun.relation, "exact")
    return (
        f'<span class="match {mark} link" data-group="{group_of[noun.object]}" '
        f'data-object="{noun.object}" title="means {safe(meaning_text(image, noun))}">'
        f"{safe(words)}</span>"
    )


def meaning_text(image: AnnotatedImage, noun: AnnotatedNoun) -> str:
    """What a noun means, in words, such as `sofa (synonym, 0.83)`."""
    if noun.object is None:
        return NOTHING
    near = "" if noun.similarity is None else number_text(noun.similarity, 2)
    how = ", ".join(part for part in (noun.relation, near) if part)
    return image.objects[noun.object].label + (f" ({how})" if how else "")
