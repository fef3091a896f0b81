"""A project with pictures, and somebody who takes part in it."""

from __future__ import annotations

import hashlib
import io
from typing import Any

import pytest
from django.core.cache import cache
from PIL import Image, ImageDraw

from cutline.collect import pictures
from cutline.collect.models import Item, Project
from tests.browser import browser  # noqa: F401 - a fixture
from tests.collect import made
from tests.server.pages.driven import beside_a_loop, open_site  # noqa: F401 - fixtures


def stored_picture(number: int, width: int = 1200, height: int = 800) -> str:
    """Draws a picture and keeps it; returns its name."""
    image = Image.new("RGB", (width, height), (40 + 30 * (number % 6), 110, 150))
    draw = ImageDraw.Draw(image)
    draw.ellipse((width // 3, height // 4, width // 3 + 300, height // 4 + 300), (240, 200, 90))
    draw.rectangle((0, height * 3 // 4, width, height), (60, 120, 60))
    draw.text((40, 40), str(number), (255, 255, 255), font_size=120)
    written = io.BytesIO()
    image.save(written, "JPEG")
    name = f"{hashlib.sha256(written.getvalue()).hexdigest()}.jpg"
    pictures.keep(name, written.getvalue())
    return name


@pytest.fixture
def project() -> Project:
    """Four pictures, three captions each, with a file for each."""
    cache.clear()
    new = made.project(images=4, instructions="Look first.\n- Say what is to be seen.\n- No names.")
    return with_pictures(new)


def with_pictures(of: Project) -> Project:
    for item in of.items.all():
        name = stored_picture(item.position)
        Item.objects.filter(pk=item.pk).update(picture=name, width=1200, height=800)
    return of


def begun(client: Any, of: Project) -> Any:
    """Begins by the link."""
    answer = client.post(f"/c/{of.slug}/join/{of.invitation}/")
    assert answer.status_code == 302, answer.content
    return of.annotators.order_by("-number").first()
