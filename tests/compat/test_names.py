"""Where names are found, and where they are not."""

from __future__ import annotations

import importlib
import inspect
from types import SimpleNamespace

import pytest

from cutline.compat import pycocoevalcap as package


def test_the_seven_are_in_the_package_itself(new: SimpleNamespace):
    for name in ("COCOEvalCap", "PTBTokenizer", "Bleu", "Meteor", "Rouge", "Cider", "Spice"):
        assert getattr(package, name) is getattr(new, name)


def test_the_scorers_are_where_the_evaluation_is():
    evaluation = importlib.import_module(f"{package.__name__}.eval")
    for name in ("PTBTokenizer", "Bleu", "Meteor", "Rouge", "Cider", "Spice"):
        assert getattr(evaluation, name) is getattr(package, name)


def test_methods_and_arguments_are_the_same(old: SimpleNamespace, new: SimpleNamespace):
    for name, theirs in vars(old).items():
        ours = getattr(new, name)
        for method, function in inspect.getmembers(theirs, inspect.isfunction):
            # These crash in the old package or only serve its own methods; METEOR's are in use.
            in_use = ("__init__", "__iadd__", "_stat", "_score")
            if method.startswith("_") and method not in in_use:
                continue
            left_out = ("ratio", "score_ratio", "score_ratio_str", "single_reflen")
            if method in (*left_out, "float_convert"):
                continue
            expected = [
                (p.name, p.default) for p in inspect.signature(function).parameters.values()
            ]
            found = inspect.signature(getattr(ours, method)).parameters.values()
            assert [(p.name, p.default) for p in found] == expected, (name, method)


@pytest.mark.parametrize("home", ["", ".eval", ".spice.spice"])
def test_what_is_not_there_says_so(home: str):
    module = importlib.import_module(package.__name__ + home)
    with pytest.raises(AttributeError, match="has no attribute 'Wmd'"):
        _ = module.Wmd
