"""The captions that are scored: COCO val2014 where it is at hand, generated text otherwise.

Runs as a process of its own (`python data.py make FOLDER`): making a million captions takes
memory, and a child process starts with its parent's peak memory on its account.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import random
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

COCO_REFERENCES = "coco_captions_2014/captions_val2014.json.gz"
COCO_RESULTS = "coco_system_outputs/captions_val2014_baseline_results.json"
KARPATHY_REFERENCES = "coco_karpathy/coco_karpathy_test_gt.json"
KARPATHY_RESULTS = "coco_system_outputs/paddle_updown_vis.json"
COCO_IMAGES = 40504

SEED = 2014
VOCABULARY = 25_000
REFERENCES_PER_IMAGE = 5
#: Words that all references of an image draw from, as people name the same things.
TOPIC_WORDS = 6
TOPIC_SHARE = 0.45
_CHUNK = 10_000


@dataclass(frozen=True)
class Files:
    """Two plain JSON files in COCO's formats, and what they hold."""

    name: str
    references: str
    results: str
    images: int
    captions: int


def find(*names: str) -> list[Path] | None:
    """These files of the data folder, or None when it does not have them all."""
    beside = Path(__file__).resolve().parents[1] / ".." / "shared" / "data"
    given = os.environ.get("CUTLINE_DATA")
    for root in [Path(given), beside] if given else [beside]:
        paths = [root / name for name in names]
        if all(path.is_file() for path in paths):
            return paths
    return None


def make(folder: Path, images: int | None, generated: bool) -> Files:
    """Write references.json and results.json in a process of its own."""
    extra = [] if images is None else ["--images", str(images)]
    return _in_own_process("make", folder, *extra, *(["--generated"] if generated else []))


def tokenize(files: Files, folder: Path, images: int | None = None) -> Files:
    """The first images of these files with all captions tokenized, in a process of its own."""
    extra = [] if images is None else ["--images", str(images)]
    return _in_own_process("tokenize", folder, "--of", json.dumps(asdict(files)), *extra)


def _in_own_process(action: str, folder: Path, *rest: str) -> Files:
    folder.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, __file__, action, str(folder), *rest]
    answer = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    return Files(**json.loads(answer.stdout))


def write_coco(folder: Path, paths: list[Path], images: int | None) -> Files:
    """COCO's own files, unpacked and cut to the first images."""
    content = json.loads(gzip.decompress(paths[0].read_bytes()))
    results = json.loads(paths[1].read_text(encoding="utf-8"))
    return _write(folder, "COCO val2014", *_first(content, results, images))


def write_generated(folder: Path, images: int) -> Files:
    """Text of the same shape: a few words are most of it, references share content words."""
    annotations: list[dict[str, Any]] = []
    results = []
    for image_id, (references, candidate) in enumerate(_generated_images(images), start=1):
        results.append({"image_id": image_id, "caption": candidate})
        for caption in references:
            number = len(annotations) + 1
            annotations.append({"image_id": image_id, "id": number, "caption": caption})
    content = {
        "info": {},
        "licenses": [],
        "type": "captions",
        "images": [{"id": i, "file_name": f"{i:012d}.jpg"} for i in range(1, images + 1)],
        "annotations": annotations,
    }
    return _write(folder, "generated text", content, results)


def write_tokenized(folder: Path, files: Files, images: int | None) -> Files:
    """The same captions as `cutline` tokenizes them, for programs that expect tokens."""
    from cutline import Tokenizer

    content = json.loads(Path(files.references).read_text(encoding="utf-8"))
    results = json.loads(Path(files.results).read_text(encoding="utf-8"))
    content, results = _first(content, results, images)
    for records in (content["annotations"], results):
        captions = Tokenizer().tokenize([record["caption"] for record in records])
        for record, caption in zip(records, captions, strict=True):
            record["caption"] = caption
    return _write(folder, f"{files.name}, tokenized", content, results)


