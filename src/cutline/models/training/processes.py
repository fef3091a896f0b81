"""Meeting the other processes that `torchrun` started."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

import torch.distributed as dist


@contextmanager
def process_group() -> Iterator[bool]:
    """Meet the others, and part from them in the end; alone there is nothing to do.

    The value says whether this process is the first, which writes files and speaks for all.
    """
    if not is_one_of_several():
        yield True
        return
    dist.init_process_group("gloo")
    try:
        yield dist.get_rank() == 0
    finally:
        dist.destroy_process_group()


def wait_for_all() -> None:
    """Go on when every process has come to this place."""
    if is_one_of_several():
        dist.barrier()


def is_one_of_several() -> bool:
    """Whether `torchrun` started this process beside others."""
    return int(os.environ.get("WORLD_SIZE", "1")) > 1
