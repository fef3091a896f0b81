"""Whether PyTorch is here: the one thing to ask before anything of it is imported."""

from __future__ import annotations

from importlib.util import find_spec

from cutline.core.errors import MissingPartError


def need_torch(what: str) -> None:
    """Go on only where PyTorch is installed.

    Args:
        what: what needs it, as a sentence begins.

    Raises:
        MissingPartError: with the command that gets it.
    """
    if find_spec("torch") is None:
        raise MissingPartError(f"{what} needs PyTorch: pip install 'cutline[models]'")
