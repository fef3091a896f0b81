"""Metrics from elsewhere."""

from __future__ import annotations

import importlib.metadata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import pytest

import cutline
from cutline.core import registry
from cutline.core.errors import UsageError
from cutline.core.types import Example


@dataclass(frozen=True)
class WordShare(cutline.PerImageMetric):
    """The share of the candidate's words that any reference has."""

    least: int = 1

    columns: ClassVar[tuple[str, ...]] = ("share",)
    summary: ClassVar[str] = "words known to a reference"

    def image_statistics(self, example: Example, candidate: str) -> Sequence[float]:
        known = {word for reference in example.references for word in reference.split()}
        words = candidate.split()
        return [sum(word in known for word in words) / max(self.least, len(words))]


@pytest.fixture
def clean_registry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_metrics", dict(registry.metric_classes()))
    monkeypatch.setattr(registry, "_is_third_party_loaded", False)


@pytest.mark.usefixtures("clean_registry")
def test_a_metric_in_plain_python_scores_like_any_other() -> None:
    cutline.metric("word-share")(WordShare)
    scores = cutline.score({1: "a dog barks"}, {1: ["a dog", "dogs"]}, "word-share(least=2)")
    assert scores["word-share(least=2)"].value == pytest.approx(2 / 3)
    assert "word-share(least=2)" in str(scores["word-share(least=2)"].signature)


@pytest.mark.usefixtures("clean_registry")
def test_other_packages_are_found_by_entry_point(monkeypatch: pytest.MonkeyPatch) -> None:
    class Entry:
        def load(self) -> None:
            cutline.metric("word-share")(WordShare)

    asked = []

    def entry_points(group: str) -> list[Entry]:
        asked.append(group)
        return [Entry()]

    monkeypatch.setattr(importlib.metadata, "entry_points", entry_points)
    assert str(cutline.parse_spec("word-share")) == "word-share"
    assert asked == ["cutline.metrics"]


@pytest.mark.usefixtures("clean_registry")
def test_two_metrics_cannot_share_a_name() -> None:
    with pytest.raises(UsageError, match="two metrics are named rouge-l"):
        cutline.metric("rouge-l")(WordShare)
