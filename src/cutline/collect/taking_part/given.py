"""What a form brings: read once, and without what no answer has."""

from __future__ import annotations

import math
import re
from datetime import datetime

from django.http import HttpRequest
from django.utils import timezone

from cutline.collect.models import Task

#: Characters that no database keeps, or that are half of one.
_UNKEPT = re.compile("[\x00\ud800-\udfff]")


def typed(request: HttpRequest, name: str = "text") -> str:
    """A text that was typed, in one line.

    >>> request = HttpRequest()
    >>> request.POST = {"text": " A dog\\r\\n runs.\\0 "}
    >>> typed(request)
    'A dog runs.'
    """
    return " ".join(_UNKEPT.sub("", request.POST.get(name, "")).split())


def draft(request: HttpRequest) -> str:
    """A text that is still being typed, as it is."""
    return _UNKEPT.sub("", request.POST.get("text", ""))


def seconds_at(task: Task, request: HttpRequest, now: datetime | None = None) -> float:
    """Time at a task, as the browser measured it; never more than passed since it was given out."""
    passed = max(0.0, ((now or timezone.now()) - task.started).total_seconds())
    return min(passed, _measured(request, passed))


def seconds_again(request: HttpRequest) -> float:
    """Time at an answer that is changed; nothing where no script measured it."""
    return min(3600.0, _measured(request, 0.0))


def _measured(request: HttpRequest, otherwise: float) -> float:
    try:
        seconds = float(request.POST.get("seconds", ""))
    except ValueError:
        return otherwise
    return max(0.0, seconds) if math.isfinite(seconds) else otherwise


def wants_json(request: HttpRequest) -> bool:
    """Whether a script asks, and not a form."""
    return "application/json" in request.headers.get("Accept", "")
