"""The socket of a site: bound first, so that a port that is taken is known before any work."""

from __future__ import annotations

import errno
import http.client
import ipaddress
import socket

from cutline.core.errors import UsageError


def bound_socket(host: str, port: int) -> socket.socket:
    """A socket that nobody else has. It is kept open while web processes come and go.

    Raises:
        UsageError: when the port is taken, or the host is not of this machine.
    """
    try:
        kind, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        made = socket.socket(kind, socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise UsageError(f"--host {host}: no such host: {error}") from None
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind(address)
        made.listen(1024)
    except OSError as error:
        made.close()
        raise UsageError(_why(error, host, port)) from None
    return made


def address_of(listening: socket.socket, host: str) -> str:
    """The address at which a browser on this machine finds the socket."""
    port = listening.getsockname()[1]
    shown = "localhost" if is_wildcard(host) else host
    return f"http://{f'[{shown}]' if ':' in shown else shown}:{port}"


def is_wildcard(host: str) -> bool:
    """Whether a host means every address of this machine."""
    try:
        return ipaddress.ip_address(host).is_unspecified
    except ValueError:
        return False


def answers(listening: socket.socket, path: str = "/healthz") -> bool:
    """Whether a web process answers there already."""
    host, port = listening.getsockname()[:2]
    if is_wildcard(host):
        host = "::1" if ":" in host else "127.0.0.1"
    connection = http.client.HTTPConnection(host, port, timeout=2)
    try:
        connection.request("GET", path, headers={"Host": "localhost"})
        return connection.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def _why(error: OSError, host: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return (
            f"port {port} of {host} is in use: stop what runs there, or take another, "
            f"such as --port {port + 1 if port < 65535 else 8000}"
        )
    if error.errno == errno.EACCES:
        return f"port {port} is for the system alone: take one above 1023, such as --port 8000"
    if error.errno == errno.EADDRNOTAVAIL:
        return f"--host {host}: is no address of this machine"
    return f"port {port} of {host} cannot be used: {error.strerror or error}"
