"""The old package, where it is installed."""

from __future__ import annotations

import importlib
from types import SimpleNamespace

import pytest

_MODULES = {
    "PTBTokenizer": "tokenizer.ptbtokenizer",
    "Bleu": "bleu.bleu",
    "BleuScorer": "bleu.bleu_scorer",
    "Rouge": "rouge.rouge",
    "Cider": "cider.cider",
    "CiderScorer": "cider.cider_scorer",
    "COCOEvalCap": "eval",
}


def _classes(package: str) -> SimpleNamespace:
    homes = {name: importlib.import_module(f"{package}.{home}") for name, home in _MODULES.items()}
    return SimpleNamespace(**{name: getattr(module, name) for name, module in homes.items()})


@pytest.fixture(scope="session")
def old() -> SimpleNamespace:
    """The classes of pycocoevalcap; skips the test where it is not installed."""
    pytest.importorskip("pycocoevalcap", reason="pycocoevalcap is not installed")
    return _classes("pycocoevalcap")


@pytest.fixture(scope="session")
def new() -> SimpleNamespace:
    """The same classes of Cutline."""
    return _classes("cutline.compat.pycocoevalcap")
