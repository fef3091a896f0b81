"""Django's settings in tests: the site's own, with a folder and a database of their own."""

from __future__ import annotations

import os
from pathlib import Path

_DATA = Path(__file__).resolve().parent.parent / "build" / "test-site"
os.environ["CUTLINE_SERVER_DATA"] = str(_DATA)
os.environ.setdefault("CUTLINE_LOG", "error")

from cutline.web.settings import *  # noqa: E402, F403

# The real one is slow on purpose; a test of its own sees that it is used.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
# Limits on sign-ins have tests of their own; elsewhere a test signs in as often as it likes.
ACCOUNT_RATE_LIMITS = False

if "sqlite" in str(DATABASES["default"]["ENGINE"]):  # noqa: F405
    # A file, as sites have it: in memory, threads would be refused where they wait on a site. Each
    # process has its own; nothing has to survive a loss of power.
    _DATA.mkdir(parents=True, exist_ok=True)
    _file = _DATA / f"test-{os.getpid()}.sqlite3"
    _quick = {"init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;"}
    _options = {**DATABASES["default"]["OPTIONS"], **_quick}  # noqa: F405
    DATABASES["default"] |= {"OPTIONS": _options, "TEST": {"NAME": str(_file)}}  # noqa: F405
