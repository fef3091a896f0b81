"""Boards for pages: made once, and kept until what they show may have changed."""

from __future__ import annotations

from cutline.server.board.cache import Kept, state_of
from cutline.server.board.rows import Board, Row, board_of
from cutline.server.models import Phase

_boards: Kept[Board] = Kept()


def kept_board(
    phase: Phase, *, as_host: bool = False, metric: str = "", slice_label: str = ""
) -> Board:
    """A board.

    Raises:
        UsageError: when there is no such metric or slice.
    """
    key = state_of(phase), as_host, metric, slice_label
    return _boards.get(key, lambda: board_of(phase, as_host, metric or None, slice_label))


def ranked(board: Board) -> list[Row]:
    """The entries that have a rank, the best first."""
    return [row for row in board.rows if row.rank is not None]
