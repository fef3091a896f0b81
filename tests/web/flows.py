"""What people do on the site, for tests."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlsplit

import lxml.html
from django.core import mail
from django.core.mail import EmailMessage
from django.http import HttpResponse
from django.test import Client

from cutline.web.people.models import Person

PASSWORD = "a long enough secret"
BACKEND = "django.contrib.auth.backends.ModelBackend"


def client_of(person: Person | None = None, **options: Any) -> Client:
    """A browser, in which a person is signed in."""
    client = Client(**options)
    if person is not None:
        client.force_login(person, backend=BACKEND)
    return client


def sign_up(client: Client, username: str = "alice", **changes: str) -> Any:
    fields = {"username": username, "email": f"{username}@example.org", "password1": PASSWORD}
    return client.post("/account/signup/", fields | changes)


def sign_in(client: Client, login: str = "alice", password: str = PASSWORD, **more: str) -> Any:
    return client.post("/account/login/", {"login": login, "password": password, **more})


def is_signed_in(client: Client) -> bool:
    return bool(client.get("/me/").status_code == 200)


def last_mail() -> EmailMessage:
    return mail.outbox[-1]


def link_in(message: EmailMessage) -> str:
    """The path of the only link in an e-mail."""
    (link,) = re.findall(r"https?://\S+", str(message.body))
    return urlsplit(link).path


def confirm(client: Client) -> Any:
    """Open the link of the last e-mail and say yes."""
    link = link_in(last_mail())
    assert client.get(link).status_code == 200
    return client.post(link)


def problems(response: HttpResponse) -> str:
    """What a page says is wrong."""
    tree = lxml.html.document_fromstring(response.content.decode())
    return " ".join(
        found.text_content() for found in tree.xpath("//*[contains(@class, 'error-summary')]")
    )


def said(response: HttpResponse) -> str:
    """The words of a page."""
    tree = lxml.html.document_fromstring(response.content.decode())
    return " ".join(" ".join(tree.xpath("//body//text()")).split())
