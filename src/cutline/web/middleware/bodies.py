"""What may be sent: bodies that are too large are not read, and a full disk is told of."""

from __future__ import annotations

import errno
import tempfile
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.core.exceptions import SuspiciousOperation
from django.core.files.uploadedfile import UploadedFile
from django.core.files.uploadhandler import FileUploadHandler
from django.http import HttpRequest, HttpResponse, JsonResponse, UnreadablePostError
from django.http.multipartparser import MultiPartParserError
from django.utils.module_loading import import_string

_NO_SPACE = (errno.ENOSPC, errno.EDQUOT)
#: Forms without files are far smaller; of a form with one, what is not the file.
_SMALL = 1 << 20


def checked_bodies(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Refuse by the announced length; then read forms, whose files go to disk as they come.

    A body without a length is not read at all: the server's interface has none for it.
    """

    def answered(request: HttpRequest) -> HttpResponse:
        announced = request.META.get("CONTENT_LENGTH") or "0"
        size = int(announced) if announced.isascii() and announced.isdigit() else 0
        # Who sends it is asked only where it matters.
        if size > _SMALL and size > (most := most_bytes(request)):
            said = f"The request has {size:,} bytes, expected at most {most:,}."
            return _refused(request, 413, "too_large", said)
        if request.method == "POST" and request.content_type == "multipart/form-data":
            refusal = _read_form(request)
            if refusal is not None:
                return refusal
        return get_response(request)

    return answered


def most_bytes(request: HttpRequest) -> int:
    """How large a body may be: little from those who are not known, and most from hosts."""
    person = _person_of(request)
    if person is None:
        return _SMALL
    if person.is_host:
        return int(settings.MOST_BODY_BYTES)
    largest: Callable[[], int] = import_string(settings.LARGEST_UPLOAD)
    return largest() + _SMALL


class UnnamedFiles(FileUploadHandler):
    """Writes files of forms to disk as they come, under no name.

    They are gone with the request, and with the process however it ends. They are written where
    the site's data is, which its host has made large enough.
    """

    def new_file(self, *args: Any, **kwargs: Any) -> None:
        """Begin with the next file of a form."""
        super().new_file(*args, **kwargs)
        folder: Path = settings.CONFIGURATION.data / "uploading"
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        # Closed with the request, by Django.
        self.file = tempfile.TemporaryFile(dir=folder)  # noqa: SIM115

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:
        """Write a piece of it."""
        self.file.write(raw_data)

    def file_complete(self, file_size: int) -> UploadedFile[Any]:
        """What the view finds in `request.FILES`."""
        self.file.seek(0)  # written to the end by that, if there is space
        return UploadedFile(
            self.file,
            self.file_name,
            self.content_type,
            file_size,
            self.charset,
            self.content_type_extra,
        )

    def upload_interrupted(self) -> None:
        """Nobody will ask for it."""
        if hasattr(self, "file"):
            with suppress(OSError):  # of a full disk, which cannot take the last of it
                self.file.close()


def _read_form(request: HttpRequest) -> HttpResponse | None:
    """Read a form with its files; returns what to answer where that cannot be done."""
    files = UnnamedFiles(request)
    request.upload_handlers = [files]
    try:
        try:
            _ = request.POST
        except BaseException:
            files.upload_interrupted()
            raise
    except UnreadablePostError:
        said = "The upload broke off before its end. Nothing of it was kept."
        return _refused(request, 400, "interrupted", said)
    except OSError as error:
        if error.errno not in _NO_SPACE:
            raise
        said = "The server has no space left for the file. Nothing of it was kept."
        return _refused(request, 507, "no_space", said)
    except (MultiPartParserError, SuspiciousOperation):
        said = "The form cannot be read, expected multipart/form-data with a few fields and a file."
        return _refused(request, 400, "invalid_request", said)
    return None


def _person_of(request: HttpRequest) -> Any:
    """Who is signed in, or whose token was found to hold; None for nobody."""
    visitor = getattr(request, "visitor", None)
    if visitor is not None:
        return visitor if visitor.is_authenticated else None
    from cutline.web.people.models import Person

    key = request.COOKIES.get(settings.SESSION_COOKIE_NAME, "")
    if not key:
        return None
    session = import_module(settings.SESSION_ENGINE).SessionStore(key)
    signed_in = session.get(SESSION_KEY)
    return Person.objects.filter(pk=signed_in, is_active=True).first() if signed_in else None


def _refused(request: HttpRequest, status: int, code: str, message: str) -> HttpResponse:
    if request.path.startswith("/api/"):
        content = {"code": code, "message": message, "problems": []}
        return JsonResponse({"error": content}, status=status)
    return HttpResponse(message, status=status, content_type="text/plain; charset=utf-8")
