"""Scoring runs against references: where files, tokenizer and metrics meet."""

from cutline.scoring.corpus import Corpus
from cutline.scoring.score import score

__all__ = ["Corpus", "score"]
