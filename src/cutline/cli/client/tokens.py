"""Tokens for servers, kept in the user's own configuration, readable by nobody else."""

from __future__ import annotations

import json
import os
import sys
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import platformdirs

from cutline.core.errors import FileError, UsageError

VARIABLE = "CUTLINE_TOKEN"


def token_for(address: str) -> str:
    """The token for a server: of the environment, else the one that was remembered.

    Empty where there is none.

    Raises:
        FileError: when the file of tokens cannot be read.
    """
    return os.environ.get(VARIABLE, "") or _remembered().get(_server(address), "")


def ask_for_token(address: str) -> str:
    """Ask the person at the terminal.

    Raises:
        UsageError: when nobody is there to ask, or the answer is empty.
    """
    page = f"{_server(address)}/me/tokens/"
    if not sys.stdin.isatty() or not sys.stderr.isatty():
        raise UsageError(
            f"{_server(address)} needs a token: make one at {page} and put it into {VARIABLE}"
        )
    import getpass

    print(f"cutline: make a token at {page}", file=sys.stderr)
    token = getpass.getpass("Token (not shown): ", stream=sys.stderr).strip()
    if not token:
        raise UsageError("no token was given")
    return token


def remember(address: str, token: str) -> Path:
    """Keep the token for a server.

    Raises:
        FileError: when it cannot be kept.
    """
    path = tokens_path()
    known = _remembered() | {_server(address): token}
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        # Never readable by others, not even for a moment.
        with suppress(FileNotFoundError):
            temporary.unlink()
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            json.dump({"cutline": "tokens", "version": 1, "tokens": known}, file, indent=2)
        temporary.replace(path)
    except OSError as error:
        raise FileError(f"{path}: cannot be written: {error.strerror or error}") from None
    return path


def tokens_path() -> Path:
    """Where tokens are kept; `CUTLINE_CONFIG_DIR` names another folder."""
    folder = os.environ.get("CUTLINE_CONFIG_DIR") or platformdirs.user_config_path("cutline")
    return Path(folder) / "tokens.json"


def _remembered() -> dict[str, str]:
    path = tokens_path()
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        tokens = content["tokens"]
        return {str(server): str(token) for server, token in tokens.items()}
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        raise FileError(
            f"{path}: the file of tokens cannot be read; remove it, and give the token again"
        ) from None


def _server(address: str) -> str:
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc}"
