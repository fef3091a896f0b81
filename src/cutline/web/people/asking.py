"""Asking who may do what, of the part of the site that has the table of rules.

The table is to the right of this package, where benchmarks and submissions are known too. There is
one table, so pages of people ask it as all others do.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import ImproperlyConfigured

from cutline.web.people.models import Person

Visitor = Person | AnonymousUser
_May = Callable[..., bool]
_Require = Callable[..., None]

_answers: dict[str, Any] = {}


def answer_with(may: _May, require: _Require) -> None:
    """Say who has the table of rules: the part that has it calls this when the site starts."""
    _answers.update(may=may, require=require)


def may(person: Visitor, action: str, *subject: Any) -> bool:
    """Whether a person may do this to an object, or to the site as a whole where none is given."""
    return bool(_answer("may")(person, action, *subject))


def require(person: Visitor, action: str, *subject: Any) -> None:
    """Go on only if a person may, with an object or with the site as a whole.

    Raises:
        Http404: when the person may not see the object.
        PermissionDenied: when they may see it, and not do this.
    """
    _answer("require")(person, action, *subject)


def _answer(name: str) -> Callable[..., Any]:
    if name not in _answers:
        # Without a table nothing is allowed, and nobody should have to guess why.
        raise ImproperlyConfigured("no part of the site says who may do what: see `answer_with`")
    found: Callable[..., Any] = _answers[name]
    return found
