"""What tokens say of an image: words of the vocabulary, and slots by the names of their classes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from cutline.models.captioner import Captioner
from cutline.models.images import Images
from cutline.models.vocabulary import END, SPECIAL


def slot_words(
    captioner: Captioner, images: Images, row: int, width: int
) -> dict[int, tuple[str, ...]]:
    """The slots of an image and what each is called.

    A captioner may choose another name of the same class when it fills a slot, which depends on
    the caption; here a slot has the class's own name.

    Args:
        captioner: who writes.
        images: a batch.
        row: the image's place in it.
        width: how many tokens the captioner has, slots among them.
    """
    words = len(captioner.vocabulary)
    if width <= words:
        return {}
    named: Callable[[Images, int], Mapping[int, str]] | None
    named = getattr(captioner, "slot_words", None)
    if named is not None:
        return {token: tuple(text.split()) for token, text in named(images, row).items()}
    regions = images.mask[row].nonzero().flatten().tolist()
    slots = [words + region for region in regions if words + region < width]
    return {slot: tuple(captioner.text([slot], images, row).split()) for slot in slots}


def words_said(
    tokens: Sequence[int], captioner: Captioner, slots: Mapping[int, Sequence[str]]
) -> list[str]:
    """The words of tokens up to the end, with slots by the names of their classes."""
    said: list[str] = []
    for token in tokens:
        if token == END:
            break
        if token >= len(captioner.vocabulary):
            said.extend(slots.get(token, ()))
        elif token >= len(SPECIAL):
            said.append(captioner.vocabulary.words[token])
    return said
