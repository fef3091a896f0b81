"""A loop that trains BUTR with GradNorm, alone or as one of several processes."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import torch
import torch.distributed as dist
from torch import Tensor, nn

from cutline.models.butr import Butr, ButrConfig
from cutline.models.images import Images
from cutline.models.ranking import caption_tokens
from cutline.models.training.distributed import (
    average_gradients,
    processes,
    share,
)
from cutline.models.training.gradnorm import GradNorm
from tests.models.scenes_of_numbers import (
    FEATURES,
    random_captions,
    random_images,
    small_vocabulary,
)

STEPS = 20

Averaging = Literal["own", "ddp"]


class _Losses(nn.Module):
    """Losses as a module's output, which DistributedDataParallel can look after."""

    def __init__(self, model: Butr) -> None:
        super().__init__()
        self.model = model

    def forward(self, images: Images, tokens: Tensor) -> dict[str, Tensor]:
        return self.model.losses(images, tokens)


def batch(step: int) -> tuple[Images, Tensor]:
    """Captions of images, of which some have two; an odd number of them at every third step."""
    ids = (1, 2, 3, 3, 4, 5, 1, 6, 7) if step % 3 == 0 else (1, 2, 3, 3, 4, 5, 1, 6)
    tokens = caption_tokens(random_captions(len(ids), seed=step))
    return random_images(ids, seed=step), tokens


def train(averaging: Averaging, rank: int = 0) -> dict[str, Tensor]:
    """The parameters after some steps, and the weights of the losses."""
    torch.manual_seed(0)
    model = Butr(small_vocabulary(), FEATURES, ButrConfig(5, 7, 8, 4))
    losses_of: nn.Module = _Losses(model)
    if averaging == "ddp":
        losses_of = nn.parallel.DistributedDataParallel(losses_of)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    gradnorm = GradNorm(["words", "ranking"])
    for step in range(STEPS):
        images, tokens = batch(step)
        rows = torch.arange(rank, len(tokens), processes())
        losses = losses_of(images.rows(rows), tokens[rows])
        for name, count in model.loss_counts(images.rows(rows), tokens[rows]).items():
            losses[name] = losses[name] * share(torch.tensor(count)).float()
        weights = gradnorm.update(losses, model.shared_parameters())
        optimizer.zero_grad()
        torch.stack([weights[name] * loss for name, loss in losses.items()]).sum().backward()
        if averaging == "own":
            average_gradients(model.parameters())
        optimizer.step()
    weights = torch.tensor(list(gradnorm.weights.values()))
    return {**model.state_dict(), "weights": weights}


def train_as_one_of(rank: int, count: int, folder: str) -> None:
    """Train both ways in a process of its own and save what came out."""
    torch.set_num_threads(1)
    dist.init_process_group(
        "gloo", init_method=f"file://{folder}/meeting", rank=rank, world_size=count
    )
    for averaging in ("own", "ddp"):
        torch.save(train(averaging, rank), Path(folder) / f"{averaging}-{rank}.pt")
    dist.destroy_process_group()
