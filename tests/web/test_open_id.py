"""Signing in by another site: a provider of OpenID, played by a small server on this machine."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.core import mail
from django.test import Client

from cutline.web.people.models import Person
from tests.server import made
from tests.web.flows import PASSWORD, client_of, is_signed_in, last_mail, problems, said, sign_in

pytestmark = pytest.mark.django_db

LOGIN = "/account/oidc/sign-in/login/"


@dataclass
class Provider:
    """What the other site says of who signs in there."""

    address: str = ""
    told: dict[str, Any] = field(default_factory=dict)
    is_broken: bool = False


@pytest.fixture
def provider(settings: Any) -> Iterator[Provider]:
    found = Provider(told={"sub": "u-1", "email": "zoe@example.org", "email_verified": True})

    class Answers(BaseHTTPRequestHandler):
        def _send(self, content: dict[str, Any]) -> None:
            self.send_response(500 if found.is_broken else 200)
            self.send_header("Content-Type", "application/json")
            self.end_headers()
            self.wfile.write(json.dumps(content).encode())

        def do_GET(self) -> None:
            names = {"authorization": "authorize", "token": "token", "userinfo": "userinfo"}
            places = {f"{name}_endpoint": f"{found.address}/{to}" for name, to in names.items()}
            is_person = self.path.startswith("/userinfo")
            self._send(found.told if is_person else places | {"issuer": found.address})

        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            self._send({"access_token": "secret-at", "token_type": "Bearer", "expires_in": 60})

        def log_message(self, format: str, *arguments: Any) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Answers)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    found.address = f"http://127.0.0.1:{server.server_port}"
    _use(settings, found.address)
    yield found
    server.shutdown()
    server.server_close()


def _use(settings: Any, address: str) -> None:
    settings.CONFIGURATION = replace(settings.CONFIGURATION, open_id=(address, "client", "secret"))
    app = {
        "provider_id": "sign-in",
        "name": "single sign-on",
        "client_id": "client",
        "secret": "secret",
        "settings": {"server_url": address},
    }
    settings.SOCIALACCOUNT_PROVIDERS = {"openid_connect": {"APPS": [app]}}


def _come_back(client: Client, **changes: str) -> Any:
    """Go to the other site and come back with a code."""
    sent = client.post(LOGIN)
    assert sent.status_code == 302
    asked = parse_qs(urlsplit(sent.url).query)
    assert asked["redirect_uri"][0].endswith("/account/oidc/sign-in/login/callback/")
    answer = {"code": "c-1", "state": asked["state"][0]} | changes
    return client.get("/account/oidc/sign-in/login/callback/", answer)


def test_somebody_new_chooses_a_name_and_is_in(provider: Provider) -> None:
    client = Client()
    assert "single sign-on" in said(client.get("/account/login/"))
    assert client.get(LOGIN).status_code == 200  # asked first, by a form
    assert _come_back(client).url == "/account/3rdparty/signup/"
    page = client.get("/account/3rdparty/signup/")
    assert "One last step" in said(page)
    fields = {"username": "zoe", "email": "zoe@example.org"}
    assert "without @" in problems(
        client.post("/account/3rdparty/signup/", fields | {"username": "zoe@example.org"})
    )
    assert client.post("/account/3rdparty/signup/", fields).status_code == 302
    assert is_signed_in(client)
    person = Person.objects.get(username="zoe")
    assert (person.has_confirmed_email, person.has_usable_password()) == (True, False)
    again = Client()
    _come_back(again)
    assert is_signed_in(again)
    assert "Set a password" in said(again.get("/me/"))


def test_the_policy_lets_the_form_go_there_and_nowhere_else(provider: Provider) -> None:
    header = Client().get(LOGIN).headers["Content-Security-Policy"]
    assert f"form-action 'self' {provider.address};" in header
    assert header.count(provider.address) == 1


def test_an_account_is_not_had_by_an_address_that_another_site_tells(provider: Provider) -> None:
    zoe = made.person("zoe")
    client = Client()
    _come_back(client)
    fields = {"username": "thief", "email": "zoe@example.org"}
    client.post("/account/3rdparty/signup/", fields)
    assert not is_signed_in(client)
    assert Person.objects.count() == 1
    assert "has an account already" in last_mail().body
    assert Person.objects.get(pk=zoe.pk).check_password(PASSWORD)


def test_an_address_that_the_other_site_has_not_proven_is_proven_here(provider: Provider) -> None:
    provider.told |= {"email_verified": False}
    client = Client()
    _come_back(client)
    fields = {"username": "zoe", "email": "zoe@example.org"}
    client.post("/account/3rdparty/signup/", fields)
    assert not is_signed_in(client)
    assert [message.to for message in mail.outbox] == [["zoe@example.org"]]


@pytest.mark.parametrize("changes", [{"state": "forged"}, {"code": ""}, {"error": "denied"}])
def test_answers_that_nobody_asked_for_sign_nobody_in(
    provider: Provider, changes: dict[str, str]
) -> None:
    client = Client()
    response = _come_back(client, **changes)
    assert response.status_code in (200, 302, 401, 403)
    assert not is_signed_in(client)
    assert not Person.objects.exists()


def test_a_provider_that_is_broken_is_said_so(provider: Provider) -> None:
    provider.is_broken = True
    client = Client()
    response = client.post(LOGIN, follow=True)
    assert "The other site did not sign you in" in said(response)
    assert sign_in(client).status_code == 200


def test_a_sign_in_elsewhere_is_added_to_an_account_and_removed(provider: Provider) -> None:
    person = made.person("alice")
    client = client_of(person)
    client.post("/account/reauthenticate/", {"password": PASSWORD})
    sent = client.post(f"{LOGIN}?process=connect")
    state = parse_qs(urlsplit(sent.url).query)["state"][0]
    back = client.get("/account/oidc/sign-in/login/callback/", {"code": "c-1", "state": state})
    assert back.status_code == 302
    account = person.socialaccount_set.get()  # type: ignore[attr-defined]
    assert "You can sign in by" in said(client.get("/account/3rdparty/"))
    client.post("/account/3rdparty/", {"account": account.pk})
    assert not person.socialaccount_set.exists()  # type: ignore[attr-defined]


def test_without_a_provider_there_is_none() -> None:
    client = Client()
    assert "another site" not in said(client.get("/account/login/"))
    assert client.post(LOGIN).status_code == 404
