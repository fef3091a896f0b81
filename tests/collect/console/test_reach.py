"""Every address of the console, walked by those who must not be there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import URLResolver, get_resolver
from django.utils.regex_helper import normalize

from cutline.collect.models import Annotator, Project, Task
from cutline.web.people.models import AuditEntry, Person
from tests.collect.console.conftest import SignedIn
from tests.server import made as people

pytestmark = pytest.mark.django_db

#: What belongs to no project.
OF_SITE = {"/collect/", "/collect/create/"}


def addresses(patterns: Any, before: str = "/") -> Iterator[str]:
    for pattern in patterns:
        here = before + normalize(pattern.pattern.regex.pattern)[0][0]
        if isinstance(pattern, URLResolver):
            yield from addresses(pattern.url_patterns, here)
        elif here.startswith("/collect/"):
            yield here


@pytest.mark.parametrize("state", ["draft", "open"])
def test_nobody_else_reaches_anything_of_a_project(
    signed_in: SignedIn,
    stranger: Person,
    project: Project,
    writer: Annotator,
    flagged: Task,
    state: str,
) -> None:
    Project.objects.update(state=state)
    parts = {"slug": project.slug, "annotator": writer.pk, "task": flagged.pk, "kind": "csv"}
    before = AuditEntry.objects.count()
    visitors = [signed_in(stranger), signed_in(people.person("paul")), Client()]
    walked = 0
    for template in set(addresses(get_resolver().url_patterns)) - OF_SITE:
        for client in visitors:
            for method in (client.get, client.post):
                answer = method(template % parts)
                walked += 1
                if answer.status_code == 302:
                    assert answer.headers["Location"].startswith("/account/login/"), template
                else:
                    assert answer.status_code in ((404, 405) if state == "draft" else (403, 405))
    assert walked > 60
    assert AuditEntry.objects.count() == before
