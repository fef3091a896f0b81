"""A badge: the rank and the score of an entry as a small picture for other pages."""

from __future__ import annotations

from cutline.reports.theme.numbers import number_text
from cutline.reports.theme.palette import LIGHT, SANS
from cutline.reports.theme.text import fitted, safe, text_width
from cutline.server.board.rows import Board, Row

_HEIGHT, _SIZE, _MARGIN = 22.0, 12.0, 8.0
#: Long titles are cut, and whole in the title that readers of screens hear.
_MOST_WIDTH = 220.0


def badge(board: Board, row: Row) -> str:
    """The badge of an entry, an SVG that asks nothing of any other file."""
    benchmark = board.phase.benchmark
    left = f"{benchmark.title} {board.phase.title}"
    right = f"{rank_text(row)} · {board.metric} {_score(row, board)}"
    return drawn(left, right)


def rank_text(row: Row) -> str:
    """The rank in words."""
    if row.is_human:
        return "human"
    if row.rank is None:
        return "not ranked"
    return f"rank {row.rank}{' (tied)' if row.tie else ''}"


def drawn(left: str, right: str) -> str:
    """Two texts side by side, the first on ink, the second on the accent.

    >>> "&lt;b&gt;" in drawn("<b>", "rank 1")
    True
    """
    shown = [fitted(text, _MOST_WIDTH, _SIZE) for text in (left, right)]
    # Letters of other fonts are wider than those of the one that it is measured by; bold ones more.
    first = text_width(shown[0], _SIZE) * 1.05 + 2 * _MARGIN
    second = text_width(shown[1], _SIZE) * 1.15 + 2 * _MARGIN
    said = f"{safe(left)}: {safe(right)}"
    width, middle = first + second, _HEIGHT / 2 + 4
    font = f'font-family="{safe(SANS)}" font-size="{_SIZE:.0f}" fill="{LIGHT["paper"]}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{_HEIGHT:.0f}" '
        f'viewBox="0 0 {width:.0f} {_HEIGHT:.0f}" role="img" aria-label="{said}">'
        f"<title>{said}</title>"
        f'<rect width="{width:.0f}" height="{_HEIGHT:.0f}" rx="3" fill="{LIGHT["ink"]}"/>'
        f'<path d="M{first:.0f} 0H{width - 3:.0f}a3 3 0 0 1 3 3V{_HEIGHT - 3:.0f}a3 3 0 0 1 -3 3'
        f'H{first:.0f}Z" fill="{LIGHT["accent"]}"/>'
        f'<g {font}><text x="{_MARGIN:.0f}" y="{middle:.0f}">{safe(shown[0])}</text>'
        f'<text x="{first + _MARGIN:.0f}" y="{middle:.0f}" font-weight="600">{safe(shown[1])}'
        f"</text></g></svg>\n"
    )


def _score(row: Row, board: Board) -> str:
    value = row.values[board.metric].value
    return "–" if value is None else number_text(value, board.phase.benchmark.decimals)
