"""Pages for what went wrong: each says what happened and what to do next."""

from __future__ import annotations

import pytest
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.test import Client, RequestFactory
from django.views.defaults import bad_request, permission_denied, server_error

from tests.server.pages.conftest import Made

pytestmark = pytest.mark.django_db


@pytest.fixture
def request_of_nobody(rf: RequestFactory) -> HttpRequest:
    return rf.get("/")


def test_not_found(client: Client, site: Made) -> None:
    response = client.get("/nothing/here/")
    text = response.content.decode()
    assert response.status_code == 404
    assert "No such page" in text
    assert "sign in" in text
    client.force_login(site.pia)
    assert "your submissions" in client.get("/nothing/here/").content.decode()


def test_forbidden(client: Client, site: Made, request_of_nobody: HttpRequest) -> None:
    response = client.get("/b/made/board/?raw=1")
    assert response.status_code == 403
    assert "That is not for you to do here." in response.content.decode()
    assert "Sign in" in response.content.decode()
    said = permission_denied(request_of_nobody, PermissionDenied("<b>No.</b> Really"))
    assert b"&lt;b&gt;No." in said.content


def test_broken(request_of_nobody: HttpRequest) -> None:
    text = server_error(request_of_nobody).content.decode()
    assert "no fault of yours" in text
    assert "Sign in" not in text  # nobody knows who it is
    assert "not understood" in bad_request(request_of_nobody, ValueError()).content.decode().lower()


def test_forms_from_elsewhere(site: Made) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(site.pia)
    response = client.post("/b/made/submit/test/", {})
    assert response.status_code == 403
    assert "load the page again" in response.content.decode()


def test_too_many() -> None:
    assert "Wait a few minutes" in render_to_string("429.html")
