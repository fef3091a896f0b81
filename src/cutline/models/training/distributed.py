"""One batch over several processes, with the result that one process would have.

Each process has some of the batch's rows; gradients are averaged over processes, as
DistributedDataParallel does. So every loss has to be one whose mean over processes is the loss of
the whole batch: `share` makes that of a mean over things that processes have unequal numbers of,
`gathered` of a loss that looks across rows. Where there is one process all of this changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import torch
import torch.distributed as dist
from torch import Tensor, nn
from torch.autograd.function import once_differentiable


def processes() -> int:
    """How many processes train together."""
    return dist.get_world_size() if dist.is_available() and dist.is_initialized() else 1


def share(count: Tensor) -> Tensor:
    """What the mean over `count` things of this process weighs: 1 where all have as many.

    Args:
        count: how many things, a tensor of one number.
    """
    count = count.double()
    return count / averaged(count) if processes() > 1 else torch.ones_like(count)


def averaged(values: Tensor) -> Tensor:
    """The mean over processes, without a gradient."""
    values = values.detach().clone()
    if processes() > 1:
        dist.all_reduce(values)
        values /= processes()
    return values


def average_gradients(parameters: Iterable[nn.Parameter]) -> None:
    """Give all processes the mean of their gradients: a loop's own all-reduce.

    A parameter that some process has no gradient of counts as one of zeros there.
    """
    if processes() == 1:
        return
    trained = [parameter for parameter in parameters if parameter.requires_grad]
    flat = averaged(torch.cat([_gradient(parameter).flatten() for parameter in trained]))
    parts = torch.split(flat, [parameter.numel() for parameter in trained])
    for parameter, part in zip(trained, parts, strict=True):
        parameter.grad = part.view_as(parameter).clone()


def _gradient(parameter: nn.Parameter) -> Tensor:
    return torch.zeros_like(parameter) if parameter.grad is None else parameter.grad


def gathered(rows: Tensor) -> Tensor:
    """The rows of all processes, one process after the other, with a gradient to one's own.

    Only for a loss that every process then takes of all rows in the same way, as that of hardest
    negatives: the gradient counts on it.
    """
    if processes() == 1:
        return rows
    everything: Tensor = _Gathered.apply(rows)  # type: ignore[no-untyped-call]
    return everything


def gathered_names(names: tuple[int | str, ...]) -> tuple[int | str, ...]:
    """The names of the rows of all processes, in the order of `gathered`."""
    if processes() == 1:
        return names
    everything: list[Any] = [None] * processes()
    dist.all_gather_object(everything, names)
    return tuple(name for part in everything for name in part)


class _Gathered(torch.autograd.Function):
    """Rows of all processes.

    Backwards, a row's gradient is the sum over all processes' losses. They are the same loss, so
    the sum is so many times one's own gradient, and nothing needs to be sent: it would come between
    the messages of DistributedDataParallel.
    """

    @staticmethod
    def forward(ctx: Any, rows: Tensor) -> Tensor:
        counts = _gathered_equal(torch.tensor([len(rows)]))
        most = int(counts.max())
        filled = rows.new_zeros(most, *rows.shape[1:])
        filled[: len(rows)] = rows
        parts = torch.split(_gathered_equal(filled), most)
        ctx.first = int(counts[: dist.get_rank()].sum())
        ctx.count = len(rows)
        return torch.cat([part[:count] for part, count in zip(parts, counts, strict=True)])

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, gradient: Tensor) -> Tensor:
        return gradient[ctx.first : ctx.first + ctx.count] * processes()


def _gathered_equal(rows: Tensor) -> Tensor:
    """The rows of all processes, of which each has as many."""
    parts = [torch.empty_like(rows) for _ in range(processes())]
    dist.all_gather(parts, rows.contiguous())
    return torch.cat(parts)
