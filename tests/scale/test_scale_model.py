"""The bench of larger runs takes sizes that whole shards make, and no others."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent.parent.parent / "bench"))

from scale_model import ROWS, sizes


def test_sizes_of_whole_shards_are_taken() -> None:
    assert sizes(ROWS) == [50_000, 150_000, 600_000]


@pytest.mark.parametrize(
    "odd",
    [
        "50000,150000",
        "50000,150000,600001",
        "0,50000,100000",
        "-50000,50000,100000",
        "49999,150000,600000",
        "50000,50000,100000",
        "150000,50000,600000",
        "a,b,c",
        "",
    ],
)
def test_other_sizes_are_refused(odd: str) -> None:
    with pytest.raises(
        argparse.ArgumentTypeError, match="expected three rising multiples of 50000"
    ):
        sizes(odd)
