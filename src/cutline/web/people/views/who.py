"""Who asks."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from cutline.web.people.models import Person


def person_of(request: HttpRequest) -> Person:
    """The person who is signed in.

    Raises:
        PermissionDenied: when nobody is.
    """
    if not isinstance(request.user, Person):
        raise PermissionDenied("Sign in first.")
    # The request holds a stand-in that is looked up when it is used; the table of rules goes by
    # what a thing is.
    return Person.objects.get(pk=request.user.pk)
