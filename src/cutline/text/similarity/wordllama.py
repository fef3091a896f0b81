"""Word vectors of WordLlama (Miller 2024), which its package carries.

A phrase is cut into pieces by the tokenizer of Llama 2, and its vector is the mean of theirs, as in
the package itself. The package is not imported: its own way to load without a network looks in a
folder that is not there, and importing it takes longer than scoring.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from cutline.core.errors import FileError, MissingPartError
from cutline.text.similarity.package_files import (
    digest_of,
    package_file,
    pip_install,
    read_package_file,
)
from cutline.text.similarity.tensor_file import read_tensors
from cutline.text.similarity.vectors import Vectors, of_one_length

PACKAGE = "wordllama"
_WEIGHTS = ("weights", "l2_supercat_256.safetensors")
_TOKENIZER = ("tokenizers", "l2_supercat_tokenizer_config.json")
_TENSOR = "embedding.weight"

#: Unrelated words are near 0, siblings such as dog and cat near .15, synonyms from .5 on.
_ALIKE = 0.5


def missing_wordllama() -> str | None:
    """Why these vectors cannot be used here, with the command that helps; None where they can."""
    if package_file(PACKAGE, *_WEIGHTS) and package_file(PACKAGE, *_TOKENIZER):
        return None
    return (
        f"word vectors come with the package {PACKAGE}, which is not installed: "
        f"{pip_install(PACKAGE)}"
    )


@cache
def wordllama_vectors() -> WordLlama:
    """The vectors, read once.

    Raises:
        MissingPartError: where the package is not installed; the text has the command.
        FileError: where its files are not what they should be.
    """
    weights, tokenizer = package_file(PACKAGE, *_WEIGHTS), package_file(PACKAGE, *_TOKENIZER)
    if weights is None or tokenizer is None:
        raise MissingPartError(missing_wordllama() or "")
    return WordLlama(weights, tokenizer)


class WordLlama:
    """The table of vectors of pieces, and the tokenizer that cuts phrases into pieces."""

    alike = _ALIKE

    def __init__(self, weights: Path, tokenizer: Path) -> None:
        contents = read_package_file(weights), read_package_file(tokenizer)
        tensors = read_tensors(contents[0], weights)
        if _TENSOR not in tensors or tensors[_TENSOR].ndim != 2:
            raise FileError(f"{weights}: has no table {_TENSOR!r}")
        self._table = tensors[_TENSOR]
        self._tokenizer = open_tokenizer(tokenizer, contents[1])
        self.digest = digest_of(*contents)
        self.size = self._table.shape[1]

    def vectors(self, phrases: Sequence[str]) -> Vectors:
        """Rows of length 1; zeros where a phrase is cut into nothing but bytes."""
        rows = np.zeros((len(phrases), self.size))
        encoded = self._tokenizer.encode_batch(list(phrases), add_special_tokens=False)
        for row, pieces in enumerate(encoded):
            if any(_is_known(token) for token in pieces.tokens):
                rows[row] = self._table[pieces.ids].mean(axis=0, dtype=np.float64)
        return of_one_length(rows)


def _is_known(token: str) -> bool:
    """Whether a piece is more than a blank or a byte, which says nothing of a word's meaning."""
    return token.strip("\u2581 ") != "" and not token.startswith("<")


def open_tokenizer(path: Path, content: bytes) -> Any:
    """A tokenizer from its file, which neither cuts long texts nor fills up short ones.

    Raises:
        MissingPartError: where the library of tokenizers is not installed.
        FileError: where the file is none.
    """
    try:
        from tokenizers import Tokenizer
    except ImportError:
        raise MissingPartError(
            f"{path.name} needs the package tokenizers: {pip_install('tokenizers')}"
        ) from None
    try:
        tokenizer = Tokenizer.from_buffer(content)
    except Exception as error:  # the library has no exception of its own
        raise FileError(f"{path}: is no tokenizer: {error}") from None
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer
