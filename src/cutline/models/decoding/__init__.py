"""From a captioner's probabilities to captions; every decoder works with every captioner."""

from cutline.models.decoding.beam_search import beam_search
from cutline.models.decoding.decoded import Decoded
from cutline.models.decoding.diverse import diverse_beam_search
from cutline.models.decoding.greedy import greedy
from cutline.models.decoding.rerank import random_order, rerank
from cutline.models.decoding.sampling import Sampling, sample

__all__ = [
    "Decoded",
    "Sampling",
    "beam_search",
    "diverse_beam_search",
    "greedy",
    "random_order",
    "rerank",
    "sample",
]
