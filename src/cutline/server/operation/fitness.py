"""Whether a site is fit for others to use: its readiness, and how it is set up, in plain words."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Literal

from django.conf import settings
from django.core.checks import WARNING, run_checks
from django.db import DatabaseError, InterfaceError

from cutline.core.errors import CutlineError
from cutline.server.operation.database import reach_database
from cutline.server.operation.readiness import readiness
from cutline.web.configuration import Configuration
from cutline.web.people.first_run import has_admin

Grade = Literal["fine", "advice", "wrong"]

#: What Django's own checks ask for and this program says itself, or leaves to the proxy in front:
#: HSTS and its subdomains, redirects to https, secure cookies, the key's strength, debugging.
_SAID_OTHERWISE = frozenset(
    f"security.W{number:03}" for number in (4, 5, 8, 9, 12, 16, 18, 20, 21, 25)
)
_OWN_MACHINE = ("localhost", "127.0.0.1", "::1")
_LEAST_SECRET = 32


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at."""

    name: str
    grade: Grade
    said: str


def findings(leaving_out: Collection[str] = ()) -> list[Finding]:
    """All that can be said of the site."""
    configuration: Configuration = settings.CONFIGURATION
    found = [
        Finding(check.name, "fine" if check.is_fine else "wrong", check.said)
        for check in readiness(leaving_out)
    ]
    try:
        reach_database()
    except CutlineError as error:  # more than readiness tells everybody
        found.append(Finding("database", "wrong", str(error)))
    found += [look(configuration) for look in _LOOKS]
    return found + _of_django()


def _address(configuration: Configuration) -> Finding:
    if "CUTLINE_ADDRESS" not in os.environ and configuration.address == Configuration.address:
        said = "not known: the site has not run yet; set CUTLINE_ADDRESS"
        return Finding("address", "advice", said)
    if configuration.host in _OWN_MACHINE:
        said = f"{configuration.address}: nobody else reaches it; CUTLINE_ADDRESS says where"
        return Finding("address", "advice", said)
    if not configuration.is_secure:
        said = f"{configuration.address}: passwords travel readable; put a proxy with https before"
        return Finding("address", "wrong", said)
    return Finding("address", "fine", configuration.address)


def _proxy(configuration: Configuration) -> Finding:
    if configuration.is_secure and not configuration.proxied:
        said = "the address is https and CUTLINE_PROXIED is not 1: limits see the proxy alone"
        return Finding("proxy", "wrong", said)
    if configuration.proxied:
        said = "its headers are believed: nobody may reach the web process but through it"
        return Finding("proxy", "fine", said)
    return Finding("proxy", "fine", "none")


def _debugging(configuration: Configuration) -> Finding:
    if configuration.debug:
        return Finding("debugging", "wrong", "CUTLINE_DEBUG=1 shows everything to everybody")
    return Finding("debugging", "fine", "off")


def _secret(configuration: Configuration) -> Finding:
    if len(settings.SECRET_KEY) < _LEAST_SECRET:
        said = f"CUTLINE_SECRET has fewer than {_LEAST_SECRET} characters: sessions can be forged"
        return Finding("secret", "wrong", said)
    return Finding("secret", "fine", "long enough")


def _folder(configuration: Configuration) -> Finding:
    if configuration.data.stat().st_mode & 0o077:
        said = f"{configuration.data}: others can look into it; chmod 700"
        return Finding("folder", "wrong", said)
    return Finding("folder", "fine", f"{configuration.data}: its owner's alone")


def _email(configuration: Configuration) -> Finding:
    if not configuration.email_url and configuration.host in _OWN_MACHINE:
        said = "e-mails go to the log, which is enough on one's own machine"
        return Finding("e-mail", "fine", said)
    if not configuration.email_url:
        said = "e-mails go to the log: nobody can confirm an address; see CUTLINE_EMAIL_URL"
        return Finding("e-mail", "advice", said)
    if configuration.from_email == Configuration.from_email:
        said = "CUTLINE_FROM_EMAIL is not set: many will refuse e-mails of cutline@localhost"
        return Finding("e-mail", "advice", said)
    return Finding("e-mail", "fine", f"sent by {configuration.from_email}")


def _admin(configuration: Configuration) -> Finding:
    try:
        is_there = has_admin()
    except (DatabaseError, InterfaceError):
        return Finding("admin", "advice", "cannot be looked for")
    if is_there:
        return Finding("admin", "fine", "there is one")
    said = "there is none: `cutline serve` prints a link that makes one, or `cutline serve admin`"
    return Finding("admin", "wrong", said)


def _figures(configuration: Configuration) -> Finding:
    if configuration.proxied and not os.environ.get("CUTLINE_METRICS_TOKEN"):
        return Finding("metrics", "advice", "nobody can read /metrics: see CUTLINE_METRICS_TOKEN")
    return Finding("metrics", "fine", "for this machine, or with the token")


_LOOKS: tuple[Callable[[Configuration], Finding], ...] = (
    _address,
    _proxy,
    _debugging,
    _secret,
    _folder,
    _email,
    _admin,
    _figures,
)


def _of_django() -> list[Finding]:
    """What Django finds beside that."""
    return [
        Finding(str(message.id), "wrong", message.msg.split(". ")[0])
        for message in run_checks(include_deployment_checks=True)
        if message.level >= WARNING and message.id not in _SAID_OTHERWISE
    ]
