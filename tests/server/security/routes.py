"""All routes of the evaluation server, from the URL configuration, and addresses that lead there.

Parts of the site that are served beside it have tests of their own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

from django.conf import settings
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils.regex_helper import normalize

from cutline.server.models import Host, Phase, Rescore, Submission
from cutline.web.look.files import content_of
from cutline.web.people.models import AuditEntry, Invitation, Membership
from tests.server.security.world import World

_OTHER_PARTS = {f"{part}.urls" for part in settings.PARTS if part != "cutline.server"}


@dataclass(frozen=True)
class Route:
    """A leaf of the URL configuration.

    Args:
        name: as Django tells it of a request that came here.
        template: the address with `%(parameter)s` in it.
        parameters: their names.
        view: what answers.
    """

    name: str
    template: str
    parameters: tuple[str, ...]
    view: Any


def all_routes() -> list[Route]:
    """Every route there is."""
    return list(_leaves(get_resolver().url_patterns, "/", "", ()))


def _leaves(patterns: Any, before: str, name: str, parameters: tuple[str, ...]) -> Iterator[Route]:
    for pattern in patterns:
        expression = pattern.pattern.regex.pattern
        part, names = normalize(expression)[0]
        here = before + part
        # As Django joins them.
        own = str(pattern.pattern)
        called = name + own.removeprefix("^") if name else own
        if isinstance(pattern, URLResolver):
            if getattr(pattern.urlconf_module, "__name__", "") in _OTHER_PARTS:
                continue
            yield from _leaves(pattern.url_patterns, here, called, (*parameters, *names))
        else:
            assert isinstance(pattern, URLPattern)
            yield Route(called, here, (*parameters, *names), pattern.callback)


class Addresses:
    """Makes addresses of routes: one for each combination of what there is on the site."""

    def __init__(self, of: World) -> None:
        self._benchmarks = [benchmark.slug for benchmark in of.benchmarks.values()]
        self._teams = [team.slug for team in of.teams.values()]
        self._phases = sorted(set(Phase.objects.values_list("slug", flat=True)))
        self._submissions = [str(submission.pk) for submission in of.submissions.values()]
        self._people = [str(person.pk) for person in of.visitors.values() if person.pk]
        self._names = [person.username for person in of.visitors.values() if person.pk]
        self._tokens = [str(token.pk) for token in of.tokens.values()]
        self._memberships = [str(found.pk) for found in Membership.objects.all()]
        self._invitations = [str(found.pk) for found in Invitation.objects.all()]
        self._secrets = list(Invitation.objects.values_list("secret", flat=True))
        self._hosts = [str(found.pk) for found in Host.objects.all()]
        self._rescores = [str(found.pk) for found in Rescore.objects.all()]
        self._pairs = _pairs()
        self._entries = [str(AuditEntry.objects.order_by("pk")[0].pk)]

    def values(self, route: Route, parameter: str) -> list[str]:
        """What may stand in a route for a parameter.

        Raises:
            LookupError: when nobody has said so: a new route has to be thought of here.
        """
        known = {
            "benchmark": self._benchmarks,
            "slug": self._teams if route.template.startswith("/teams/") else self._benchmarks,
            "phase": self._phases,
            "phase_slug": self._phases,
            "submission": self._submissions,
            "submission_id": self._submissions,
            "entry": self._submissions,
            "entry_id": self._submissions,
            "team": self._teams,
            "person": self._people,
            "person_id": self._people,
            "username": self._names,
            "token": self._tokens,
            "membership": self._memberships,
            "invitation": self._invitations,
            "secret": self._secrets,
            "audit": self._entries,
            "host": self._hosts,
            "rescore": self._rescores,
            "kind": ["csv", "json"],
            # Of look files and links in e-mails:
            "digest": [content_of("site.css")[2]],
            "name": ["site.css", "site.js", "first.js"],
            # None that holds: opening one signs out whoever is somebody else.
            "key": ["MQ:1xTcpK:made-up", "set-password"],
            "uidb36": ["1"],
            "provider_id": ["sign-in"],
        }
        if parameter not in known:
            raise LookupError(f"{route.name}: what stands for {parameter!r}? Say so in {__name__}")
        return known[parameter]

    def of(self, route: Route) -> Iterator[str]:
        """Addresses of a route; of those whose parts do not belong together only the first."""
        choices = [self.values(route, parameter) for parameter in route.parameters]
        is_first_stray = True
        for chosen in product(*choices):
            given = dict(zip(route.parameters, chosen, strict=True))
            if not self._belong_together(given):
                if not is_first_stray:
                    continue
                is_first_stray = False
            yield route.template % given

    def _belong_together(self, given: dict[str, str]) -> bool:
        return "slug" not in given or all(
            (given["slug"], value) in self._pairs[name]
            for name, value in given.items()
            if name in self._pairs
        )


def _pairs() -> dict[str, set[tuple[str, str]]]:
    """Which parts of addresses belong to which benchmark or team."""
    submissions = Submission.objects.values_list("phase__benchmark__slug", "pk")
    found = {
        "phase": Phase.objects.values_list("benchmark__slug", "slug"),
        "submission": submissions,
        "submission_id": submissions,
        "host": Host.objects.values_list("benchmark__slug", "pk"),
        "rescore": Rescore.objects.values_list("benchmark__slug", "pk"),
        "membership": Membership.objects.values_list("team__slug", "pk"),
        "invitation": Invitation.objects.values_list("team__slug", "pk"),
    }
    return {name: {(slug, str(key)) for slug, key in rows} for name, rows in found.items()}
