"""Images that captioners and a detector have annotated, as `cutline annotate` writes them."""

from cutline.datasets.annotated_images.export import to_coco, to_csv
from cutline.datasets.annotated_images.read import parse_header, parse_image, read_annotations
from cutline.datasets.annotated_images.types import (
    AnnotatedCaption,
    AnnotatedImage,
    AnnotatedNoun,
    AnnotationHeader,
)
from cutline.datasets.annotated_images.write import header_line, image_line

__all__ = [
    "AnnotatedCaption",
    "AnnotatedImage",
    "AnnotatedNoun",
    "AnnotationHeader",
    "header_line",
    "image_line",
    "parse_header",
    "parse_image",
    "read_annotations",
    "to_coco",
    "to_csv",
]
