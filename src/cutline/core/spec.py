"""Metric specs: what is printed can be typed back in.

A spec is a name and settings, `cider-d(sigma=6)`. A numbered metric carries one setting in its
name: `bleu-4` is `bleu(n=4)`, and `pair-recall@5` is `pair-recall(k=5)`. Settings left out have
their default.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Literal, get_args, get_origin, get_type_hints

from cutline.core.errors import UsageError, near_names
from cutline.core.metric import Metric, setting_names
from cutline.core.registry import metric_class, metric_classes, registered

#: What is computed when nobody says.
DEFAULT = "coco"

#: Names that stand for several specs.
SETS: dict[str, tuple[str, ...]] = {
    "bleu-all": ("bleu-1", "bleu-2", "bleu-3", "bleu-4"),
    "coco": ("bleu-1", "bleu-2", "bleu-3", "bleu-4", "meteor", "rouge-l", "cider-d"),
    "all": (
        *("bleu-1", "bleu-2", "bleu-3", "bleu-4"),
        *("meteor", "rouge-1", "rouge-2", "rouge-l", "rouge-s", "cider", "cider-d", "spice"),
    ),
}

_SPEC = re.compile(
    r"\s*(?P<name>[a-z][a-z0-9-]*(?:@[0-9]+)?)\s*(?:\((?P<settings>.*)\))?\s*", re.DOTALL
)
_PLAIN_VALUE = re.compile(r"[\w./~+-]+")


def format_spec(metric: Metric, *, full: bool = False) -> str:
    """The spec of a metric: settings that differ from their default, or all of them.

    >>> from cutline.core.spec import parse_spec
    >>> str(parse_spec("cider-d(sigma=3)")), str(parse_spec("bleu(n=2)"))
    ('cider-d(sigma=3.0)', 'bleu-2')
    """
    name, shown = metric.name, []
    default = type(metric)()
    for setting, value in metric.settings.items():
        if setting == metric.numbered_by:
            name = f"{name}{metric.number_mark}{value}"
        elif full or value != getattr(default, setting):
            shown.append(f"{setting}={_format_value(value)}")
    return f"{name}({','.join(shown)})" if shown else name


def parse_spec(text: str) -> Metric:
    """The metric that a spec describes.

    Raises:
        UsageError: for an unknown metric or setting, or a value that does not fit.
    """
    match = _SPEC.fullmatch(text)
    if match is None:
        # Papers and the official program write "CIDEr" for what is cider-d here.
        meant = "cider-d" if text.lower() == "cider" else text.lower()
        near = near_names(meant, metric_classes())
        raise UsageError(
            f"{text!r} is not a metric{near}: expected a lower-case name such as cider-d(sigma=6)"
        )
    name, settings = _split_number(match["name"])
    cls = metric_class(name)
    for item in _split_settings(match["settings"] or ""):
        key, equals, value = item.partition("=")
        if not equals:
            raise UsageError(f"{text!r}: expected setting=value, found {item.strip()!r}")
        settings[key.strip()] = value.strip()
    return _build(cls, settings)


def parse_specs(texts: str | Iterable[str | Metric]) -> tuple[Metric, ...]:
    """The metrics of a comma-separated list, or of several specs; names of sets are expanded."""
    if not isinstance(texts, Iterable):
        raise UsageError(f"metrics are specs such as 'bleu-4,cider-d', not {texts!r}")
    items = _split_settings(texts) if isinstance(texts, str) else list(texts)
    metrics: list[Metric] = []
    for item in items:
        if isinstance(item, Metric):
            metrics.append(item)
            continue
        if "," in item and len(pieces := _split_settings(item)) > 1:
            metrics.extend(parse_specs(pieces))
            continue
        metrics.extend(parse_spec(spec) for spec in SETS.get(item.strip(), (item,)))
    if not metrics:
        raise UsageError("no metric was given; for example: bleu-4,cider-d")
    return tuple(dict.fromkeys(metrics))


def _split_number(name: str) -> tuple[str, dict[str, str]]:
    for mark in ("@", "-"):
        stem, found, number = name.rpartition(mark)
        cls = registered(stem) if found and number.isdigit() else None
        if cls is not None and cls.numbered_by and cls.number_mark == mark:
            return stem, {cls.numbered_by: number}
    return name, {}


def _split_settings(text: str) -> list[str]:
    """Split at commas that stand outside brackets and quotes."""
    pieces, depth, quote, current = [], 0, "", ""
    for character in text:
        if quote:
            quote = "" if character == quote else quote
        elif character in "\"'":
            quote = character
        elif character in "()":
            depth += 1 if character == "(" else -1
        elif character == "," and depth == 0:
            pieces.append(current)
            current = ""
            continue
        current += character
    return [piece for piece in [*pieces, current] if piece.strip()]


def _format_value(value: Any) -> str:
    if isinstance(value, str):
        return value if _PLAIN_VALUE.fullmatch(value) else f'"{value}"'
    return str(value).lower() if isinstance(value, bool) else str(value)


def _build(cls: type[Metric], settings: dict[str, str]) -> Metric:
    hints = get_type_hints(cls)
    names = setting_names(cls)
    values = {}
    for key, text in settings.items():
        if key not in names:
            raise UsageError(
                f"{cls.name} has no setting {key!r}{near_names(key, names)}; "
                f"it has: {', '.join(names) or 'none'}"
            )
        values[key] = _read_value(cls.name, key, text, hints[key])
    return cls(**values)


def _read_value(metric: str, key: str, text: str, hint: Any) -> Any:
    if len(text) >= 2 and text[0] == text[-1] and text[0] in "\"'":
        text = text[1:-1]
    if get_origin(hint) is Literal:
        if text not in get_args(hint):
            raise UsageError(
                f"{metric}: {key} is one of {', '.join(get_args(hint))}, not {text!r}"
                f"{near_names(text, get_args(hint))}"
            )
        return text
    try:
        if hint is bool:
            return {"true": True, "false": False}[text.lower()]
        return hint(text)
    except (ValueError, KeyError):
        kinds = {int: "a whole number", float: "a number", bool: "true or false"}
        raise UsageError(
            f"{metric}: {key} is {kinds.get(hint, hint.__name__)}, not {text!r}"
        ) from None
