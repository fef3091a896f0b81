"""What two sets of captions have in common, and what tells them apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from cutline.benchmarks.dataset_analysis.caption_sets import WordedSets
from cutline.benchmarks.dataset_analysis.draws import Sample
from cutline.benchmarks.dataset_analysis.signatures import signature_of
from cutline.benchmarks.dataset_analysis.typical_words import TypicalWords, typical_words
from cutline.benchmarks.dataset_analysis.vocabulary import Overlap, mean_overlap, overlap
from cutline.core.signature import Signature
from cutline.scoring.diagnosis.words import Mask


@dataclass(frozen=True)
class Shared:
    """What two sets have in common, and what tells them apart.

    `overlap` is about all captions; `sample_overlap` about samples of one size, on average, since a
    larger text has more words whoever wrote it.
    """

    overlap: Overlap
    sample_overlap: Overlap
    typical: TypicalWords
    signatures: dict[str, Signature]

    def to_dict(self) -> dict[str, Any]:
        """Plain values, ready for JSON."""
        return {
            "overlap": self.overlap.to_dict(),
            "sample_overlap": self.sample_overlap.to_dict(),
            "typical_words": self.typical.to_dict(),
            "signatures": {name: str(one) for name, one in self.signatures.items()},
        }


def shared_figures(
    worded: WordedSets, sample: Sample, drawn_of: Sequence[Sequence[Mask]]
) -> Shared:
    """What two sets share; `drawn_of` has the captions of each draw of the first and the second."""
    first, second = worded.sets
    counts = [worded.counts(one.captions) for one in worded.sets]
    of_draws = [
        overlap(
            worded.counts(first.captions.only(drawn_of[0][draw])),
            worded.counts(second.captions.only(drawn_of[1][draw])),
        )
        for draw in range(sample.draws)
    ]
    typical = typical_words(worded.vocabulary, counts[0], counts[1])
    tokenizer = str(worded.tokenizer)
    signed = {
        "overlap": "overlap",
        "sample_overlap": f"overlap({sample})",
        "typical_words": f"log-odds(prior={typical.prior})",
    }
    return Shared(
        overlap=overlap(counts[0], counts[1]),
        sample_overlap=mean_overlap(of_draws),
        typical=typical,
        signatures={
            name: signature_of(computed, tokenizer, worded.sets)
            for name, computed in signed.items()
        },
    )
