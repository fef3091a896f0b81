"""A disk that is full: how to tell, and what to say. Needs no Django."""

from __future__ import annotations

import errno
import shutil

from cutline.server.uploads.refused import Refused

_NO_SPACE = (errno.ENOSPC, errno.EDQUOT)
_POSTGRES_FULL = "53100"
_SQLITE_FULL = 13
_UNWRITABLE = (10, 14)  # SQLITE_IOERR, SQLITE_CANTOPEN
_NEXT_TO_NOTHING = 1 << 20


def is_out_of_space(error: OSError) -> bool:
    """Whether this is the disk's fault and nobody else's."""
    return error.errno in _NO_SPACE


def no_space() -> Refused:
    """What somebody is told whose upload the disk has no space for."""
    return Refused(
        507,
        "no_space",
        "The server has no space left for this upload. Nothing of it was kept, and it does not "
        "count. Try again later.",
        headers={"Retry-After": "300"},
    )


def is_full(error: Exception) -> bool:
    """Whether a database could not write for want of space."""
    cause = error.__cause__
    if getattr(cause, "sqlstate", "") == _POSTGRES_FULL:
        return True
    code = getattr(cause, "sqlite_errorcode", 0) & 0xFF  # the rest is finer than is needed here
    # Where its own file beside the database finds no space, SQLite only says that it cannot write.
    return code == _SQLITE_FULL or (code in _UNWRITABLE and _has_no_space())


def _has_no_space() -> bool:
    # Imported here because the checking process knows nothing of Django.
    from django.conf import settings

    return shutil.disk_usage(settings.CONFIGURATION.data).free < _NEXT_TO_NOTHING
