"""All addresses: the project's own, then those of its parts."""

from __future__ import annotations

from django.conf import settings
from django.urls import include, path

from cutline.web.look.files import look_file

urlpatterns = [
    path("look/<slug:digest>/<str:name>", look_file, name="look"),
    path("account/", include("allauth.urls")),
    path("", include("cutline.web.people.urls")),
    *(path("", include(f"{part}.urls")) for part in settings.PARTS),
]
