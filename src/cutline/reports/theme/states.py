"""What a page says when there is nothing to show: empty, loading, failed or not allowed."""

from __future__ import annotations

from typing import Literal

from cutline.reports.theme.text import safe

State = Literal["empty", "loading", "error", "forbidden"]
#: Signs beside the words, so that nothing is said by colour alone.
_SIGNS: dict[State, str] = {"empty": "○", "loading": "…", "error": "!", "forbidden": "–"}


def state(kind: State, headline: str, next_step_html: str = "") -> str:
    """What happened in words, and what to do next.

    >>> 'role="alert"' in state("error", "The file cannot be read.")
    True
    """
    role = {"error": ' role="alert"', "loading": ' role="status"'}.get(kind, "")
    step = f"<p>{next_step_html}</p>" if next_step_html else ""
    return (
        f'<div class="state {kind}"{role}><span class="sign" aria-hidden="true">{_SIGNS[kind]}'
        f'</span><p class="headline">{safe(headline)}</p>{step}</div>'
    )
