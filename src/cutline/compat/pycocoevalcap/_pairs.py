"""The two dictionaries that every scorer takes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cutline.compat.pycocoevalcap._complaints import (
    describe,
    different_images,
    first_complaint,
    wrong_candidate,
    wrong_references,
)
from cutline.compat.pycocoevalcap._encoded import Encoded, encode, encode_references
from cutline.compat.pycocoevalcap._errors import CaptionsError

#: Image id -> tokenized captions.
Captions = Mapping[Any, list[str]]


def encode_pairs(gts: Captions, res: Captions) -> Encoded:
    """References and candidates in the order of the references, checked.

    Raises:
        CaptionsError: where the old package has a failing assertion, or crashes on a type.
    """
    check_images(gts, res)
    references = list(gts.values())
    candidates = [res[image_id] for image_id in gts]
    try:
        _check_lists(references, candidates)
        return encode(encode_references(references), [caption for (caption,) in candidates])
    except (TypeError, UnicodeEncodeError) as error:
        raise first_complaint(_complaints(gts, res)) or error from None


def encode_pair(candidate: Any, references: Any) -> Encoded:
    """A list of one candidate and a list of its references, or tuples; checked.

    Raises:
        CaptionsError: when either is of another form; the text calls the image 0.
    """
    return encode_pairs({0: _as_list(references)}, {0: _as_list(candidate)})


def _as_list(captions: Any) -> Any:
    return list(captions) if isinstance(captions, tuple) else captions


def check_images(gts: Any, res: Any) -> None:
    """See that both are dictionaries, and of the same images.

    Raises:
        CaptionsError: when they are not.
    """
    for name, found in (("references", gts), ("candidates", res)):
        if not isinstance(found, Mapping):
            raise CaptionsError(
                f"{name} are {describe(found)}, expected a dictionary: image id to list of strings"
            )
    if gts.keys() != res.keys():
        raise different_images(gts, res)


def _check_lists(references: Sequence[Any], candidates: Sequence[Any]) -> None:
    # Whole lists are judged in C; only when one fails does a Python loop look for the culprit.
    # Like the old package, this takes lists and nothing that merely resembles them.
    if not {*map(type, references), *map(type, candidates)} <= {list}:
        raise TypeError("not a list")
    if not all(references) or not set(map(len, candidates)) <= {1}:
        raise TypeError("a list of the wrong length")


def _complaints(gts: Captions, res: Captions) -> Iterator[str | None]:
    for image_id, references in gts.items():
        yield wrong_candidate(f"image {image_id!r}", res[image_id])
        yield wrong_references(f"image {image_id!r}", references)
