"""Figures of requests, kept in the process that answers them."""

from __future__ import annotations

from prometheus_client import Counter, Histogram, disable_created_metrics

#: Anybody may send a request by any method; labels must not grow with what is sent.
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)

# When each figure was first counted tells nobody anything, and would double their number.
disable_created_metrics()  # type: ignore[no-untyped-call]
REQUESTS = Counter(
    "cutline_requests", "Requests that were answered.", ("route", "method", "status")
)
REQUEST_SECONDS = Histogram(
    "cutline_request_seconds",
    "How long requests took to answer.",
    ("route",),
    buckets=_BOUNDS,
)


def count_request(route: str, method: str | None, status: int, seconds: float) -> None:
    """Count an answer."""
    known = method if method in _METHODS else "other"
    REQUESTS.labels(route, known, str(status)).inc()
    REQUEST_SECONDS.labels(route).observe(seconds)
