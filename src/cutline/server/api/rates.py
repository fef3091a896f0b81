"""How often one may call: a window of a minute for each person, or for each address.

Calls are counted in the memory of the web process, of which a site has one. With several, each
would count for itself.
"""

from __future__ import annotations

import hashlib
import math
from dataclasses import dataclass
from time import time

from django.core.cache import cache
from django.http import HttpRequest

from cutline.server.api.errors import ApiError
from cutline.server.api.visitors import address_of
from cutline.web.people.models import Person

WINDOW = 60
#: Calls in a window: of people, of those who are not known, and uploads of either.
FOR_PEOPLE = 300
FOR_OTHERS = 120
FOR_UPLOADS = 30


@dataclass(frozen=True)
class Rate:
    """How many calls there are in this window, how many are left, and when the next one begins."""

    limit: int
    remaining: int
    reset: int

    def headers(self) -> dict[str, str]:
        """What every answer tells of it."""
        return {
            "RateLimit-Limit": str(self.limit),
            "RateLimit-Remaining": str(max(0, self.remaining)),
            "RateLimit-Reset": str(self.reset),
        }

    def require(self) -> None:
        """Go on only with a call that is not one too many.

        Raises:
            ApiError: 429, with `Retry-After`.
        """
        if self.remaining < 0:
            raise ApiError(
                429,
                "too_many_requests",
                f"More than {self.limit} calls in a minute: try again in {self.reset} s.",
                headers={"Retry-After": str(self.reset)},
            )


def counted(request: HttpRequest, *, is_upload: bool) -> Rate:
    """Count a call of whoever calls."""
    visitor = getattr(request, "visitor", None)
    known = isinstance(visitor, Person)
    who = f"person:{visitor.pk}" if isinstance(visitor, Person) else address_of(request)
    limit = FOR_UPLOADS if is_upload else FOR_PEOPLE if known else FOR_OTHERS
    now = time()
    window = int(now // WINDOW)
    name = hashlib.sha256(f"{who}|{is_upload}".encode()).hexdigest()[:32]
    key = f"rate:{name}:{window}"
    cache.add(key, 0, WINDOW * 2)
    try:
        count = cache.incr(key)
    except ValueError:  # thrown out between the two
        count = 1
    return Rate(limit, limit - count, max(1, math.ceil((window + 1) * WINDOW - now)))
