"""Several processes that train one network: `torchrun --nproc-per-node 2 -m tools.parser train`."""

from __future__ import annotations

import os
from collections.abc import Sequence

import torch
import torch.distributed as distributed
from torch import nn


class Workers:
    """This process among its equals, or alone where torchrun did not start it."""

    def __init__(self) -> None:
        self.count = int(os.environ.get("WORLD_SIZE", "1"))
        self.number = int(os.environ.get("RANK", "0"))
        if self.count > 1:
            distributed.init_process_group("gloo")
            # The same network and batches everywhere, but not the same words dropped.
            torch.manual_seed(torch.initial_seed() + self.number)

    @property
    def is_first(self) -> bool:
        """Whether this process saves and reports."""
        return self.number == 0

    def share(self, batches: Sequence[list[int]]) -> Sequence[list[int]]:
        """Every n-th batch, as many for each worker."""
        whole = len(batches) - len(batches) % self.count
        return batches[self.number : whole : self.count]

    def agree(self, value: float) -> float:
        """The first worker's value."""
        if self.count == 1:
            return value
        shared = torch.tensor([value], dtype=torch.float64)
        distributed.broadcast(shared, src=0)
        return float(shared)

    def average_gradients(self, network: nn.Module) -> None:
        """Give all workers the mean of their gradients."""
        if self.count == 1:
            return
        gradients = [p.grad for p in network.parameters() if p.grad is not None]
        flat = torch.cat([gradient.flatten() for gradient in gradients])
        distributed.all_reduce(flat)
        flat /= self.count
        at = 0
        for gradient in gradients:
            gradient.copy_(flat[at : at + gradient.numel()].view_as(gradient))
            at += gradient.numel()
