"""The programs that are compared, each from two COCO files to its scores.

Runs as a process of its own: `python peers.py PROGRAM REFERENCES RESULTS` prints a JSON line.
Imports stand inside functions, so that a program pays for its own and for no other's.
"""

from __future__ import annotations

import importlib
import importlib.util
import json
import shutil
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

import rewards
from data import Files, grouped
from measure import Sample, own_peaks, run

#: The metric of each peer's definition, so that the two numbers can be held side by side.
PLAIN_BLEU = "bleu-4(constants=none)"
PLAIN_ROUGE = "rouge-l(beta=1.0,pick=together)"
NGRAM_NAMES = ("bleu-1", "bleu-2", "bleu-3", "bleu-4", "rouge-l", "cider-d")


@dataclass(frozen=True)
class Program:
    """How to compute, and what it imports (timed apart) and needs beside Python."""

    compute: Callable[[str, str], dict[str, float]]
    modules: tuple[str, ...]
    needs_java: bool = False


def missing(name: str) -> str | None:
    """Why a program cannot run here, or None."""
    program = PROGRAMS[name]
    for module in program.modules:
        package = module.partition(".")[0]
        if importlib.util.find_spec(package) is None:
            return f"{package.replace('_', '-')} is not installed"
    if program.needs_java and shutil.which("java") is None:
        return "Java is not installed"
    return None


def start(name: str, files: Files) -> Callable[[], Sample]:
    """A function that runs the program on these files in a fresh process."""
    return lambda: run([sys.executable, __file__, name, files.references, files.results])


def cutline_ngrams(references: str, results: str) -> dict[str, float]:
    return _cutline(references, results, NGRAM_NAMES)


def cutline_classic(references: str, results: str) -> dict[str, float]:
    return _cutline(references, results, (*NGRAM_NAMES, "meteor"))


def _cutline(references: str, results: str, metrics: tuple[str, ...]) -> dict[str, float]:
    import cutline

    scores = cutline.score(results, references, metrics=metrics)
    return {spec: score.value for spec, score in scores.items()}


def cutline_meteor(references: str, results: str) -> dict[str, float]:
    import cutline

    scores = cutline.score(results, references, metrics="meteor", tokenizer="none")
    return {"meteor": scores["meteor"].value}


def cutline_bleu(references: str, results: str) -> dict[str, float]:
    import cutline

    scores = cutline.score(results, references, metrics=PLAIN_BLEU, tokenizer="none")
    return {"bleu": scores[PLAIN_BLEU].value}


def cutline_rouge(references: str, results: str) -> dict[str, float]:
    import cutline

    scores = cutline.score(results, references, metrics=PLAIN_ROUGE, tokenizer="none")
    return {"rouge-l": scores[PLAIN_ROUGE].value}


def official_ngrams(references: str, results: str) -> dict[str, float]:
    """What its COCOEvalCap.evaluate does, without METEOR and SPICE."""
    from pycocoevalcap.bleu.bleu import Bleu
    from pycocoevalcap.cider.cider import Cider
    from pycocoevalcap.rouge.rouge import Rouge

    tokens, candidates = _official_tokens(references, results)
    bleu, _ = Bleu(4).compute_score(tokens, candidates)
    rouge, _ = Rouge().compute_score(tokens, candidates)
    cider, _ = Cider().compute_score(tokens, candidates)
    return dict(zip(NGRAM_NAMES, map(float, (*bleu, rouge, cider)), strict=True))


def official_classic(references: str, results: str) -> dict[str, float]:
    """What its COCOEvalCap.evaluate does, without SPICE."""
    from pycocoevalcap.bleu.bleu import Bleu
    from pycocoevalcap.cider.cider import Cider
    from pycocoevalcap.meteor.meteor import Meteor
    from pycocoevalcap.rouge.rouge import Rouge

    tokens, candidates = _official_tokens(references, results)
    # As there, before BLEU: METEOR's process loads its tables meanwhile.
    meteor = Meteor()
    bleu, _ = Bleu(4).compute_score(tokens, candidates)
    aligned, _ = meteor.compute_score(tokens, candidates)
    rouge, _ = Rouge().compute_score(tokens, candidates)
    cider, _ = Cider().compute_score(tokens, candidates)
    values = map(float, (*bleu, rouge, cider, aligned))
    return dict(zip((*NGRAM_NAMES, "meteor"), values, strict=True))


def official_meteor(references: str, results: str) -> dict[str, float]:
    """Its METEOR on tokenized text, from starting Java to the corpus score."""
    from pycocoevalcap.meteor.meteor import Meteor

    image_ids, captions, candidates = grouped(references, results)
    tokens = dict(zip(image_ids, captions, strict=True))
    said = {image_id: [text] for image_id, text in zip(image_ids, candidates, strict=True)}
    value, _ = Meteor().compute_score(tokens, said)
    return {"meteor": value}


