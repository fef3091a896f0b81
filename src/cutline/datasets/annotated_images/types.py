"""An annotated image: what a detector sees, what captioners say, and which caption is best."""

from __future__ import annotations

from dataclasses import dataclass

from cutline.core.types import Detection, ImageId


@dataclass(frozen=True, slots=True)
class AnnotatedNoun:
    """A noun of a caption.

    `start` and `end` are its place in the caption's text. `object` is the place of the object that
    it was matched with, among those of the image; None where it names nothing that was seen.
    `relation` says how the two belong together, such as `same`, `synonym`, `kind of` or `similar`.
    """

    text: str
    start: int
    end: int
    object: int | None = None
    relation: str = ""
    similarity: float | None = None


@dataclass(frozen=True, slots=True)
class AnnotatedCaption:
    """What one captioner said of an image, and how faithful it is.

    `values` are by metric spec; a value is None where the metric says nothing of this caption, and
    `undefined` says why. `error` says why there is no caption.
    """

    captioner: str
    text: str | None
    nouns: tuple[AnnotatedNoun, ...] = ()
    values: tuple[tuple[str, float | None], ...] = ()
    undefined: str = ""
    error: str = ""


@dataclass(frozen=True, slots=True)
class AnnotatedImage:
    """An image with its objects and captions.

    `best` is the place of the best caption among `captions`, None where there is none, and `why`
    says why in words. `error` says why the picture itself could not be used. `bytes` and
    `modified` (in microseconds since 1970) tell whether the file is still the same; 0 is unknown.
    """

    image_id: ImageId
    file: str
    width: int = 0
    height: int = 0
    objects: tuple[Detection, ...] = ()
    captions: tuple[AnnotatedCaption, ...] = ()
    best: int | None = None
    why: str = ""
    error: str = ""
    bytes: int = 0
    modified: int = 0

    @property
    def has_error(self) -> bool:
        """Whether something went wrong with the picture or with one of its captioners."""
        return bool(self.error or any(caption.error for caption in self.captions))


@dataclass(frozen=True, slots=True)
class AnnotationHeader:
    """All that the annotations of a file depend on.

    The first of `metrics` is the spec that the best caption is chosen by. `signature` has the
    detector's and the metrics' own signatures.
    """

    captioners: tuple[str, ...]
    detector: str
    metrics: tuple[str, ...]
    signature: str
