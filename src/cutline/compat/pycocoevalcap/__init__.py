"""A drop-in replacement for pycocoevalcap 1.2, without Java and to the last bit.

    from cutline.compat.pycocoevalcap.eval import COCOEvalCap

Names, arguments, return types, printed lines and values are those of the old package, which is why
names here do not follow Cutline's own style. SPICE is not here yet.
"""

from __future__ import annotations

from typing import NoReturn

from cutline.compat.pycocoevalcap._absent import MetricsNotComputedWarning, raise_absent
from cutline.compat.pycocoevalcap._errors import CaptionsError
from cutline.compat.pycocoevalcap.bleu.bleu import Bleu
from cutline.compat.pycocoevalcap.cider.cider import Cider
from cutline.compat.pycocoevalcap.eval import COCOEvalCap
from cutline.compat.pycocoevalcap.meteor.meteor import Meteor
from cutline.compat.pycocoevalcap.rouge.rouge import Rouge
from cutline.compat.pycocoevalcap.tokenizer.ptbtokenizer import PTBTokenizer

__all__ = [
    "Bleu",
    "COCOEvalCap",
    "CaptionsError",
    "Cider",
    "Meteor",
    "MetricsNotComputedWarning",
    "PTBTokenizer",
    "Rouge",
]


def __getattr__(name: str) -> NoReturn:
    raise_absent(__name__, name)
