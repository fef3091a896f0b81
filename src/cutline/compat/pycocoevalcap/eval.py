"""The COCO caption evaluation under its old name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from cutline.compat.pycocoevalcap._errors import CaptionsError, warn_not_computed
from cutline.compat.pycocoevalcap.bleu.bleu import Bleu
from cutline.compat.pycocoevalcap.cider.cider import Cider
from cutline.compat.pycocoevalcap.meteor.meteor import Meteor
from cutline.compat.pycocoevalcap.rouge.rouge import Rouge
from cutline.compat.pycocoevalcap.spice.spice import Spice, sorted_ids
from cutline.compat.pycocoevalcap.tokenizer.ptbtokenizer import PTBTokenizer
from cutline.core.errors import MissingPartError

# Every name that a script may know is spelt as in the old package.
# ruff: noqa: N802, N803

__all__ = ["Bleu", "COCOEvalCap", "Cider", "Meteor", "PTBTokenizer", "Rouge", "Spice"]

Annotations = Sequence[Mapping[str, Any]]


class CaptionIndex(Protocol):
    """The part of a pycocotools `COCO` object that the evaluation looks at."""

    @property
    def imgToAnns(self) -> Mapping[Any, Annotations]:
        """Image id to annotations, each with the key "caption"."""

    def getImgIds(self) -> Any:
        """The ids of all images, in order."""


class COCOEvalCap:
    """Tokenizes and scores results against reference captions.

    Args:
        coco: the references, such as `pycocotools.coco.COCO("captions_val2014.json")`.
        cocoRes: the results, such as `coco.loadRes("results.json")`.

    Attributes:
        params: `params["image_id"]` lists the images to score; all of `coco` unless changed.
        eval: after `evaluate()`, the value of each metric.
        imgToEval: image id to that image's values.
        evalImgs: the same as a list.
    """

    def __init__(self, coco: CaptionIndex, cocoRes: CaptionIndex) -> None:
        self.evalImgs: list[dict[str, Any]] = []
        self.eval: dict[str, Any] = {}
        self.imgToEval: dict[Any, dict[str, Any]] = {}
        self.coco = coco
        self.cocoRes = cocoRes
        self.params: dict[str, Any] = {"image_id": coco.getImgIds()}

    def evaluate(self) -> None:
        """Compute BLEU, METEOR, ROUGE-L, CIDEr and SPICE, print and keep them in the attributes.

        Warns:
            MetricsNotComputedWarning: METEOR or SPICE is not computed, because what it needs is
                not installed; the text has the command that gets it.

        Raises:
            CaptionsError: when an image has no result or several, or a caption is not text.
            FileError: when METEOR's word lists are damaged, or cannot be compiled.
        """
        # Before the tokenizer runs, so that what will be missing is said at once.
        scorers = _scorers()
        image_ids = self.params["image_id"]
        print("tokenization...")
        tokenizer = PTBTokenizer()
        gts = tokenizer.tokenize(_annotations(self.coco, image_ids, "references"))
        res = tokenizer.tokenize(_annotations(self.cocoRes, image_ids, "results"))
        print("setting up scorers...")
        for scorer, method in scorers:
            print(f"computing {scorer.method()} score...")
            score, scores = scorer.compute_score(gts, res)
            if isinstance(scorer, Spice):
                # Its list is in the order of sorted ids. The old package takes it for the order of
                # the references, and gives images each other's values where those differ.
                self._keep("SPICE", score, scores, sorted_ids(gts))
                continue
            if isinstance(method, str):
                self._keep(method, score, scores, gts)
                continue
            for name, value, values in zip(method, score, scores, strict=True):
                self._keep(name, value, values, gts)
        self.setEvalImgs()

    def _keep(self, method: str, score: float, scores: Iterable[Any], gts: Iterable[Any]) -> None:
        self.setEval(score, method)
        self.setImgToEvalImgs(scores, gts, method)
        print(f"{method}: {score:0.3f}")

    def setEval(self, score: float, method: str) -> None:
        """Keep a metric's value."""
        self.eval[method] = score

    def setImgToEvalImgs(self, scores: Iterable[Any], imgIds: Iterable[Any], method: str) -> None:
        """Keep a metric's value of each image."""
        # Not strict, for scripts that override this for a scorer of theirs with fewer values.
        for image_id, score in zip(imgIds, scores, strict=False):
            self.imgToEval.setdefault(image_id, {"image_id": image_id})[method] = score

    def setEvalImgs(self) -> None:
        """List what is known of each image."""
        self.evalImgs = list(self.imgToEval.values())


def _scorers() -> list[tuple[Any, str | list[str]]]:
    """Those of the old package in its order, each with its keys in the results."""
    scorers: list[tuple[Any, str | list[str]]] = [
        (Bleu(4), ["Bleu_1", "Bleu_2", "Bleu_3", "Bleu_4"])
    ]
    try:
        scorers.append((Meteor(), "METEOR"))
    except MissingPartError as error:
        warn_not_computed(f"METEOR is not computed: the results have no key METEOR. {error}")
    scorers += [(Rouge(), "ROUGE_L"), (Cider(), "CIDEr")]
    try:
        scorers.append((Spice(), "SPICE"))
    except MissingPartError as error:
        warn_not_computed(f"SPICE is not computed: the results have no key SPICE. {error}")
    return scorers


def _annotations(
    index: CaptionIndex, image_ids: Iterable[Any], name: str
) -> dict[Any, Annotations]:
    try:
        return {image_id: index.imgToAnns[image_id] for image_id in image_ids}
    except KeyError as error:
        raise CaptionsError(
            f"image {error.args[0]!r}: in params['image_id'], but the {name} have no such image"
        ) from None
