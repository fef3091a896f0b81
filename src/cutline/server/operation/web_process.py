"""The web process: gunicorn with one process and several threads, on a socket that is given."""

from __future__ import annotations

import gc
import os
import sys
from pathlib import Path
from typing import Any

from django.urls import get_resolver
from gunicorn.app.base import BaseApplication

#: Requests share what the process keeps, and wait for the database at times. More threads answer
#: fewer of them: they get into each other's way at the interpreter (`bench/board_readers.py`).
THREADS = 4
#: A thread that waited for the database waits for the interpreter next, for as long as another one
#: computes: five milliseconds by default, for each statement of a transaction that others wait for.
SWITCH_SECONDS = 0.002
#: After how many new objects some are looked through, and after how many such times older ones.
GARBAGE = (20_000, 20, 50)
#: How long a request that is under way may take once the process is told to end.
GRACE_SECONDS = 20


class Site(BaseApplication):
    """Gunicorn, configured here instead of by files and its own command line."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        super().__init__()

    def load_config(self) -> None:
        """Tell gunicorn what to do."""
        for name, value in gunicorn_settings(self._descriptor).items():
            self.cfg.set(name, value)

    def load(self) -> Any:
        """What answers requests."""
        from cutline.web.wsgi import application

        spare_collections()
        return application


def spare_collections() -> None:
    """Leave what the program itself is made of out of looking for garbage.

    All requests stand still while objects are looked through: for more than a tenth of a second
    where the modules, the addresses and the tables of the checks are among them.
    """
    get_resolver().url_patterns  # noqa: B018 - views are loaded by that
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GARBAGE)


def gunicorn_settings(descriptor: int) -> dict[str, Any]:
    """Gunicorn's settings, for a socket that is bound already."""
    from cutline.web.logs import logging_settings

    logging = logging_settings()
    to_root: dict[str, Any] = {"handlers": [], "propagate": True}
    # Requests are told of by `middleware.requests`; gunicorn would add queries and addresses.
    silent: dict[str, Any] = {"handlers": [], "propagate": False, "level": "CRITICAL"}
    settings: dict[str, Any] = {
        "bind": f"fd://{descriptor}",
        "worker_class": "gthread",
        "workers": 1,
        "threads": THREADS,
        "graceful_timeout": GRACE_SECONDS,
        "timeout": 120,
        "keepalive": 10,
        "proc_name": "cutline-web",
        # Gunicorn's own default lets everybody read what is written.
        "umask": 0o077,
        "control_socket_disable": True,
        "logconfig_dict": logging
        | {"loggers": logging["loggers"] | {"gunicorn.error": to_root, "gunicorn.access": silent}},
    }
    if Path("/dev/shm").is_dir():  # a full or slow disk must not look like a process that hangs
        settings["worker_tmp_dir"] = "/dev/shm"
    return settings


def main(arguments: list[str]) -> None:
    """Serve on the socket of this number: `python -m cutline.server.operation.web_process 3`."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cutline.web.settings")
    sys.setswitchinterval(SWITCH_SECONDS)
    Site(int(arguments[0])).run()


if __name__ == "__main__":
    main(sys.argv[1:])
