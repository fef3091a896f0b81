"""Where the site differs from allauth's ways."""

from __future__ import annotations

import logging
from types import SimpleNamespace
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.core import context as allauth_context
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from django.db import transaction
from django.http import HttpRequest
from django.shortcuts import redirect
from django.utils.http import url_has_allowed_host_and_scheme
from requests import RequestException

from cutline.web.addresses import on_site, site_address
from cutline.web.people.models import Person
from cutline.web.people.names import username_of

_logger = logging.getLogger("cutline.people")


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Names that nobody takes for another's, links that lead here, addresses that are proven."""

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """The username as it is kept, if it is one and free."""
        return str(super().clean_username(username_of(username), shallow))

    def is_safe_url(self, url: str) -> bool:
        """Whether a visitor may be sent there: to the site itself, by the host they came to."""
        request: HttpRequest = allauth_context.request
        here = {request.get_host()}
        return url_has_allowed_host_and_scheme(url, here, require_https=request.is_secure())

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send an e-mail whose links lead to the site, whatever host the request named."""
        request: HttpRequest = allauth_context.request
        links = {
            name: on_site(request, value)
            for name, value in context.items()
            if name.endswith("_url") and isinstance(value, str)
        }
        domain = site_address(request).partition("://")[2]
        site = {"current_site": SimpleNamespace(domain=domain, name=domain)}
        super().send_mail(template_prefix, email, context | links | site)

    def confirm_email(self, request: HttpRequest, email_address: EmailAddress) -> bool:
        """Take it that an address is somebody's, who has proven it by opening a link."""
        with transaction.atomic():
            _let_go(email_address)
            return bool(super().confirm_email(request, email_address))


def _let_go(proven: EmailAddress) -> None:
    """Take an address from accounts that named it and never proved it.

    Else whoever signed up first with the address of somebody else would keep it from them.
    """
    if EmailAddress.objects.filter(email__iexact=proven.email, verified=True).exists():
        return
    claims = EmailAddress.objects.filter(email__iexact=proven.email)
    claims.exclude(user_id=proven.user_id).delete()
    for other in Person.objects.filter(email__iexact=proven.email).exclude(pk=proven.user_id):
        other.email = f"unconfirmed-{other.pk}@unconfirmed.invalid"
        other.save(update_fields=["email"])


class SocialAdapter(DefaultSocialAccountAdapter):  # type: ignore[misc]
    """Signing in by another site, which may be away or broken."""

    def get_requests_session(self) -> Any:
        """What asks the other site; where it cannot answer, people get a page that says so."""
        session = super().get_requests_session()
        ask = session.request

        def asked(*arguments: Any, **options: Any) -> Any:
            try:
                answer = ask(*arguments, **options)
                answer.raise_for_status()
            except RequestException as error:
                _logger.warning("the other site did not answer: %s", type(error).__name__)
                raise ImmediateHttpResponse(redirect("socialaccount_login_error")) from None
            return answer

        session.request = asked
        return session
