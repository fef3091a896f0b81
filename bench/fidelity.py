"""Semantic Fidelity beside the release of Egoshots: `python bench/fidelity.py [--speed TIMES]`.

The data is looked for in `$CUTLINE_DATA`, else `../shared/data`.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence

import data
import numpy as np
from numpy.typing import NDArray

from cutline.core.spec import parse_specs
from cutline.core.types import Run
from cutline.datasets.egoshots import (
    HumanFidelity,
    ReleasedFidelity,
    read_caption_table,
    read_human_table,
    read_metadata,
)
from cutline.metrics.fidelity.formula import human_fidelity, semantic_fidelity
from cutline.metrics.fidelity.judge import judge_captions
from cutline.metrics.matched_fidelity import MatchedFidelity
from cutline.metrics.semantic_fidelity import SemanticFidelity
from cutline.text.nouns import Noun, caption_nouns
from cutline.text.similarity import missing_vectors

FILES = ("Meta-data.csv", "Captions.csv", "SF_HSF_COCO.csv")
SIMILARITIES = ("wordllama", "sentences")
CHOICES = ("objects", "words", "singular")

Floats = NDArray[np.float64]
Nouns = Sequence[Sequence[Noun]]


def correlation(left: Floats, right: Floats) -> float:
    is_known = ~np.isnan(left) & ~np.isnan(right)
    return float(np.corrcoef(left[is_known], right[is_known])[0, 1])


def semantic(metric: SemanticFidelity, nouns: Nouns, labels: Sequence[Sequence[str]]) -> Floats:
    return metric.values(metric.rows([[noun.lemma for noun in said] for said in nouns], labels))


def matched(metric: MatchedFidelity, nouns: Nouns, labels: Sequence[Sequence[str]]) -> Floats:
    return metric.values(metric.rows(metric.matchings(nouns, labels), labels))


def formula(released: ReleasedFidelity) -> None:
    compared, worst = 0, 0.0
    objects = [len(seen) for seen in released.objects]
    for captioner in released.captioners:
        similarity = captioner.similarity(released.objects)
        values = semantic_fidelity(similarity, [len(n) for n in captioner.nouns], objects)
        differences = np.abs(values - captioner.fidelity)[~np.isnan(similarity)]
        compared += len(differences)
        worst = max(worst, float(differences.max()))
    print(f"SF from the recovered s: {compared:,} cells, largest difference {worst:.1e}")


def captioners(released: ReleasedFidelity, runs: Sequence[Run]) -> None:
    print("\nour nouns and vectors: mean SF by captioner, and correlation with the released SF_11")
    published = np.concatenate([captioner.fidelity for captioner in released.captioners])
    means = " ".join(f"{np.nanmean(c.fidelity):.3f}" for c in released.captioners)
    print(f"  {'released':28} {means}")
    for similarity in SIMILARITIES:
        if reason := missing_vectors(similarity):
            print(f"  {similarity}: {reason}")
            continue
        for choice in CHOICES:
            for scale in ("shifted", "cosine"):
                metric = SemanticFidelity(similarity, choice, scale)
                found = []
                for run in runs:
                    captions = [run.captions[i][0] for i in released.image_ids]
                    nouns = caption_nouns(captions, choice)
                    found.append(semantic(metric, nouns, released.objects))
                means = " ".join(f"{np.nanmean(values):.3f}" for values in found)
                sat, noc, dnoc = (np.nanmean(values) for values in found)
                order = "SAT < DNOC, NOC" if sat < min(noc, dnoc) else "another order"
                rho = correlation(np.concatenate(found), published)
                print(f"  {similarity:9} {choice:8} {scale:8}   {means}  {order}  r {rho:.3f}")


def people(human: HumanFidelity) -> None:
    counts = human.fidelity * [len(seen) for seen in human.objects]
    print("\nSF and HSF on 100 COCO images")
    print(f"  released SF_11 and HSF: {correlation(human.released, human.fidelity):.3f}")
    for choice in CHOICES:
        nouns = caption_nouns(human.captions, choice)
        numbers = np.array([len(said) for said in nouns])
        objects = np.array([len(seen) for seen in human.objects])
        equal = int(np.sum(np.abs(np.minimum(numbers, objects) - counts) < 0.05))
        counted = np.minimum(human_fidelity(numbers, objects), 1)
        print(
            f"  {choice}: #N of the released HSF is ours in {equal} of {len(counts)}; "
            f"#N / #O alone and HSF {correlation(counted, human.fidelity):.3f}"
        )
        for similarity in SIMILARITIES:
            if missing_vectors(similarity):
                continue
            both = {
                "semantic": semantic(SemanticFidelity(similarity, choice), nouns, human.objects),
                "matched": matched(MatchedFidelity(similarity, choice), nouns, human.objects),
            }
            for name, values in both.items():
                given, own = (correlation(values, of) for of in (human.fidelity, counted))
                print(
                    f"    {name:9} {similarity:9} rho with the released HSF {given:.3f}, "
                    f"with #N / #O of these nouns {own:.3f}"
                )


def right_or_wrong(human: HumanFidelity) -> None:
    """How often the caption of an image has a higher value than that of another image."""
    metrics = parse_specs(
        "semantic-fidelity,semantic-fidelity(scale=cosine),matched-fidelity,"
        "matched-fidelity(credit=full)"
    )

    def values(captions: Sequence[str]) -> Floats:
        judged = judge_captions(captions, human.objects, metrics)
        return np.array([[np.nan if v is None else v for v in one.values] for one in judged])

    right, count = values(human.captions), len(human.captions)
    shares = []
    for shift in range(1, 31):
        wrong = values([human.captions[(place + shift) % count] for place in range(count)])
        wins = np.where(right > wrong, 1.0, np.where(right == wrong, 0.5, 0.0))
        shares.append(np.nanmean(np.where(np.isnan(right + wrong), np.nan, wins), axis=0))
    print("\nthe right caption has more than that of another image, by what people see in it")
    for metric, share in zip(metrics, np.mean(shares, axis=0), strict=True):
        print(f"  {metric!s:34} {share:.3f}")


def speed(released: ReleasedFidelity, runs: Sequence[Run], times: int) -> None:
    captions = [run.captions[i][0] for run in runs for i in released.image_ids] * times
    labels = list(released.objects) * len(runs) * times
    start = time.perf_counter()
    nouns = caption_nouns(captions)
    parsed = time.perf_counter()
    semantic(SemanticFidelity(), nouns, labels)
    compared = time.perf_counter()
    matched(MatchedFidelity(), nouns, labels)
    end = time.perf_counter()
    print(
        f"\n{len(captions):,} captions: nouns {parsed - start:.2f} s, semantic-fidelity "
        f"{compared - parsed:.2f} s, matched-fidelity {end - compared:.2f} s"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--speed", type=int, default=0, metavar="TIMES")
    arguments = parser.parse_args()
    paths = data.find(*(f"egoshots/{name}" for name in FILES))
    if paths is None:
        raise SystemExit("the tables of Egoshots are not here; set CUTLINE_DATA")
    released, runs = read_metadata(paths[0]), read_caption_table(paths[1])
    formula(released)
    captioners(released, runs)
    human = read_human_table(paths[2])
    people(human)
    right_or_wrong(human)
    if arguments.speed:
        speed(released, runs, arguments.speed)


if __name__ == "__main__":
    main()
