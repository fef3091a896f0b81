"""How good a model is between epochs: captions of images it does not learn from, scored."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import torch
import torch.distributed as dist

from cutline.core.errors import UsageError
from cutline.core.types import ImageId, Run
from cutline.models.captioner import Captioner
from cutline.models.training.data import CaptionData, Share
from cutline.models.training.distributed import averaged, gathered_names, processes
from cutline.models.training.load import image_batches
from cutline.models.training.settings import LOSS
from cutline.scoring.corpus import Corpus

if TYPE_CHECKING:
    from cutline.models.images import Images
    from cutline.models.learner import Learner

#: Asked between batches; true where training should end now.
Stop = Callable[[], bool]

_IMAGES_AT_ONCE = 64
_CAPTIONS_AT_ONCE = 128


class StopAskedError(Exception):
    """Somebody wants training to end now; all that is worth keeping was kept."""


def never() -> bool:
    """Nobody asks to stop."""
    return False


class Validation:
    """Scores a model on captions that it does not learn from.

    Args:
        data: images and their references, with the vocabulary of the training captions.
        metric: any metric of Cutline for captions that the model writes, or `loss`.
        beam: the width of the beam; 1 is greedy.
    """

    def __init__(self, data: CaptionData, metric: str = "bleu-4", beam: int = 1) -> None:
        self.data = data
        self.metric = metric
        self.beam = beam
        self._corpus = None if metric == LOSS else Corpus(data.references, metric).prepare()

    @property
    def signature(self) -> str:
        """What a value carries: the metric's signature and how captions were written, or of what
        it is the loss."""
        if self._corpus is None:
            return f"{LOSS}|captions:{len(self.data)}|data:{self.data.digest()}"
        signature = self._corpus.signature(self._corpus.metrics[0])
        return f"{signature}|decoding:{'greedy' if self.beam == 1 else f'beam-{self.beam}'}"

    def is_better(self, value: float, than: float | None) -> bool:
        """Whether a value is better than the best so far."""
        if than is None:
            return value == value
        return value < than if self.metric == LOSS else value > than

    def value(self, model: Learner, stop: Stop = never) -> float:
        """How good a model is.

        Raises:
            UsageError: when captions are scored, and the model writes none.
            StopAskedError: when somebody wants it to end.
        """
        if self._corpus is None:
            return self._loss(model, stop)
        if not isinstance(model, Captioner):
            raise UsageError(
                f"{type(model).__name__} writes no captions that {self.metric} could score: "
                f"take {LOSS!r} as the metric"
            )
        run = Run("validation", {i: [text] for i, text in self.captions(model, stop).items()})
        return self._corpus.score(run)[self.metric].value

    def captions(self, model: Captioner, stop: Stop = never) -> dict[ImageId, str]:
        """What a captioner says of each image; every process writes some, and has all."""
        here = _share()
        ids = self.data.ids[here.number :: here.of]
        texts: list[str] = []
        for images in image_batches(self.data.store, ids, _IMAGES_AT_ONCE, self.data.most_regions):
            texts += self._written(model, images)
            _end_if_asked(stop)
        found = zip(gathered_names(ids), gathered_names(tuple(texts)), strict=True)
        by_id = {image_id: str(text) for image_id, text in found}
        return {image_id: by_id[image_id] for image_id in self.data.ids}

    def _written(self, model: Captioner, images: Images) -> list[str]:
        from cutline.models.decoding import beam_search, greedy

        most = self.data.longest + 1  # the end counts too
        if self.beam == 1:
            decoded = greedy(model, images, most)
        else:
            decoded = [ranked[0] for ranked in beam_search(model, images, self.beam, most)]
        return [model.text(one.tokens, images, row) for row, one in enumerate(decoded)]

    def _loss(self, model: Learner, stop: Stop) -> float:
        was_training = model.training
        model.eval()
        totals = torch.zeros(2, dtype=torch.float64)
        try:
            with torch.no_grad():
                for batch in self.data.batches(_CAPTIONS_AT_ONCE, seed=0, epoch=0, share=_share()):
                    losses = model.losses(batch.images, batch.tokens)
                    counts = model.loss_counts(batch.images, batch.tokens)
                    count = counts.get("words", float(len(batch)))
                    value = float(torch.stack([one.double() for one in losses.values()]).sum())
                    totals += torch.tensor([value * count, count], dtype=torch.float64)
                    _end_if_asked(stop)
        finally:
            model.train(was_training)
        summed, count = averaged(totals).tolist()
        return float(summed / count)


def _end_if_asked(stop: Stop) -> None:
    # One of several processes must not leave the others waiting: they stop after the next step.
    if processes() == 1 and stop():
        raise StopAskedError


def _share() -> Share:
    return Share(dist.get_rank() if processes() > 1 else 0, processes())
