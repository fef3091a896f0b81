"""Where to submit to: `https://captions.example.org/nocaps/test`."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import quote, unquote, urlsplit

from cutline.core.errors import UsageError

#: What stands before the name of a benchmark in the address of its page, and pages of it.
_PAGES = "b"
_OF_A_BENCHMARK = ("board", "data", "mine", "rules", "submit")
_OWN_MACHINE = ("localhost", "127.0.0.1", "::1")


@dataclass(frozen=True)
class Target:
    """A benchmark on a server, and a phase of it if one was named."""

    server: str
    benchmark: str
    phase: str = ""

    @property
    def is_private(self) -> bool:
        """Whether nobody on the way reads what is sent."""
        parts = urlsplit(self.server)
        return parts.scheme == "https" or parts.hostname in _OWN_MACHINE

    def path(self, phase: str = "", rest: str = "") -> str:
        """The path of the benchmark, or of a phase of it, for calls.

        >>> Target("http://localhost", "made").path("test", "/board")
        '/benchmarks/made/phases/test/board'
        """
        of_phase = f"/phases/{quote(phase, safe='')}" if phase else ""
        return f"/benchmarks/{quote(self.benchmark, safe='')}{of_phase}{rest}"


def parse_target(text: str) -> Target:
    """Read an address, as it is typed or copied from the page of a benchmark.

    Raises:
        UsageError: when it is no such address.

    >>> parse_target("localhost:8000/demo/dev")
    Target(server='http://localhost:8000', benchmark='demo', phase='dev')
    >>> parse_target("https://example.org/b/nocaps/board/test/").phase
    'test'
    """
    try:
        parts = urlsplit(text if "://" in text else f"https://{text}")
        port_is_fine = parts.port is None or parts.port > 0
    except ValueError:
        parts, port_is_fine = urlsplit(""), False
    if parts.username or parts.password:
        raise UsageError("an address holds no name or password: tokens are kept apart from it")
    if parts.scheme not in ("http", "https") or not parts.hostname or not port_is_fine:
        raise UsageError(f"{text!r} is no address of a server, such as https://example.org/nocaps")
    steps = [unquote(step) for step in parts.path.split("/") if step]
    if steps[:1] == [_PAGES] and len(steps) > 1:
        is_page = len(steps) > 2 and steps[2] in _OF_A_BENCHMARK
        steps = [steps[1], *steps[3 if is_page else 2 :]]
    if not 1 <= len(steps) <= 2:
        raise UsageError(
            f"{text!r} names no benchmark: expected SERVER/BENCHMARK or SERVER/BENCHMARK/PHASE"
        )
    # On one's own machine there is rarely a certificate.
    is_own = "://" not in text and parts.hostname in _OWN_MACHINE
    scheme = "http" if is_own else parts.scheme
    return Target(f"{scheme}://{parts.netloc}", steps[0], steps[1] if steps[1:] else "")
