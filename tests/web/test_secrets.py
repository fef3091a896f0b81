"""Secrets: not in logs, nor in cookies that scripts read, nor in e-mails to the wrong place."""

from __future__ import annotations

import io
import json
import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.core import mail
from django.test import Client

from cutline.web.logs import JsonLines, PlainLines
from cutline.web.people import teams as acts
from cutline.web.people.first_run import open_set_up
from cutline.web.people.models import Invitation
from cutline.web.people.secrets_in_paths import hidden
from tests.server import made
from tests.web.flows import PASSWORD, client_of, confirm, last_mail, link_in, sign_in, sign_up

pytestmark = pytest.mark.django_db


@pytest.fixture
def logged() -> Iterator[io.StringIO]:
    text, root = io.StringIO(), logging.getLogger()
    level, handlers = root.level, []
    for formatter in (JsonLines(), PlainLines()):
        handler = logging.StreamHandler(text)
        handler.setFormatter(formatter)
        root.addHandler(handler)
        handlers.append(handler)
    root.setLevel(logging.DEBUG)
    yield text
    root.setLevel(level)
    for handler in handlers:
        root.removeHandler(handler)


def test_no_secret_is_in_the_log(logged: io.StringIO) -> None:
    client = Client(raise_request_exception=False)
    sign_up(client)
    confirmation = link_in(last_mail()).split("/")[-2]
    confirm(client)
    token = client.post("/me/tokens/", {"name": "x", "days": 1}).content.decode()
    token = "cutline_" + token.partition("<code>cutline_")[2].partition("<")[0]
    for given in (f"Bearer {token}", f"Bearer {token}x", f"Basic {token}"):
        client.get("/api/v1/me", headers={"Authorization": given})
        client.get(f"/api/v1/nothing?token={token}", headers={"Authorization": given})
    sign_in(Client(), password="wrong secret words")
    Client().post("/account/password/reset/", {"email": "alice@example.org"})
    reset = link_in(last_mail()).split("/")[-2]
    Client().get(link_in(last_mail()))
    person = made.person("olga")
    invitation = acts.invite(person, acts.own_team_of(person), 3)
    client.get(f"/join/{invitation.secret}/")
    client.get(f"/join/{invitation.secret}")  # told to go on with a slash
    client.post(f"/join/{invitation.secret}/x")
    set_up = (open_set_up() or "").split("/")[-2]
    client.get(f"/set-up/{set_up}/")
    text = logged.getvalue()
    assert "/join/***" in text
    session = client.cookies[django_settings.SESSION_COOKIE_NAME].value
    for secret in (
        PASSWORD,
        "wrong secret words",
        token,
        confirmation,
        reset,
        invitation.secret,
        set_up,
        session,
        "alice@example.org",
        django_settings.SECRET_KEY,
    ):
        assert len(secret) > 8
        assert secret not in text


def test_every_line_of_the_log_is_json(logged: io.StringIO) -> None:
    Client().get("/account/login/")
    lines = [line for line in logged.getvalue().splitlines() if line.startswith("{")]
    assert any(json.loads(line).get("path") == "/account/login/" for line in lines)


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("GET /join/f3Q-81/ 200", "GET /join/***/ 200"),
        ("GET /join/f3Q-81 301", "GET /join/*** 301"),
        ("'/set-up/abc/?x=1'", "'/set-up/***/?x=1'"),
        ("/account/confirm-email/MQ:1x:y/", "/account/confirm-email/***/"),
        ("/account/password/reset/key/1-abc-def/", "/account/password/reset/key/***/"),
        ("/teams/join/ and /joint/x/", "/teams/join/ and /joint/x/"),
    ],
)
def test_what_is_cut_from_paths(said: str, told: str) -> None:
    assert hidden(said) == told


def test_links_in_mails_lead_to_the_site_whatever_the_request_says(settings: Any) -> None:
    settings.CONFIGURATION = replace(settings.CONFIGURATION, address="https://captions.example.org")
    settings.ALLOWED_HOSTS = ["captions.example.org", "localhost"]
    person = made.person("alice")
    for headers in ({"Host": "localhost"}, {"Host": "localhost", "X-Forwarded-Host": "evil.x"}):
        client = Client(headers=headers)
        client.post("/account/password/reset/", {"email": "alice@example.org"})
        client.post("/account/password/reset/", {"email": "nobody@example.org"})
        sign_up(client, "bob", email="alice@example.org")
        sign_up(client, f"carol{len(mail.outbox)}", email=f"c{len(mail.outbox)}@example.org")
    assert len(mail.outbox) == 8
    for message in mail.outbox:
        body = str(message.body)
        assert "https://captions.example.org/account/" in body
        assert "localhost" not in body
        assert "evil" not in body
    invitation = acts.invite(person, acts.own_team_of(person), 3)
    page = client_of(person, headers={"Host": "localhost"}).get("/teams/alice/").content.decode()
    assert f"https://captions.example.org/join/{invitation.secret}/" in page
    assert Invitation.objects.count() == 1


def _settings_of(tmp_path: Path, program: str, **environment: str) -> str:
    given = {"CUTLINE_SERVER_DATA": str(tmp_path), "DJANGO_SETTINGS_MODULE": "cutline.web.settings"}
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={"PATH": os.environ["PATH"]} | given | environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


_FLAGS = (
    "from django.conf import settings as s;"
    "print(s.SESSION_COOKIE_SECURE, s.CSRF_COOKIE_SECURE, s.SESSION_COOKIE_HTTPONLY,"
    " s.SESSION_COOKIE_SAMESITE, s.SECURE_HSTS_SECONDS > 0, s.DEBUG)"
)


def test_cookies_go_by_https_alone_where_the_site_does(tmp_path: Path) -> None:
    secure = _settings_of(tmp_path, _FLAGS, CUTLINE_ADDRESS="https://captions.example.org")
    assert secure == "True True True Lax True False"
    assert _settings_of(tmp_path, _FLAGS) == "False False True Lax False False"


def test_scripts_do_not_read_the_session() -> None:
    made.person("alice")
    client = Client()
    sign_in(client)
    cookie = client.cookies[django_settings.SESSION_COOKIE_NAME]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    assert client.cookies["csrftoken"]["samesite"] == "Lax"


def test_who_prints_the_configuration_prints_no_secret(tmp_path: Path) -> None:
    program = "from django.conf import settings as s; print(repr(s.CONFIGURATION))"
    told = _settings_of(
        tmp_path,
        program,
        CUTLINE_SECRET="very-secret-1",
        CUTLINE_EMAIL_URL="smtp+tls://me:very-secret-2@mail.example.org",
        CUTLINE_OPENID_URL="https://id.example.org",
        CUTLINE_OPENID_CLIENT="client",
        CUTLINE_OPENID_SECRET="very-secret-3",
        DATABASE_URL="sqlite:////tmp/x.sqlite3",
    )
    assert "captions" in told or "Configuration(" in told
    assert "very-secret" not in told
