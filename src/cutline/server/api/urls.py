"""The addresses of the interface."""

from __future__ import annotations

from typing import NoReturn

from django.http import Http404, HttpRequest
from django.urls import path, re_path
from django.views.decorators.csrf import csrf_exempt

from cutline.server.api import benchmarks, boards, changes, files, submissions
from cutline.server.api.description import DescribedApi
from cutline.server.api.errors import register_errors
from cutline.server.api.page import DescriptionPage

api = DescribedApi(
    title="Cutline evaluation server",
    version="1",
    urls_namespace="api",
    docs=DescriptionPage(),
    docs_url="/docs",
    openapi_url="/openapi.json",
)
register_errors(api)
for part in (benchmarks, boards, submissions, changes, files):
    api.add_router("", part.router)


@csrf_exempt
def unknown(request: HttpRequest) -> NoReturn:
    """Whatever else is asked for below the interface's address."""
    raise Http404


urlpatterns = [path("api/v1/", api.urls), re_path(r"^api/", unknown)]
