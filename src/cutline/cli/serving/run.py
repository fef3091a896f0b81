"""A site from its folder to the last request."""

from __future__ import annotations

import socket
import sys
import webbrowser

from cutline.cli.serving.first_run import Start, say_demo, say_set_up
from cutline.cli.serving.last_address import leave_address
from cutline.cli.serving.listen import address_of, answers, bound_socket, is_wildcard
from cutline.cli.serving.log import open_log
from cutline.cli.serving.site import check_parts, open_site
from cutline.cli.serving.supervise import Part, Supervisor
from cutline.cli.terminal import note, working
from cutline.cli.this_command import has_screen


def run_site(
    *,
    data: str | None,
    host: str,
    port: int,
    demo: bool,
    workers: int,
    log: str | None,
    open_page: bool | None,
    first_page: str = "/",
) -> None:
    """Prepare a site and serve it until told to stop.

    `first_page` is what is opened where nothing has to be set up first.

    Raises:
        CutlineError: when something stands in the way; the text says what to do.
    """
    check_parts()
    with bound_socket(host, port) as listening:
        configuration = open_site(data, address_of(listening, host))
        opened = open_log(log, configuration.data)
        start = Start(configuration.address, configuration.data, opened[0], first_page)
        _prepare(start, demo)
        leave_address(configuration.data, configuration.address)
        if is_wildcard(host) and configuration.host == "localhost":
            note(
                "cutline: others are refused until CUTLINE_ADDRESS says where they reach this "
                "machine, such as http://captions.example.org"
            )

        def ready() -> None:
            note(start.text())
            if open_page or (open_page is None and has_screen()):
                webbrowser.open(start.address + start.first_page)

        supervisor = Supervisor(_parts(listening, workers), opened[1])
        supervisor.run(lambda: answers(listening), ready)
    note("Stopped.")


def _prepare(start: Start, demo: bool) -> None:
    from cutline.server.operation.database import bring_up_to_date, reach_database

    reach_database()
    with working("Preparing the database"):
        bring_up_to_date()
    if demo:
        with working("Preparing the demonstration"):
            say_demo(start)
    else:
        say_set_up(start)
    _leave_database()


def _leave_database() -> None:
    # The supervisor works with no database: a connection would only be in the way of a restart.
    from django.db import connections

    connections.close_all()


def _parts(listening: socket.socket, workers: int) -> list[Part]:
    python = sys.executable
    descriptor = listening.fileno()
    web = [python, "-m", "cutline.server.operation.web_process", str(descriptor)]
    return [
        Part("web", web, [descriptor]),
        *(
            Part("worker", [python, "-m", "cutline", "worker", "--log", "-"])
            for _ in range(workers)
        ),
    ]
