"""How far people agree on words, and how precise a system is where it recalls as much as people.

Chen et al. (2015), Microsoft COCO Captions, section 4.2.
"""

from cutline.benchmarks.word_agreement.agreement import WordAgreement, word_agreement
from cutline.benchmarks.word_agreement.human_recall import (
    PrecisionAtHumanRecall,
    precision_at_human_recall,
)
from cutline.benchmarks.word_agreement.model import model_precision
from cutline.benchmarks.word_agreement.parts_of_speech import with_parts
from cutline.benchmarks.word_agreement.simulation import simulate
from cutline.benchmarks.word_agreement.system_words import words_of_run, words_of_scores
from cutline.benchmarks.word_agreement.word_use import WordUse, count_words

__all__ = [
    "PrecisionAtHumanRecall",
    "WordAgreement",
    "WordUse",
    "count_words",
    "model_precision",
    "precision_at_human_recall",
    "simulate",
    "with_parts",
    "word_agreement",
    "words_of_run",
    "words_of_scores",
]
