"""How well Cutline's SPICE agrees with the official program, and how fast it is.

`python bench/spice.py` prints, on captions that the parser was not trained on: its accuracy, how
many captions have exactly the official tuples, and how scores compare. The official answers are
looked for in `oracle` beside `$CUTLINE_DATA`, else `../shared/oracle`. `--speed` times 5,000
images.
"""

from __future__ import annotations

import argparse
import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import data
import numpy as np
from spice_speed import speed

from cutline import Corpus, score
from cutline.text.parsers import parse_captions
from cutline.text.scene_graph import tuples

FAKECAP, FLICKR8K = "fakecap", "flickr8k"


def main() -> None:
    given = _arguments()
    folder = given.oracle or _oracle()
    for name in (FAKECAP, FLICKR8K):
        print(
            f"parser on {name}: {_shown(parser_accuracy(folder, name, given.parser))}", flush=True
        )
    for name in (FAKECAP, FLICKR8K):
        print(f"scores on {name}: {_shown(agreement(folder, name, given.parser))}", flush=True)
    for name, found, logged in nocaps(given.parser):
        print(f"nocaps {name}: {found:.2f}, official {logged:.1f}", flush=True)
    if given.speed:
        speed()


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Compare SPICE with the official program.")
    parser.add_argument("--parser", default="cutline", help="cutline, or spacy/MODEL")
    parser.add_argument("--oracle", type=Path, help="folder with the official answers")
    parser.add_argument("--speed", action="store_true", help="also time 5,000 images")
    return parser.parse_args()


def _oracle() -> Path:
    paths = data.find("../oracle/spice_fakecap_in.json.gz")
    if paths is None:
        raise SystemExit("the official answers are not here; name their folder with --oracle")
    return paths[0].parent


def _read(path: Path) -> Any:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return json.load(file) if ".jsonl" not in path.name else [json.loads(line) for line in file]


def parser_accuracy(folder: Path, name: str, parser: str) -> dict[str, float]:
    """Tags, heads and labelled heads that are right, and captions whose tuples all are."""
    records = _read(folder / f"spice_parses_{name}.jsonl.gz")
    parses = parse_captions([record["caption"] for record in records], parser, is_cached=False)
    right = np.zeros(3)
    total = 0
    for place, record in enumerate(records):
        found = [list(sentence) for sentence in parses[place]]
        expected = record["sents"]
        total += sum(len(sentence["tok"]) for sentence in expected)
        if [len(s) for s in found] != [len(s["tok"]) for s in expected]:
            continue  # read as other words: nothing of it counts as right
        for tokens, sentence in zip(found, expected, strict=True):
            gold = zip(sentence["tag"], sentence["basic"], strict=True)
            for token, (tag, (head, relation)) in zip(tokens, gold, strict=True):
                is_head = token.head == head
                right += token.tag == tag, is_head, is_head and token.relation == relation
    tag, unlabelled, labelled = right / total
    said = tuples(parses)
    exact, matched, count, wanted = 0, 0, 0, 0
    for mine, record in zip(said, records, strict=True):
        ours, official = set(mine), {_reordered(t) for t in record["tuples"]}
        exact += ours == official
        matched, count, wanted = (
            matched + len(ours & official),
            count + len(ours),
            wanted + len(official),
        )
    return {
        "tag": tag,
        "UAS": unlabelled,
        "LAS": labelled,
        "exact tuples": exact / len(records),
        "tuple F1": 2 * matched / (count + wanted),
    }


def _reordered(parts: list[str]) -> tuple[str, ...]:
    # The file has subject, object, relation.
    return tuple(parts) if len(parts) < 3 else (parts[0], parts[2], parts[1])


def agreement(folder: Path, name: str, parser: str) -> dict[str, float]:
    """Scores beside the official ones, in points of 100 where they are no correlations."""
    asked, answered = (_read(folder / f"spice_{name}_{end}.json.gz") for end in ("in", "out"))
    official = np.array([image["scores"]["All"]["f"] for image in answered])
    spec = f"spice(parser={parser})"
    found = score(
        [image["test"] for image in asked],
        [image["refs"] for image in asked],
        metrics=spec,
        tokenizer="none",
        policy="lenient",
    )[spec].values
    figures = {
        "corpus": 100 * float(found.mean()),
        "official": 100 * float(official.mean()),
        "mean absolute error": 100 * float(np.abs(found - official).mean()),
        "Pearson": float(np.corrcoef(found, official)[0, 1]),
    }
    if name == FLICKR8K and (ratings := _expert_ratings(asked)) is not None:
        figures["tau-c"] = tau_c(found, ratings)
        figures["official tau-c"] = tau_c(official, ratings)
    return figures


def _expert_ratings(asked: list[dict[str, Any]]) -> np.ndarray | None:
    """The sum of the three experts' judgments of each pair."""
    paths = data.find("flickr8k/ExpertAnnotations.txt", "flickr8k/Flickr8k.token.txt")
    if paths is None:
        return None
    captions = dict(line.split("\t") for line in paths[1].read_text("utf-8").splitlines())
    ratings = {}
    for line in paths[0].read_text("utf-8").splitlines():
        image, caption, *judged = line.split("\t")
        text = " ".join(captions[caption].split())
        ratings[image.removesuffix(".jpg"), text] = sum(map(int, judged))
    keys = [(image["image_id"], " ".join(image["test"].split())) for image in asked]
    return np.array([ratings[key] for key in keys]) if all(k in ratings for k in keys) else None


def tau_c(scores: np.ndarray, ratings: np.ndarray) -> float:
    """Kendall's (Stuart's) tau-c of two rankings with ties."""
    total = 0.0
    for place in range(len(scores)):
        total += float(
            (
                np.sign(scores[place] - scores[:place]) * np.sign(ratings[place] - ratings[:place])
            ).sum()
        )
    smaller = min(len(np.unique(scores)), len(np.unique(ratings)))
    return 2 * total / (len(scores) ** 2 * (smaller - 1) / smaller)


def nocaps(parser: str) -> Iterator[tuple[str, float, float]]:
    """A system's SPICE on nocaps, overall and by domain, and what the official program logged."""
    paths = data.find(
        "nocaps_val_runs/nocaps_nocaps_corpus.json",
        "nocaps_val_runs/nocaps_val__coco_train_1.json",
        "nocaps_val_runs/official_scores.json",
    )
    if paths is None:
        return
    corpus = Corpus(paths[0], metrics=f"spice(parser={parser})")
    (found,) = corpus.score(paths[1], policy="lenient").scores
    values = found.values
    domains = np.array([corpus.benchmark.tags["domain"][i] for i in found.image_ids])
    for entry in json.loads(paths[2].read_text("utf-8")):
        split, _, domain = entry["split"].partition("/")
        if split == "nocaps_val":
            chosen = values if domain == "overall" else values[domains == domain]
            yield domain, 100 * float(chosen.mean()), 100 * entry["SPICE"]


def _shown(figures: dict[str, float]) -> str:
    return "  ".join(f"{name} {value:.4f}" for name, value in figures.items())


if __name__ == "__main__":
    main()
