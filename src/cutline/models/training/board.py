"""Curves for TensorBoard, where it is installed and somebody asks for them."""

from __future__ import annotations

import os
from collections.abc import Mapping
from importlib.util import find_spec
from typing import Any

from cutline.core.errors import MissingPartError


class Board:
    """Writes losses and values where TensorBoard reads them.

    Args:
        folder: where.

    Raises:
        MissingPartError: when TensorBoard is not installed.
    """

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        if find_spec("tensorboard") is None:
            raise MissingPartError("curves for TensorBoard need it: pip install tensorboard")
        from torch.utils.tensorboard import SummaryWriter

        self._writer: Any = SummaryWriter(os.fspath(folder))

    def step(self, step: int, losses: Mapping[str, float], learning_rate: float) -> None:
        """What is known after a step."""
        for name, value in losses.items():
            self._writer.add_scalar(f"loss/{name}", value, step)
        self._writer.add_scalar("learning rate", learning_rate, step)

    def epoch(self, record: Mapping[str, Any]) -> None:
        """What is known after an epoch."""
        if "value" in record:
            self._writer.add_scalar(
                f"validation/{record['metric']}", record["value"], record["step"]
            )

    def close(self) -> None:
        """Write what is not written yet."""
        self._writer.close()
