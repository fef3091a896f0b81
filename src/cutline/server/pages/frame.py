"""What every page of a benchmark has around it: its title, its tabs, its phases."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from cutline.server.access import may
from cutline.server.models import Benchmark, BenchmarkState, Phase, Visibility
from cutline.server.pages.words import Standing, phase_standing, web_address
from cutline.web.access import Visitor

_TABS = (
    ("overview", "Overview"),
    ("rules", "Rules"),
    ("data", "Data"),
    ("submit", "Submit"),
    ("board", "Board"),
    ("mine", "My submissions"),
)


@dataclass(frozen=True)
class Link:
    """A link of a row of them."""

    label: str
    address: str
    is_current: bool = False


@dataclass(frozen=True)
class ShownPhase:
    """A phase, and how it stands."""

    phase: Phase
    standing: Standing


def frame(benchmark: Benchmark, tab: str, visitor: Visitor) -> dict[str, Any]:
    """What the templates of a benchmark's pages need."""
    return {
        "benchmark": benchmark,
        "tab": tab,
        "tabs": [
            Link(label, reverse(f"benchmark_{name}", args=[benchmark.slug]), name == tab)
            for name, label in _TABS
        ],
        "discussion": web_address(benchmark.discussion_url),
        "hidden": hidden_words(benchmark),
        "is_host": may(visitor, "edit", benchmark),
    }


def hidden_words(benchmark: Benchmark) -> str:
    """Who cannot see a benchmark, for those who can; empty where everybody can."""
    if benchmark.state == BenchmarkState.DRAFT:
        return "A draft: only its hosts see it."
    if benchmark.visibility == Visibility.PRIVATE:
        return "Private: only its hosts see it."
    if benchmark.visibility == Visibility.UNLISTED:
        return "Unlisted: whoever has the address sees it."
    return ""


def shown_phases(phases: Sequence[Phase]) -> list[ShownPhase]:
    """Phases with how they stand by now."""
    return [ShownPhase(phase, phase_standing(phase)) for phase in phases]


def phase_links(phases: Sequence[Phase], current: Phase, name: str) -> list[Link]:
    """A link to the same page of each phase."""
    return [
        Link(
            phase.title,
            reverse(name, args=[phase.benchmark.slug, phase.slug]),
            phase.pk == current.pk,
        )
        for phase in phases
    ]
