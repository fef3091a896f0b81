"""What pages of every console share: forms that were sent, parts of lists, and what was done."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.core.paginator import Page, Paginator
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render

from cutline.core.errors import CutlineError

PER_PAGE = 50


def private_page(
    request: HttpRequest, template: str, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    """A page of which no copy is kept: it has people's names, or what only hosts may see."""
    response = render(request, template, context, status=status)
    response.headers["Cache-Control"] = "private, no-store"
    return response


def posted(request: HttpRequest) -> QueryDict | None:
    """What a form was sent with; None where it is only shown."""
    return request.POST if request.method == "POST" else None


def pages_of(request: HttpRequest, found: Any, per_page: int = PER_PAGE) -> Page[Any]:
    """The part of a list that a request asks for; the nearest one if there is no such part."""
    return Paginator(found, per_page).get_page(request.GET.get("page"))


def rest_of_query(request: HttpRequest, *without: str) -> str:
    """What was asked for beside the number of the page, to be put before it again."""
    query = request.GET.copy()
    for name in ("page", *without):
        query.pop(name, None)
    return f"{query.urlencode()}&" if query else ""


def done(request: HttpRequest, act: Callable[[], object], said: str) -> bool:
    """Do it and say so, or say why it cannot be done."""
    try:
        act()
    except CutlineError as error:
        messages.error(request, sentence(str(error)))
        return False
    messages.success(request, said)
    return True


def sentence(text: str) -> str:
    """A message of the program as a sentence of a page.

    >>> sentence("the rescore is dropped already")
    'The rescore is dropped already.'
    """
    text = text.strip()
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")
