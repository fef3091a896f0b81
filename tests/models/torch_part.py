"""Tests of networks, which skip where PyTorch is not installed."""

from __future__ import annotations

import os

import pytest


def needs_torch() -> None:
    """Skip the test, or the whole file when called at its top, where PyTorch is missing.

    Tests run side by side, so each of them has one core.
    """
    if os.environ.get("CUTLINE_REQUIRE_ALL") == "1":
        import torch
    else:
        torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    torch.set_num_threads(1)