def _official_tokens(references: str, results: str) -> tuple[Any, Any]:
    from pycocoevalcap.tokenizer.ptbtokenizer import PTBTokenizer
    from pycocotools.coco import COCO

    annotations = COCO(references)
    run_annotations = annotations.loadRes(results)
    image_ids = annotations.getImgIds()
    tokenizer = PTBTokenizer()
    tokens = tokenizer.tokenize({i: annotations.imgToAnns[i] for i in image_ids})
    candidates = tokenizer.tokenize({i: run_annotations.imgToAnns[i] for i in image_ids})
    return tokens, candidates


def sacrebleu_bleu(references: str, results: str) -> dict[str, float]:
    import sacrebleu

    _, captions, candidates = grouped(references, results)
    # One stream for the first reference of every image, one for the second, and so on; None
    # stands where an image has fewer.
    streams = [list(stream) for stream in zip_longest(*captions)]
    score = sacrebleu.corpus_bleu(candidates, streams, tokenize="none", force=True)
    return {"bleu": score.score / 100}


def rouge_score_rouge(references: str, results: str) -> dict[str, float]:
    from rouge_score.rouge_scorer import RougeScorer

    class SplitAtSpaces:
        def tokenize(self, text: str) -> list[str]:
            return text.split()

    _, captions, candidates = grouped(references, results)
    scorer = RougeScorer(["rougeL"], tokenizer=SplitAtSpaces())
    values = [
        scorer.score_multi(of_image, candidate)["rougeL"].fmeasure
        for of_image, candidate in zip(captions, candidates, strict=True)
    ]
    return {"rouge-l": statistics.fmean(values)}


def torchmetrics_bleu(references: str, results: str) -> dict[str, float]:
    from torchmetrics.functional.text import bleu_score

    _, captions, candidates = grouped(references, results)
    return {"bleu": float(bleu_score(candidates, captions))}


def torchmetrics_rouge(references: str, results: str) -> dict[str, float]:
    from torchmetrics.functional.text.rouge import rouge_score

    _, captions, candidates = grouped(references, results)
    scores = rouge_score(
        candidates,
        captions,
        accumulate="best",
        normalizer=str,
        tokenizer=str.split,
        rouge_keys="rougeL",
    )
    return {"rouge-l": float(scores["rougeL_fmeasure"])}


_CUTLINE = ("cutline.scoring.score", "cutline.metrics")
_CIDER = ("pycocoevalcap.cider.cider",)
_METEOR = ("pycocoevalcap.meteor.meteor",)
_OFFICIAL = (
    *("pycocotools.coco", "pycocoevalcap.bleu.bleu", "pycocoevalcap.rouge.rouge"),
    *("pycocoevalcap.cider.cider", "pycocoevalcap.tokenizer.ptbtokenizer"),
)

PROGRAMS = {
    "cutline": Program(cutline_classic, _CUTLINE),
    "pycocoevalcap": Program(official_classic, (*_OFFICIAL, *_METEOR), needs_java=True),
    "cutline n-grams": Program(cutline_ngrams, _CUTLINE),
    "pycocoevalcap n-grams": Program(official_ngrams, _OFFICIAL, needs_java=True),
    "cutline meteor": Program(cutline_meteor, _CUTLINE),
    "pycocoevalcap meteor": Program(official_meteor, _METEOR, needs_java=True),
    "cutline bleu": Program(cutline_bleu, _CUTLINE),
    "cutline rouge-l": Program(cutline_rouge, _CUTLINE),
    "sacrebleu bleu": Program(sacrebleu_bleu, ("sacrebleu",)),
    "torchmetrics bleu": Program(torchmetrics_bleu, ("torch", "torchmetrics.functional.text")),
    "rouge-score rouge-l": Program(rouge_score_rouge, ("rouge_score.rouge_scorer",)),
    "torchmetrics rouge-l": Program(
        torchmetrics_rouge, ("torch", "torchmetrics.functional.text.rouge")
    ),
    "cutline rewards": Program(rewards.cutline_raw, _CUTLINE),
    "cutline rewards, tokenized": Program(rewards.cutline_tokenized, _CUTLINE),
    "pycocoevalcap rewards, tokenized": Program(rewards.pycocoevalcap, _CIDER),
}


def main() -> None:
    name, references, results = sys.argv[1:]
    program = PROGRAMS[name]
    started = time.perf_counter()
    for module in program.modules:
        importlib.import_module(module)
    imports = time.perf_counter() - started
    started = time.perf_counter()
    scores = program.compute(references, results)
    work = time.perf_counter() - started
    seconds = {"import_seconds": imports, "work_seconds": work}
    print()
    print(json.dumps({"scores": scores, **seconds, **own_peaks()}))


if __name__ == "__main__":
    main()
