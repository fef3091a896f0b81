"""The captions that Flickr8k's judgments point to: Flickr8k.token.txt."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from cutline.core.errors import ContentError, FileError, UsageError
from cutline.datasets.judgments.lines import caption_of
from cutline.datasets.source import Source, open_source
from cutline.datasets.text_captions import is_token_file, text_lines
from cutline.datasets.wording import printable, short

FILE_NAME = "Flickr8k.token.txt"


@dataclass(frozen=True)
class Flickr8kCaptions:
    """Captions by their id, `name.jpg#0`, and the references of each image."""

    file: str
    captions: dict[str, str]
    references: dict[str, tuple[str, ...]]

    def caption(self, caption_id: str, place: str) -> str:
        """The caption with this id.

        Raises:
            ContentError: when the file has none; `place` is where it was asked for.
        """
        if caption_id not in self.captions:
            raise ContentError(f"{place}: {self.file} has no caption {short(caption_id)!r}")
        return self.captions[caption_id]

    def of_image(self, image: str, place: str) -> tuple[str, ...]:
        """The references of an image.

        Raises:
            ContentError: when the file has none; `place` is where they were asked for.
        """
        if image not in self.references:
            raise ContentError(f"{place}: {self.file} has no captions of image {short(image)!r}")
        return self.references[image]


def captions_beside(source: Source, given: str | None) -> Flickr8kCaptions:
    """The captions from the file that was given, or from the one beside the judgments.

    Raises:
        UsageError: when none was given and none is there.
        FileError: when the file is not of that form.
    """
    if given is None:
        path = Path(source.name).parent / FILE_NAME
        if not path.is_file():
            raise UsageError(
                f"{source.name}: holds ids of captions, and {FILE_NAME} with the captions is not "
                f"beside it; name that file with --captions"
            )
        given = str(path)
    return _read_captions(open_source(given))


def _read_captions(source: Source) -> Flickr8kCaptions:
    captions: dict[str, str] = {}
    references: dict[str, list[str]] = {}
    for number, line in enumerate(text_lines(source), 1):
        if not line.strip():
            continue
        place = f"{source.name}, line {number}"
        if not is_token_file(line.rstrip("\r\n")):
            raise FileError(
                f"{place}: found {short(printable(line.strip()))!r}, expected name#number, a tab "
                f"and a caption"
            )
        caption_id, _, text = line.partition("\t")
        caption = caption_of(text.strip(), "caption", place)
        if caption_id in captions:
            raise ContentError(f"{place}: a second caption {short(caption_id)!r}")
        captions[caption_id] = caption
        references.setdefault(caption_id.rpartition("#")[0], []).append(caption)
    return Flickr8kCaptions(
        source.name, captions, {image: tuple(texts) for image, texts in references.items()}
    )