def grouped(references: str, results: str) -> tuple[list[int], list[list[str]], list[str]]:
    """Image ids, their references and their candidates from COCO's two files."""
    content = json.loads(Path(references).read_text(encoding="utf-8"))
    of_image: dict[int, list[str]] = {image["id"]: [] for image in content["images"]}
    for annotation in content["annotations"]:
        of_image[annotation["image_id"]].append(annotation["caption"])
    said = {
        result["image_id"]: result["caption"]
        for result in json.loads(Path(results).read_text(encoding="utf-8"))
    }
    return list(of_image), list(of_image.values()), [said[image_id] for image_id in of_image]


def _first(
    content: dict[str, Any], results: list[dict[str, Any]], images: int | None
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    kept = content["images"][:images]
    ids = {image["id"] for image in kept}
    annotations = [a for a in content["annotations"] if a["image_id"] in ids]
    cut = {**content, "images": kept, "annotations": annotations}
    return cut, [result for result in results if result["image_id"] in ids]


def _write(
    folder: Path, name: str, content: dict[str, Any], results: list[dict[str, Any]]
) -> Files:
    references_path, results_path = folder / "references.json", folder / "results.json"
    references_path.write_text(json.dumps(content), encoding="utf-8")
    results_path.write_text(json.dumps(results), encoding="utf-8")
    images, captions = len(content["images"]), len(content["annotations"])
    return Files(name, str(references_path), str(results_path), images, captions)


def _generated_images(images: int) -> Iterator[tuple[list[str], str]]:
    import numpy as np  # Here, because programs that read with `grouped` may do without it.

    numbers = np.random.default_rng(SEED)
    words = np.array(list(_vocabulary()), dtype=object)
    # Zipf's law: the word of rank r comes up in proportion to 1/r.
    cumulative = np.cumsum(1 / np.arange(1, VOCABULARY + 1))
    cumulative /= cumulative[-1]
    captions = REFERENCES_PER_IMAGE + 1
    for start in range(0, images, _CHUNK):
        count = min(_CHUNK, images - start)
        lengths = numbers.integers(8, 15, (count, captions))
        common = np.searchsorted(cumulative, numbers.random((count, captions, 14)))
        # Topics are content words: any but the hundred most frequent.
        topics = numbers.integers(100, VOCABULARY, (count, TOPIC_WORDS))
        picks = numbers.integers(0, TOPIC_WORDS, common.shape)
        of_topic = np.take_along_axis(topics[:, None, :], picks, axis=2)
        chosen = words[np.where(numbers.random(common.shape) < TOPIC_SHARE, of_topic, common)]
        for row, row_lengths in zip(chosen.tolist(), lengths.tolist(), strict=True):
            texts = [" ".join(c[:n]) for c, n in zip(row, row_lengths, strict=True)]
            yield [f"{text.capitalize()}." for text in texts[:-1]], texts[-1]


def _vocabulary() -> Iterable[str]:
    random_letters = random.Random(SEED)
    words: dict[str, None] = {}
    while len(words) < VOCABULARY:
        syllables = random_letters.choices((1, 2, 3), (2, 5, 3))[0]
        word = "".join(
            random_letters.choice("bcdfghklmnprstvw") + random_letters.choice("aeiou")
            for _ in range(syllables)
        )
        words[word + random_letters.choice(("", "n", "r", "s", "t"))] = None
    return words


def main() -> None:
    parser = argparse.ArgumentParser(description="Write caption files for the benchmark.")
    parser.add_argument("action", choices=("make", "tokenize"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("--images", type=int)
    parser.add_argument("--generated", action="store_true")
    parser.add_argument("--of")
    given = parser.parse_args()
    if given.action == "tokenize":
        files = write_tokenized(given.folder, Files(**json.loads(given.of)), given.images)
    else:
        paths = None if given.generated else find(COCO_REFERENCES, COCO_RESULTS)
        if paths is None:
            files = write_generated(given.folder, given.images or COCO_IMAGES)
        else:
            files = write_coco(given.folder, paths, given.images)
    print(json.dumps(asdict(files)))


if __name__ == "__main__":
    main()
