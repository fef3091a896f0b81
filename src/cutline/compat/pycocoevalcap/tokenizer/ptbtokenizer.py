"""The tokenizer of the COCO evaluation under its old name; no Java is started."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, TypeVar

from cutline import native
from cutline.compat.pycocoevalcap._complaints import describe, first_complaint, wrong_text
from cutline.core.jobs import default_jobs

ImageId = TypeVar("ImageId")

#: Tokens that are dropped. The four brackets never are: tokens are lower-cased before they are
#: compared with this list, here as in the old package.
PUNCTUATIONS = [
    *("''", "'", "``", "`", "-LRB-", "-RRB-", "-LCB-", "-RCB-"),
    *(".", "?", "!", ",", ":", "-", "--", "...", ";"),
]


class PTBTokenizer:
    """Captions as words joined by single spaces: lower-cased, split, punctuation dropped.

    >>> PTBTokenizer().tokenize({7: [{"caption": "A dog's t-shirt, isn't it?"}]})
    {7: ["a dog 's t-shirt is n't it"]}
    """

    def tokenize(
        self, captions_for_image: Mapping[ImageId, Sequence[Mapping[str, Any]]]
    ) -> dict[ImageId, list[str]]:
        """Tokenized captions of each image; an image without captions is left out.

        All captions count as one text, in the dictionary's order, and a line end inside a caption
        other than a line feed moves all later captions on by one, as in the old package.

        Args:
            captions_for_image: image id to a list of annotations, each with the key "caption".

        Raises:
            CaptionsError: when a caption is not text, or the dictionary is of another form.
        """
        try:
            captions = [
                annotation["caption"]
                for annotations in captions_for_image.values()
                for annotation in annotations
            ]
            lines = iter(native.tokenize(captions, "joined", default_jobs()))
        except (AttributeError, KeyError, TypeError, UnicodeEncodeError) as error:
            raise first_complaint(_complaints(captions_for_image)) or error from None
        return {
            image_id: list(islice(lines, len(annotations)))
            for image_id, annotations in captions_for_image.items()
            if len(annotations)
        }


def _complaints(captions_for_image: Any) -> Iterator[str | None]:
    if not isinstance(captions_for_image, Mapping):
        found = describe(captions_for_image)
        yield f"captions are {found}, expected a dictionary: image id to list of annotations"
        return
    for image_id, listed in captions_for_image.items():
        if isinstance(listed, str | Mapping) or not isinstance(listed, Sequence):
            found = describe(listed)
            yield f"image {image_id!r}: found {found}, expected a list of annotations"
            continue
        for number, annotation in enumerate(listed, 1):
            name = f"image {image_id!r}: annotation {number}"
            yield _wrong_annotation(name, annotation)


def _wrong_annotation(name: str, annotation: Any) -> str | None:
    if not isinstance(annotation, Mapping) or "caption" not in annotation:
        return f'{name} is {describe(annotation)}, expected a dictionary with the key "caption"'
    return wrong_text(f"{name}: caption", annotation["caption"])
