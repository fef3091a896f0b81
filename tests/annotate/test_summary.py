"""What annotations come to, and which errors are shown."""

from __future__ import annotations

from cutline.annotate.summary import first_errors
from cutline.datasets.annotated_images import AnnotatedCaption, AnnotatedImage


def test_pictures_that_cannot_be_used_are_shown_before_captions_that_are_missing() -> None:
    missing = AnnotatedCaption("gull", None, error="it has no caption for this image")
    images = [
        *(AnnotatedImage(n, f"{n}.png", captions=(missing,)) for n in range(4)),
        AnnotatedImage(9, "9.png", error="it is damaged"),
    ]
    assert first_errors(images, 2) == [
        "image 9: it is damaged",
        "image 0: gull: it has no caption for this image",
    ]
