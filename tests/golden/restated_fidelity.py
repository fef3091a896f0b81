"""Fidelity restated in the plainest way: vectors from the package itself, all assignments tried."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np

from tests.golden.seen_captions import IMAGES, RELATED, SENTENCES

NAN = float("nan")
SINGULARS = {"Person": "person", "dogs": "dog"}


@cache
def package() -> tuple[Any, Any]:
    """WordLlama's table, and its tokenizer."""
    import wordllama
    from safetensors.numpy import load_file
    from tokenizers import Tokenizer

    folder = Path(wordllama.__file__).parent
    table = load_file(folder / "weights" / "l2_supercat_256.safetensors")["embedding.weight"]
    tokenizer = Tokenizer.from_file(str(folder / "tokenizers/l2_supercat_tokenizer_config.json"))
    return table.astype(np.float64), tokenizer


@cache
def vector(word: str) -> Any:
    table, tokenizer = package()
    made = np.mean([table[i] for i in tokenizer.encode(word, add_special_tokens=False).ids], axis=0)
    return made / np.linalg.norm(made)


def cosine(left: Any, right: Any) -> float:
    return float(left @ right / np.linalg.norm(left) / np.linalg.norm(right))


def labels(seen: Sequence[str]) -> list[str]:
    return [SINGULARS.get(label, label) for label in seen]


def semantic_fidelity(nouns: Sequence[str], seen: Sequence[str], is_shifted: bool) -> float:
    """Agarwal et al. 2020, equation 1 and assumption 1."""
    if not nouns or not seen:
        return NAN
    means = [np.mean([vector(word) for word in words], axis=0) for words in (nouns, labels(seen))]
    s = cosine(*means)
    s = (1 + s) / 2 if is_shifted else s
    return s if len(nouns) > len(seen) else s * len(nouns) / len(seen)


def semantic_values(choice: str, is_shifted: bool) -> list[float]:
    values = []
    for caption, seen in IMAGES.values():
        _, objects, singular = SENTENCES[caption]
        nouns = singular if choice == "singular" else [noun for noun, _ in objects]
        values.append(semantic_fidelity(nouns, seen, is_shifted))
    return values


def pair(noun: str, label: str) -> tuple[bool, float]:
    """Whether both name one thing, and what the pair counts."""
    if noun == label:
        return True, 1.0
    alike = cosine(vector(noun), vector(label))
    graded = math.sqrt((1 + alike) / 2)
    if (noun, label) in RELATED:
        return True, max(graded, 0.9 ** RELATED[noun, label])
    return alike >= 0.5, graded


def matched_values(is_graded: bool) -> list[float]:
    return [
        matched(SENTENCES[caption][1], labels(seen), is_graded) for caption, seen in IMAGES.values()
    ]


def matched(nouns: Sequence[tuple[str, int]], seen: Sequence[str], is_graded: bool) -> float:
    if not seen:
        return NAN
    # A noun takes one object, and further ones only as far as it really names them.
    slots = [(noun, True) for noun, _ in nouns]
    for noun, many in nouns:
        fitting = sum(pair(noun, label)[0] for label in seen)
        slots += [(noun, False)] * (min(many or fitting, fitting) - 1)
    best = (-1.0, 0.0, set(), set())
    width = max(len(slots), len(seen))
    for order in permutations(range(width), len(slots)):
        worth, credit, said, named = 0.0, 0.0, set(), set()
        for (noun, is_first), place in zip(slots, order, strict=True):
            if place >= len(seen):
                continue
            is_match, graded = pair(noun, seen[place])
            if is_match or is_first:
                worth += graded + 2 * is_match
                credit += graded
            if is_match:
                said.add(noun)
                named.add(place)
        if worth > best[0] + 1e-12:
            best = (worth, credit, said, named)
    _, credit, said, named = best
    if is_graded:
        return credit / len(seen)
    precision = len(said) / len(nouns) if nouns else 0.0
    recall = len(named) / len(seen)
    both = precision + recall
    return 2 * precision * recall / both if both else 0.0
