"""How to get the same figures again."""

from __future__ import annotations

from cutline.core.version import __version__
from cutline.reports.html_report.section import Section
from cutline.reports.study import Study
from cutline.reports.theme.text import safe


def reproduce(study: Study, command: str) -> Section:
    """The command, and the signature of every figure."""
    comparison = study.comparison
    lines = [str(metric.scores[0].signature) for metric in comparison]
    parts = []
    if command:
        parts.append(f"<p>This command wrote this page:</p>{copyable(command)}")
    parts.append(
        f"<p>Figures with the same signature can be compared. Intervals and tests: "
        f"{safe(str(comparison.resampling))}.</p>"
    )
    parts.append(copyable("\n".join([*lines, comparison.procedure])))
    parts.append(f'<p class="muted">Made by Cutline {__version__}.</p>')
    return Section("reproduce", "Reproduce", "\n".join(parts))


def copyable(text: str) -> str:
    """Lines of text with a button that copies them."""
    return (
        f'<div class="copyable"><pre tabindex="0"><code>{safe_lines(text)}</code></pre>'
        f'<button type="button" class="copy">Copy</button></div>'
    )


def safe_lines(text: str) -> str:
    """Text made safe, its line ends kept."""
    return "\n".join(safe(line) for line in text.split("\n"))
