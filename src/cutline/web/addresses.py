"""Addresses that leave the site, in e-mails and links that people copy."""

from __future__ import annotations

from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest

from cutline.web.configuration import Configuration

_OWN_MACHINE = ("localhost", "127.0.0.1", "::1")


def site_address(request: HttpRequest) -> str:
    """Where people reach the site, whatever host a request names.

    Who sends a request chooses its host, and an e-mail to somebody else would carry it. On one's
    own machine any of its names will do.
    """
    configuration: Configuration = settings.CONFIGURATION
    asked = f"{request.scheme}://{request.get_host()}"
    both = (configuration.host, urlsplit(asked).hostname)
    return asked if all(host in _OWN_MACHINE for host in both) else configuration.address


def on_site(request: HttpRequest, address: str) -> str:
    """An address with the site's own scheme and host before its path."""
    parts = urlsplit(address)
    return site_address(request) + parts._replace(scheme="", netloc="").geturl()
