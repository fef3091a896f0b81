"""What somebody who has just started a site needs to know: where it is, and what comes next."""

from __future__ import annotations

import shlex
from dataclasses import dataclass, field
from pathlib import Path

from cutline.cli.this_command import this_command


@dataclass
class Start:
    """What is said when a site answers."""

    address: str
    data: Path
    #: The file of the log; None where it goes to standard error.
    log: Path | None
    #: The page to look at first.
    first_page: str = "/"
    lines: list[tuple[str, str]] = field(default_factory=list)

    def text(self) -> str:
        """The message."""
        said = [("data", str(self.data))]
        if self.log is not None:
            said.append(("log", str(self.log)))
        said += self.lines
        width = max(len(name) for name, _ in said)
        listed = "\n".join(f"  {name.ljust(width)}  {value}" for name, value in said)
        return f"Cutline is at {self.address}/\n{listed}\nCtrl-C stops it."


def say_set_up(start: Start) -> None:
    """Where the site has no admin: the link that makes one."""
    from cutline.web.people.first_run import open_set_up

    path = open_set_up()
    if path is None:
        return
    start.first_page = path
    start.lines.append(("next", f"make the admin's account at {start.address}{path}"))
    start.lines.append(("", "(the link works once, and for a day)"))


def say_demo(start: Start) -> None:
    """Host the demonstration, and say how to submit to it."""
    from cutline.cli.client.tokens import remember
    from cutline.server.hosting.demo import host_demo
    from cutline.server.hosting.try_out import demo_admin, demo_token, write_results

    admin, password = demo_admin()
    benchmark = host_demo(admin)
    files = write_results(benchmark, start.data / "demo")
    remember(start.address, demo_token())
    start.first_page = f"/b/{benchmark.slug}/"
    known = "with the password of the first start" if password is None else f"password {password}"
    start.lines.append(("admin", f"{admin.username}, {known}"))
    typed = [*this_command(), "submit", str(files["steady", "test"])]
    typed += ["--to", f"{start.address}/{benchmark.slug}", "--phase", "test", "--watch"]
    start.lines.append(("next", "submit something, from another terminal:"))
    start.lines.append(("", shlex.join(typed)))
