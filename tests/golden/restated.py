"""Metrics that the official program lacks, restated from the papers in the plainest way."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping

Captions = dict[str, tuple[list[str], str]]


def ngrams(sentence: str, n: int) -> Counter[tuple[str, ...]]:
    words = sentence.split()
    return Counter(tuple(words[i : i + n]) for i in range(len(words) - n + 1))


def rouge_n(captions: Captions, n: int) -> list[float]:
    """Chen et al. 2015, equation 4."""
    values = []
    for references, candidate in captions.values():
        said = ngrams(candidate, n)
        matched = sum((said & ngrams(reference, n)).total() for reference in references)
        total = sum(ngrams(reference, n).total() for reference in references)
        values.append(matched / total if total else 0.0)
    return values


def skip_bigrams(sentence: str, distance: int) -> Counter[tuple[str, str]]:
    words = sentence.split()
    return Counter(
        (words[i], words[j])
        for i in range(len(words))
        for j in range(i + 1, len(words))
        if j - i <= distance
    )


def rouge_s(captions: Captions, distance: int, beta: float) -> list[float]:
    """Chen et al. 2015, equations 8 to 10."""
    values = []
    for references, candidate in captions.values():
        said = skip_bigrams(candidate, distance)
        precision = recall = 0.0
        for reference in references:
            pairs = skip_bigrams(reference, distance)
            matched = (said & pairs).total()
            precision = max(precision, matched / said.total() if said else 0.0)
            recall = max(recall, matched / pairs.total() if pairs else 0.0)
        both = precision and recall
        weight = beta**2
        f = (1 + weight) * precision * recall / (recall + weight * precision) if both else 0.0
        values.append(f)
    return values


def cider(captions: Captions, n: int = 4) -> list[float]:
    """Vedantam et al. 2015: cosine similarity of tf-idf vectors, averaged over n and references."""
    frequency: Counter[tuple[str, ...]] = Counter()
    for references, _ in captions.values():
        frequency.update({g for r in references for k in range(1, n + 1) for g in ngrams(r, k)})
    log_images = math.log(len(captions))

    def vector(sentence: str, k: int) -> dict[tuple[str, ...], float]:
        return {
            gram: count * (log_images - math.log(max(1, frequency[gram])))
            for gram, count in ngrams(sentence, k).items()
        }

    def cosine(a: dict[tuple[str, ...], float], b: dict[tuple[str, ...], float]) -> float:
        norms = math.hypot(*a.values()) * math.hypot(*b.values())
        return (
            sum(weight * b.get(gram, 0.0) for gram, weight in a.items()) / norms if norms else 0.0
        )

    return [
        10
        * math.fsum(
            cosine(vector(candidate, k), vector(reference, k))
            for k in range(1, n + 1)
            for reference in references
        )
        / n
        / len(references)
        for references, candidate in captions.values()
    ]


def boxes(sentence: str) -> set[str]:
    return {box for ids in re.findall(r"\|([^\]]*)\]", sentence) for box in ids.split(",")}


def pair_recall(
    images: Mapping[str, tuple[list[set[str]], list[set[str]]]],
    pairs: list[str],
    k: int,
    least: int,
) -> tuple[float, list[float | None]]:
    """Nikolaus et al. 2019, equation 1, and its mean over pairs; an image has a share of its pairs.

    Images have the pairs of each reference, and those of each candidate, best first.
    """
    asked: dict[str, list[bool]] = {pair: [] for pair in pairs}
    values: list[float | None] = []
    for references, candidates in images.values():
        hits = []
        for pair in pairs:
            if sum(pair in found for found in references) >= least:
                hits.append(any(pair in found for found in candidates[:k]))
                asked[pair].append(hits[-1])
        values.append(sum(hits) / len(hits) if hits else None)
    recalls = [sum(hits) / len(hits) for hits in asked.values() if hits]
    return sum(recalls) / len(recalls), values


def content_selection(captions: Captions, empty_description: str = "skip") -> list[list[float]]:
    """Wang and Gaizauskas 2015, equations 1 to 3: precision, recall and F of each image."""
    rows = []
    for references, candidate in captions.values():
        chosen = boxes(candidate)
        gold = [boxes(reference) for reference in references]
        if empty_description == "skip":
            gold = [described for described in gold if described]
        precision = recall = 0.0
        for described in gold:
            found = len(described & chosen)
            precision += found / len(chosen) / len(gold) if chosen else 0.0
            if described:
                recall += found / len(described) / len(gold)
            elif empty_description == "one":
                recall += 1 / len(gold)
        both = precision + recall
        rows.append([precision, recall, 2 * precision * recall / both if both else 0.0])
    return rows
