"""How results show themselves in a notebook, without knowing the code that draws them.

Notebooks ask an object for `_repr_html_`. What draws it stands in a layer further right, which the
object's own layer must not import; so a class gives the name of a function, and the function is
loaded when a notebook asks.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any, TypeVar

_Shown = TypeVar("_Shown", bound=type)


def shown_by(renderer: str) -> Callable[[_Shown], _Shown]:
    """Give a class a `_repr_html_` that another function writes.

    Args:
        renderer: `module:function`. The function takes the object and returns HTML. Where there is
            none of that name, notebooks show the plain `repr`.

    >>> @shown_by("html:escape")
    ... class Title(str): pass
    >>> Title("salt & pepper")._repr_html_()
    'salt &amp; pepper'
    """
    module, _, function = renderer.partition(":")

    def _repr_html_(self: Any) -> str | None:
        try:
            render: Callable[[Any], str] = getattr(importlib.import_module(module), function)
        except (ImportError, AttributeError):
            return None
        return render(self)

    def decorate(shown: _Shown) -> _Shown:
        # Set from outside, or a dataclass would have to declare it.
        shown._repr_html_ = _repr_html_  # type: ignore[attr-defined]
        return shown

    return decorate
