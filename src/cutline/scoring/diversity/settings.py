"""What figures of diversity depend on, checked and written down."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from cutline.core.errors import ContentError, UsageError
from cutline.core.signature import Signature
from cutline.core.types import ImageId, Run
from cutline.metrics.bleu import Bleu
from cutline.scoring.corpus import Corpus

#: How many words a segment has in the paper.
SEGMENT = 1000


def check_segment(segment: int) -> None:
    """Complain about a segment without a word.

    Raises:
        UsageError: when it is not 1 or more.
    """
    if segment < 1:
        raise UsageError(f"segment: found {segment}, expected 1 or more")


def captions_per_image(run: Run, image_ids: Sequence[ImageId], wanted: int | None) -> int:
    """How many captions of each of these images to take: what is wanted, or what all have.

    Raises:
        ContentError: when an image has fewer than wanted.
        UsageError: when none are wanted.
    """
    if wanted is not None and wanted < 1:
        raise UsageError(f"captions: found {wanted}, expected 1 or more")
    fewest = min(image_ids, key=lambda image_id: len(run.captions[image_id]))
    found = len(run.captions[fewest])
    if wanted is not None and wanted > found:
        raise ContentError(
            f"{run.system or 'the run'}: image {fewest!r} has {found} "
            f"{'caption' if found == 1 else 'captions'}, expected {wanted}"
        )
    return wanted or found


def signature_of(corpus: Corpus, computed: str, digests: Mapping[str, str]) -> Signature:
    """The signature of figures: what was computed, on what, and digests of data that it used."""
    files = ",".join(f"{name}={digest}" for name, digest in digests.items())
    # Any metric's signature says what the corpus is.
    return replace(corpus.signature(Bleu()), metric=computed, files=files)
