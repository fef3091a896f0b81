"""The old package, where it is installed."""

from __future__ import annotations

import importlib
import shutil
import threading
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from cutline.core.errors import MissingPartError

_MODULES = {
    "PTBTokenizer": "tokenizer.ptbtokenizer",
    "Bleu": "bleu.bleu",
    "BleuScorer": "bleu.bleu_scorer",
    "Meteor": "meteor.meteor",
    "Rouge": "rouge.rouge",
    "Cider": "cider.cider",
    "CiderScorer": "cider.cider_scorer",
    "Spice": "spice.spice",
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


@pytest.fixture(scope="session")
def old_meteor(old: SimpleNamespace) -> Iterator[Any]:
    """The old package's METEOR, started once because that takes seconds; skips without Java."""
    if shutil.which("java") is None:
        pytest.skip("Java is not installed, so the official METEOR cannot run")
    scorer = old.Meteor()
    # Its methods keep the lock when they fail; with theirs, all later tests would wait for it.
    scorer.lock = threading.RLock()
    yield scorer
    process = scorer.meteor_p
    process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout, process.stderr):
        pipe.close()


@pytest.fixture(scope="session")
def new_meteor(new: SimpleNamespace) -> Any:
    """Cutline's METEOR; skips where its word lists are not installed."""
    try:
        return new.Meteor()
    except MissingPartError as error:
        pytest.skip(str(error))


@pytest.fixture(scope="session")
def new_spice(new: SimpleNamespace) -> Any:
    """Cutline's SPICE; skips where its parser or its synonyms are not installed."""
    try:
        return new.Spice()
    except MissingPartError as error:
        pytest.skip(str(error))
