"""What figures of sets of captions carry."""

from __future__ import annotations

from collections.abc import Sequence

from cutline.benchmarks.dataset_analysis.caption_sets import CaptionSet
from cutline.core.signature import Signature


def signature_of(
    computed: str, tokenizer: str, sets: Sequence[CaptionSet], files: str = ""
) -> Signature:
    """The signature of figures: what was computed of these sets, and digests of data it used."""
    return Signature(
        metric=computed,
        tokenizer=tokenizer,
        references="+".join(one.counts_text for one in sets),
        images=sum(len(one.counts) for one in sets),
        data="+".join(one.digest for one in sets),
        files=files,
    )
