"""The reference of metrics, from the registry."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from cutline.core.metric import Metric
from cutline.core.registry import metric_classes
from cutline.core.spec import format_spec
from tools.docs.docstrings import example, paragraphs, read_docstring
from tools.docs.markdown import code, plain, table


def built_in() -> dict[str, type[Metric]]:
    """Cutline's own metrics, by name."""
    found = metric_classes()
    return {
        name: found[name]
        for name in sorted(found)
        if found[name].__module__.startswith("cutline.metrics")
    }


def metrics() -> str:
    """A heading for each metric with its settings, statistics and needs."""
    return "\n".join(line for name, cls in built_in().items() for line in _described(name, cls))


def _described(name: str, cls: type[Metric]) -> Iterator[str]:
    doc = read_docstring(cls.__doc__)
    usual = cls()
    yield f"## {name}\n"
    yield from paragraphs(doc)
    settings = _settings(cls, doc.sections.get("Args", {}))
    if settings:
        yield table(["setting", "default", "meaning"], settings)
    yield "\n".join(f"- {what}: {said}" for what, said in _facts(cls, usual)) + "\n"
    yield example(doc)


def _settings(cls: type[Metric], meanings: dict[str, str]) -> list[list[str]]:
    return [
        [code(one.name), code(_written(one.default)), plain(meanings.get(one.name, ""))]
        for one in dataclasses.fields(cls)  # type: ignore[arg-type]
    ]


def _written(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _facts(cls: type[Metric], usual: Metric) -> Iterator[tuple[str, str]]:
    yield ("in a word", plain(cls.summary))
    yield ("spec with every setting", code(format_spec(usual, full=True)))
    if cls.numbered_by:
        yield (
            "written as",
            f"{code(f'{cls.name}{cls.number_mark}N')}, N being `{cls.numbered_by}`",
        )
    needs = {
        "references": cls.needs_references,
        "what is seen in the images (`--objects`)": cls.needs_objects,
        "words that say which boxes they mean": cls.needs_boxes,
    }
    yield ("needs", "; ".join(need for need, is_needed in needs.items() if is_needed))
    yield ("highest value", f"{cls.highest:g}")
    yield ("has a value", "for every image" if cls.is_for_all_images else "for some images only")
    yield ("statistics", ", ".join(map(code, usual.columns)) or "by pair")
