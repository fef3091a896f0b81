"""The COCO metrics against stored answers of the official program, to the last bit."""

import gzip
import json
from pathlib import Path

import numpy as np
import pytest

import cutline
from tests.shared_data import oracle, shared_data

NAMES = {
    "Bleu_1": "bleu-1",
    "Bleu_2": "bleu-2",
    "Bleu_3": "bleu-3",
    "Bleu_4": "bleu-4",
    "METEOR": "meteor",
    "ROUGE_L": "rouge-l",
    "CIDEr": "cider-d",
}


def load(path: Path) -> object:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return json.load(file)


@pytest.mark.parametrize("name", ["loo", "nn"])
@pytest.mark.parametrize("jobs", [1, 2])
def test_five_thousand_coco_images_from_raw_captions(name: str, jobs: int) -> None:
    given = load(oracle(f"classic_coco5k_{name}_input.json.gz"))
    official = load(oracle(f"classic_coco5k_{name}_official.json.gz"))
    scores = cutline.score(given["res"], given["gts"], jobs=jobs)
    assert list(scores.image_ids) == official["ids"]
    for theirs, ours in NAMES.items():
        assert scores[ours].values.tolist() == official["per_image"][theirs], ours
        assert scores[ours].value == official["corpus"][theirs], ours


def demo_captions() -> tuple[dict[int, list[str]], dict[int, list[str]]]:
    """Tokenized references and candidates of the official demo, in the official order."""
    folder = shared_data("coco_fakecap_known_answers")
    with gzip.open(shared_data("coco_captions_2014/captions_val2014.json.gz"), "rt") as file:
        order = [image["id"] for image in json.load(file)["images"]]
    tokenized = json.loads((folder / "fakecap_refs_ptb_tokenized.json").read_text())
    by_id = {item["image_id"]: item for item in tokenized}
    references = {i: by_id[i]["refs"] for i in order if i in by_id}
    return references, {i: [by_id[i]["test"]] for i in references}


def test_the_official_demo_run_live() -> None:
    references, candidates = demo_captions()
    scores = cutline.score(candidates, references, tokenizer="none")
    bleu = pytest.importorskip("pycocoevalcap.bleu.bleu").Bleu(4)
    rouge = pytest.importorskip("pycocoevalcap.rouge.rouge").Rouge()
    cider = pytest.importorskip("pycocoevalcap.cider.cider").Cider()
    corpus, images = bleu.compute_score(references, candidates, verbose=0)
    for n in range(4):
        assert scores[f"bleu-{n + 1}"].value == corpus[n]
        assert scores[f"bleu-{n + 1}"].values.tolist() == images[n]
    for official, ours in ((rouge, "rouge-l"), (cider, "cider-d")):
        value, values = official.compute_score(references, candidates)
        assert scores[ours].value == value
        assert scores[ours].values.tolist() == values.tolist()


def test_the_official_demo_as_published() -> None:
    references, candidates = demo_captions()
    scores = cutline.score(candidates, references, tokenizer="none")
    folder = shared_data("coco_fakecap_known_answers")
    official = json.loads((folder / "captions_val2014_fakecap_eval.json").read_text())
    rows = json.loads((folder / "captions_val2014_fakecap_evalImgs.json").read_text())
    published = {row["image_id"]: row for row in rows}
    for theirs, ours in NAMES.items():
        assert scores[ours].value == official[theirs]
        stored = np.array([published[i][theirs] for i in scores.image_ids])
        differing = np.flatnonzero(scores[ours].values != stored)
        # BLEU-2 of 7 images is one unit in the last place off. The official code run here gives
        # our values (the test above), so the file was made where the square root came out
        # differently; where that was is not known.
        assert len(differing) == (7 if theirs == "Bleu_2" else 0), ours
        np.testing.assert_array_max_ulp(scores[ours].values[differing], stored[differing], maxulp=1)


def test_a_baseline_on_all_of_val2014() -> None:
    folder = shared_data("coco_system_outputs")
    scores = cutline.score(
        folder / "captions_val2014_baseline_results.json",
        shared_data("coco_captions_2014/captions_val2014.json.gz"),
    )
    official = json.loads((folder / "captions_val2014_baseline_eval.json").read_text())
    assert {name: scores[ours].value for name, ours in NAMES.items()} == {
        name: official[name] for name in NAMES
    }


@pytest.mark.parametrize(
    ("split", "run", "references"),
    [
        ("coco_karpathy_test", "coco_karpathy_test__coco_train_1.json", None),
        ("flickr30k_test", "flickr30k_test__coco_train_1.json", "flickr30k_test_captions.json"),
        ("nocaps_val/overall", "nocaps_val__coco_train_1.json", "nocaps_nocaps_corpus.json"),
        ("nocaps_val/in_domain", "nocaps_val__coco_train_1.json", "nocaps_nocaps_corpus.json"),
        ("nocaps_val/near_domain", "nocaps_val__coco_train_1.json", "nocaps_nocaps_corpus.json"),
        ("nocaps_val/out_domain", "nocaps_val__coco_train_1.json", "nocaps_nocaps_corpus.json"),
    ],
)
def test_bleu_counts_of_published_runs(split: str, run: str, references: str | None) -> None:
    folder = shared_data("nocaps_val_runs")
    path = folder / references if references else shared_data("coco_karpathy") / KARPATHY_TEST
    records = json.loads((folder / "official_scores.json").read_text())
    official = next(r for r in records if r["split"] == split and r["system"] == "coco_train_1")
    corpus = cutline.Corpus(path)
    domain = split.partition("/")[2]
    if domain in ("in_domain", "near_domain", "out_domain"):
        domains = corpus.benchmark.tags["domain"]
        corpus = corpus.only([i for i in corpus.benchmark.image_ids if domains[i] == domain])
    scores = corpus.score(folder / run, policy="lenient")
    parts, counts = scores["bleu-4"].parts, official["bleu_counts"]
    assert parts["candidate_length"] == counts["testlen"]
    assert parts["reference_length"] == counts["reflen"]
    assert [parts[f"guess_{k}"] for k in range(1, 5)] == counts["guess"]
    assert [parts[f"correct_{k}"] for k in range(1, 5)] == counts["correct"]
    for theirs, ours in NAMES.items():
        assert round(scores[ours].value, 3) == official[theirs], ours


KARPATHY_TEST = "coco_karpathy_test_gt.json"
