"""As much of a style sheet as a piece of HTML needs: a notebook saves it with every output."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_IN_PARENTHESES = re.compile(r"\([^()]*\)")
_TAG = re.compile(r"<([a-z][\w-]*)", re.IGNORECASE)
_CLASSES = re.compile(r'\bclass="([^"]*)"')


@dataclass(frozen=True)
class _Found:
    """What a piece of HTML has that selectors can name."""

    html: str
    elements: frozenset[str]
    classes: frozenset[str]

    def may_match(self, selector: str) -> bool:
        """Whether a selector may hold for anything; what is in parentheses is not looked at."""
        bare = selector
        while (inner := _IN_PARENTHESES.sub("", bare)) != bare:
            bare = inner
        attributes = re.findall(r"\[([^\]]*)\]", bare)
        bare = re.sub(r"\[[^\]]*\]|::?[\w-]+", "", bare)
        return (
            "#" not in bare
            and all(f" {attribute}" in self.html for attribute in attributes)
            and set(re.findall(r"\.([\w-]+)", bare)) <= self.classes
            and set(re.findall(r"(?<![\w.-])[a-z][\w-]*", bare)) <= self.elements
        )


def needed_rules(css: str, html: str, scope: str) -> str:
    """The rules that may hold for something in the HTML, each for what is inside the scope only.

    Style sheets are plain ones as the theme's are: rules, and media queries around rules.
    Selectors with an id, and animations, are left out.

    >>> needed_rules("b, i { color: red } #a b { top: 0 } u { top: 0 }", "<p><b>!</b></p>", ".x")
    '.x b{color: red}'
    """
    classes = " ".join(_CLASSES.findall(html)).split()
    found = _Found(html, frozenset(_TAG.findall(html)), frozenset(classes))
    return "\n".join(_kept(_COMMENT.sub("", css), found, scope))


def _kept(css: str, found: _Found, scope: str) -> Iterator[str]:
    for head, body in _blocks(css):
        if head.startswith("@media"):
            if inner := "\n".join(_kept(body, found, scope)):
                yield f"{head}{{{inner}}}"
        elif not head.startswith("@"):
            kept = [f"{scope} {one}" for one in _selectors(head) if found.may_match(one)]
            if kept:
                yield f"{', '.join(kept)}{{{' '.join(body.split())}}}"


def _selectors(head: str) -> list[str]:
    """The selectors of a rule, which commas outside of parentheses stand between."""
    depth, found = 0, [""]
    for character in head:
        depth += (character == "(") - (character == ")")
        if character == "," and depth == 0:
            found.append("")
        else:
            found[-1] += character
    return [selector.strip() for selector in found]


def _blocks(css: str) -> Iterator[tuple[str, str]]:
    """What stands before each outermost pair of braces, and what stands between them."""
    depth, start, head = 0, 0, ""
    for place, character in enumerate(css):
        if character == "{":
            if depth == 0:
                head, start = " ".join(css[start:place].split()), place + 1
            depth += 1
        elif character == "}":
            depth -= 1
            if depth == 0:
                yield head, css[start:place]
                start = place + 1
