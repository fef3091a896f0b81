"""The gallery put together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import resources

from cutline.core.types import ImageId
from cutline.core.version import __version__
from cutline.datasets.annotated_images import AnnotatedImage, AnnotationHeader
from cutline.reports.gallery.card import card
from cutline.reports.gallery.choices import choices
from cutline.reports.gallery.list_section import FIRST, list_section
from cutline.reports.gallery.summary import summary
from cutline.reports.html_report.packed import packed_block
from cutline.reports.html_report.reproduce import copyable
from cutline.reports.html_report.section import Section
from cutline.reports.theme.page import page


def gallery_page(
    header: AnnotationHeader,
    images: Sequence[AnnotatedImage],
    pictures: Mapping[ImageId, str],
    *,
    title: str = "",
    command: str = "",
) -> str:
    """One HTML page that asks nothing of the network but pictures that are linked.

    The first images are in the page as it is, the others are packed, and unpacked by a script when
    somebody turns pages, searches or sorts.

    Args:
        header: what the annotations depend on.
        images: the annotated images, in the order in which they are shown.
        pictures: the address of each picture by image id: a `data:` address, or a link relative to
            the page. Images that are left out have no picture.
        title: the headline.
        command: the command that wrote the page.
    """
    cards = [card(image, pictures.get(image.image_id, ""), header.metrics) for image in images]
    sections = [
        summary(header, images),
        list_section(header, cards),
        _reproduce(header, command),
    ]
    blocks = [packed_block("gallery-choices", choices(header, images))] if images else []
    if len(cards) > FIRST:
        blocks.append(packed_block("gallery-cards", cards[FIRST:]))
    return page(
        title or "Annotated images",
        "\n".join(section.html() for section in sections),
        navigation=[(section.anchor, section.headline) for section in sections],
        description=_description(header, images),
        styles=[_packaged("gallery", "gallery.css")],
        data_html="\n".join(blocks),
        scripts=[
            _packaged("html_report", "unpack.js"),
            _packaged("gallery", "links.js"),
            _packaged("gallery", "gallery.js"),
        ],
    )


def _description(header: AnnotationHeader, images: Sequence[AnnotatedImage]) -> str:
    count = "One image" if len(images) == 1 else f"{len(images):,} images"
    names = ", ".join(header.captioners)
    said = f", described by {names}" if names else ""
    return f"{count}{said}; objects by {header.detector}." if header.detector else f"{count}{said}."


def _reproduce(header: AnnotationHeader, command: str) -> Section:
    parts = []
    if command:
        parts.append(f"<p>This command wrote this page:</p>{copyable(command)}")
    if header.signature:
        parts.append(
            f"<p>Values with the same signature can be compared:</p>{copyable(header.signature)}"
        )
    parts.append(f'<p class="muted">Made by Cutline {__version__}.</p>')
    return Section("reproduce", "Reproduce", "\n".join(parts))


def _packaged(part: str, name: str) -> str:
    return (resources.files("cutline.reports") / part / name).read_text(encoding="utf-8")
