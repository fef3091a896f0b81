"""A server that knows who calls, by a token that holds."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import Any

from cutline.cli.client.calls import Server
from cutline.cli.client.refusals import Refusal
from cutline.cli.client.tokens import VARIABLE, ask_for_token, remember, token_for
from cutline.core.errors import UsageError

_PERSON = ("username", "teams")


def signed_in(server: Server) -> tuple[Server, dict[str, Any]]:
    """The server with a token that holds, and who the caller is.

    Where none is at hand, or the one that was remembered no longer holds, the person at the
    terminal is asked. A token is remembered once it has worked.

    Raises:
        CutlineError: when there is none, or the server cannot be asked.
    """
    token = token_for(server.address)
    if token:
        known = replace(server, token=checked_token(token))
        try:
            return known, known.get("/me", _PERSON)
        except Refusal as refusal:
            if refusal.code != "bad_token" or os.environ.get(VARIABLE):
                raise
    asked = replace(server, token=checked_token(ask_for_token(server.address)))
    person = asked.get("/me", _PERSON)
    remember(server.address, asked.token)
    return asked, person


def with_token_if_any(server: Server) -> Server:
    """The server with whatever token is at hand, for what may be public."""
    token = token_for(server.address)
    return replace(server, token=checked_token(token)) if token else server


def checked_token(token: str) -> str:
    """A token that a header can carry.

    Raises:
        UsageError: when it cannot be one; it is not shown.
    """
    if not token.isascii() or not token.isprintable() or " " in token:
        raise UsageError("the token has spaces or characters that no token has: copy it again")
    return token
