"""Figures of diversity restated: slowly, from their definitions, and with nothing of ours.

Captions come tokenized, words joined by single spaces, unless they are called raw. Ratios of counts
are fractions until the end, so they are rounded once.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

import numpy as np

Sets = Sequence[Sequence[str]]
Gram = tuple[str, ...]


def words_of(text: str) -> list[str]:
    """Tokens with a letter or a digit."""
    return [token for token in text.split(" ") if any(character.isalnum() for character in token)]


def grams_of(words: Sequence[str], n: int) -> list[Gram]:
    return [tuple(words[start : start + n]) for start in range(len(words) - n + 1)]


def ratio(part: int, whole: int) -> float | None:
    return float(Fraction(part, whole)) if whole else None


def mean_length(texts: Sequence[str]) -> float:
    return float(Fraction(sum(len(words_of(text)) for text in texts), len(texts)))


def length_deviation(texts: Sequence[str]) -> float:
    lengths = [len(words_of(text)) for text in texts]
    mean = Fraction(sum(lengths), len(lengths))
    return math.sqrt(sum((length - mean) ** 2 for length in lengths) / len(lengths))


def running_text(texts: Sequence[str]) -> list[str]:
    return [word for text in texts for word in words_of(text)]


def ttr(texts: Sequence[str], n: int, segment: int) -> float | None:
    """The mean of types over tokens in whole segments of a text's n-grams, across captions."""
    grams = grams_of(running_text(texts), n)
    ratios = []
    while len(grams) >= segment:
        ratios.append(Fraction(len(set(grams[:segment])), segment))
        grams = grams[segment:]
    return float(sum(ratios) / len(ratios)) if ratios else None


def distinct(texts: Sequence[str], n: int) -> float | None:
    """Different n-grams over n-grams, none across captions."""
    grams = [gram for text in texts for gram in grams_of(words_of(text), n)]
    return ratio(len(set(grams)), len(grams))


def unique(texts: Sequence[str]) -> float | None:
    return ratio(len({tuple(words_of(text)) for text in texts}), len(texts))


def plain(text: str, ends: str) -> str:
    text = text.lower()
    while text and text[0] in ends:
        text = text[1:]
    while text and text[-1] in ends:
        text = text[:-1]
    return text


def novel(raw: Sequence[str], raw_training: Sequence[str], ends: str = ".?!") -> float | None:
    trained = {plain(text, ends) for text in raw_training}
    return ratio(sum(plain(text, ends) not in trained for text in raw), len(raw))


def coverage(texts: Sequence[str], training: Sequence[str], references: Sets) -> float | None:
    learnable = {word for text in training for word in words_of(text)}
    learnable &= {word for of_image in references for text in of_image for word in words_of(text)}
    return ratio(len(learnable & set(running_text(texts))), len(learnable))


def local_recall(
    tagged: Sequence[Sequence[Sequence[tuple[str, str]]]], tokens: Sequence[Sequence[str]]
) -> tuple[list[float | None], list[int]]:
    """Recall by agreement and the items, of references as lists of a word and its tag."""
    most = max(map(len, tagged))
    hits, items = [0] * most, [0] * most
    for of_image, said in zip(tagged, tokens, strict=True):
        content = [
            {
                word.lower()
                for word, tag in caption
                if tag[:2] in {"JJ", "NN", "VB", "RB"} and words_of(word)
            }
            for caption in of_image
        ]
        for word in set().union(*content):
            agreeing = sum(word in of_caption for of_caption in content)
            items[agreeing - 1] += 1
            hits[agreeing - 1] += word in {token.lower() for token in said}
    return [ratio(*pair) for pair in zip(hits, items, strict=True)], items


def bleu(candidates: Sequence[str], references: Sets, longest: int) -> float:
    """Corpus BLEU with the constants of the official program."""
    correct, guessed = [0] * longest, [0] * longest
    length = wanted = 0
    for candidate, of_image in zip(candidates, references, strict=True):
        said = candidate.split()
        written = [text.split() for text in of_image]
        length += len(said)
        wanted += min((abs(len(one) - len(said)), len(one)) for one in written)[1]
        for n in range(1, longest + 1):
            counted = [Counter(grams_of(one, n)) for one in written]
            for gram, uses in Counter(grams_of(said, n)).items():
                correct[n - 1] += min(uses, max(counts[gram] for counts in counted))
                guessed[n - 1] += uses
    product = 1.0
    for right, all_of_them in zip(correct, guessed, strict=True):
        product *= (right + 1e-15) / (all_of_them + 1e-9)
    value = math.pow(product, 1 / longest)
    shortness = (length + 1e-15) / (wanted + 1e-9)
    return value * math.exp(1 - 1 / shortness) if shortness < 1 else value


def self_bleu(sets: Sets, longest: int) -> float:
    values = []
    for position in range(len(sets[0])):
        others = [[text for place, text in enumerate(texts) if place != position] for texts in sets]
        values.append(bleu([texts[position] for texts in sets], others, longest))
    return sum(values) / len(values)


def document_frequencies(references: Sets) -> Counter[Gram]:
    counted: Counter[Gram] = Counter()
    for of_image in references:
        counted.update(
            {gram for text in of_image for n in (1, 2, 3, 4) for gram in grams_of(text.split(), n)}
        )
    return counted


def cider(one: str, other: str, frequencies: Counter[Gram], images: int) -> float:
    """CIDEr of a caption with a single reference, from 0 to 1."""
    total = 0.0
    for n in (1, 2, 3, 4):
        vectors = [
            {
                gram: uses * (math.log(images) - math.log(max(1, frequencies[gram])))
                for gram, uses in Counter(grams_of(text.split(), n)).items()
            }
            for text in (one, other)
        ]
        first, second = (math.sqrt(sum(x * x for x in vector.values())) for vector in vectors)
        if first and second:
            shared = vectors[0].keys() & vectors[1].keys()
            total += sum(vectors[0][g] * vectors[1][g] for g in shared) / first / second
    return total / 4


def self_cider(sets: Sets, references: Sets) -> list[float]:
    """Of each image. The matrix has no negative eigenvalues: they are its singular values."""
    frequencies = document_frequencies(references)
    found = []
    for texts in sets:
        matrix = [[cider(a, b, frequencies, len(references)) for b in texts] for a in texts]
        values = np.linalg.svd(np.array(matrix), compute_uv=False).tolist()
        roots = [math.sqrt(value) for value in values if value > 1e-11 * max(values)]
        found.append(-math.log(max(roots) / sum(roots)) / math.log(len(texts)) if roots else 0.0)
    return found


def div(sets: Sets, n: int) -> float:
    """Different n-grams over words, in each image's captions; the mean over images."""
    values = []
    for texts in sets:
        grams = [gram for text in texts for gram in grams_of(words_of(text), n)]
        values.append(ratio(len(set(grams)), sum(len(words_of(text)) for text in texts)) or 0)
    return sum(values) / len(values)


def unique_in_sets(sets: Sets) -> float | None:
    different = sum(len({tuple(words_of(text)) for text in texts}) for texts in sets)
    return ratio(different, sum(map(len, sets)))
