"""Ending what a browser may still do."""

from __future__ import annotations

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session

from cutline.web.people.models import Person


def end_sessions_of(person: Person) -> int:
    """Sign a person out everywhere, and say of how many browsers.

    A session names its person only inside what is packed in it, so all are looked through; it is
    done rarely.
    """
    theirs = [
        session.pk
        for session in Session.objects.iterator()
        if session.get_decoded().get(SESSION_KEY) == str(person.pk)
    ]
    Session.objects.filter(pk__in=theirs).delete()
    return len(theirs)
