"""How much of a request is read, from whom, and where files of forms are."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile, UploadedFile
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory

from cutline.server.models import Phase
from cutline.web.middleware.bodies import checked_bodies, most_bytes
from cutline.web.people.models import Role
from tests.server import made

_MEGABYTE = 1 << 20


def _answered(
    request: HttpRequest, view: Callable[[HttpRequest], HttpResponse] | None = None
) -> HttpResponse:
    return checked_bodies(view or (lambda request: HttpResponse("read")))(request)


def _form(path: str = "/b/made/submit/") -> HttpRequest:
    form = {"file": SimpleUploadedFile("../a.json", b"[1, 2, 3]"), "method": "Made"}
    return RequestFactory().post(path, form)


def _file(request: HttpRequest) -> UploadedFile[Any]:
    found = request.FILES["file"]
    assert isinstance(found, UploadedFile)
    return found


def _announced(size: int, path: str = "/b/made/submit/") -> HttpRequest:
    request = RequestFactory().post(path)
    request.META["CONTENT_LENGTH"] = str(size)
    return request


def test_a_file_has_no_name_on_disk() -> None:
    folder: Path = settings.CONFIGURATION.data / "uploading"

    def view(request: HttpRequest) -> HttpResponse:
        file = _file(request)
        assert (file.name, file.size, file.read()) == ("a.json", 9, b"[1, 2, 3]")
        found = os.fstat(file.fileno())
        assert found.st_nlink == 0
        assert found.st_dev == folder.stat().st_dev
        assert request.POST["method"] == "Made"
        return HttpResponse("read")

    request = _form()
    assert _answered(request, view).content == b"read"
    request.close()
    assert _file(request).closed


@pytest.mark.django_db
def test_how_much_is_read_from_whom(client: Client) -> None:
    ann, host = made.person("ann"), made.person("hanna", Role.HOST)
    made.benchmark(host)
    Phase.objects.update(most_bytes=5 * _MEGABYTE)
    request = _announced(0)
    assert most_bytes(request) == _MEGABYTE
    request.COOKIES[settings.SESSION_COOKIE_NAME] = "made up"
    assert most_bytes(request) == _MEGABYTE
    for person, most in ((ann, 6 * _MEGABYTE), (host, settings.MOST_BODY_BYTES)):
        client.force_login(person)
        request.COOKIES[settings.SESSION_COOKIE_NAME] = client.session.session_key or ""
        assert most_bytes(request) == most
    host.is_active = False
    host.save()
    assert most_bytes(request) == _MEGABYTE


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/b/made/submit/", "/api/v1/anything"])
def test_what_is_too_large_is_not_read(path: str) -> None:
    answer = _answered(_announced(1 << 30, path), lambda request: pytest.fail("it was read"))
    assert answer.status_code == 413
    assert b"1,073,741,824 bytes, expected at most 1,048,576" in answer.content
    if path.startswith("/api/"):
        assert json.loads(answer.content)["error"]["code"] == "too_large"


def test_a_form_that_breaks_off() -> None:
    class Broken:
        def read(self, *given: int) -> bytes:
            raise OSError(104, "Connection reset by peer")

    request = _form("/api/v1/anything")
    request._stream = Broken()  # type: ignore[assignment]
    answer = _answered(request, lambda request: pytest.fail("it was read"))
    assert answer.status_code == 400
    assert json.loads(answer.content)["error"]["code"] == "interrupted"


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"no form at all",
        b'--x\r\nContent-Disposition: form-data; name="a"\r\nContent-Transfer-Encoding: base64'
        b"\r\n\r\n!\r\n--x--\r\n",
        b"".join(
            b'--x\r\nContent-Disposition: form-data; name="a"; filename="a"\r\n\r\na\r\n'
            for _ in range(300)
        )
        + b"--x--\r\n",
        b"".join(
            b'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\na\r\n' for _ in range(300)
        )
        + b"--x--\r\n",
    ],
)
def test_a_form_that_cannot_be_read(body: bytes) -> None:
    """Either there is nothing in it, or it is refused; it never breaks."""
    for kind in ("multipart/form-data; boundary=x", "multipart/form-data"):
        request = RequestFactory().generic("POST", "/api/v1/anything", body, kind)
        answer = _answered(request)
        assert answer.status_code in (200, 400)
        if answer.status_code == 400:
            assert json.loads(answer.content)["error"]["code"] == "invalid_request"


def test_many_files_are_refused() -> None:
    part = b'--x\r\nContent-Disposition: form-data; name="a"; filename="a"\r\n\r\na\r\n'
    body = part * 300 + b"--x--\r\n"
    request = RequestFactory().generic("POST", "/", body, "multipart/form-data; boundary=x")
    assert _answered(request).status_code == 400
