"""Text made safe, and cut to fit."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutline.reports.theme.text import fitted, safe, text_width, wrapped


@pytest.mark.parametrize("text", ["<b>&\"'", "\x00\x1b", "\ud800", "\u202e", "a\nb"])
def test_nothing_harmful_is_left(text: str) -> None:
    shown = safe(text)
    shown.encode("utf-8")
    assert not set(shown) & set("<>\"'\x00\x1b\u202e\n")


@given(st.text(max_size=60), st.floats(20, 300))
def test_what_is_cut_fits_and_is_the_start(text: str, width: float) -> None:
    cut = fitted(text, width, 14)
    assert cut == text or (cut.endswith("…") and text.startswith(cut[:-1]))
    assert text_width(cut, 14) <= width


def test_a_letter_keeps_its_accent() -> None:
    text = "e\u0301" * 20
    assert not fitted(text, 60, 14)[:-1].endswith("e")


def test_wide_scripts_take_more_room() -> None:
    assert text_width("漢字", 10) > text_width("ab", 10)


def test_lines() -> None:
    words = " ".join(["word"] * 40)
    lines = wrapped(words, 200, 14, 2)
    assert len(lines) == 2
    assert lines[1].endswith("…")
    assert all(text_width(line, 14) <= 200 for line in lines)
    assert wrapped("  ", 200, 14, 2) == []
