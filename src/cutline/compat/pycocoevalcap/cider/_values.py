"""CIDEr-D of each image, from the kernels."""

from __future__ import annotations

from collections.abc import Iterable

from cutline import native
from cutline.compat.pycocoevalcap._encoded import Encoded
from cutline.compat.pycocoevalcap._errors import CaptionsError
from cutline.core.errors import UsageError
from cutline.core.metric import Floats


def check_settings(n: int, sigma: float) -> None:
    """Refuse settings that the formula has no meaning for.

    Raises:
        UsageError: when n is not 1 to 4, or sigma is 0.
    """
    if n not in (1, 2, 3, 4):
        raise UsageError(f"Cider: n is 1, 2, 3 or 4, not {n!r}")
    if not sigma:
        raise UsageError(f"Cider: sigma is a number other than 0, not {sigma!r}")


def has_words(references: Iterable[Iterable[str]]) -> bool:
    """Whether a reference of any image has a word; as a rule the very first has."""
    return any(text.split() for texts in references for text in texts)


def no_words(images: int) -> CaptionsError:
    """The error for references without a single n-gram to count; the old package crashes."""
    found = f"no word in the references of {images} images"
    return CaptionsError(f"Cider: {found}, expected at least one, to count document frequencies")


def cider_values(
    pairs: Encoded, frequencies: native.Frequencies | None, n: int, sigma: float
) -> Floats:
    """The value of each candidate: clipped, and with lengths compared.

    Frequencies are those of the references at hand, unless others are given.
    """
    prepared = native.prepare_cider(pairs.references, frequencies, n, pairs.jobs)
    return native.cider_scores(prepared, pairs.candidates, True, sigma, True, pairs.jobs)
