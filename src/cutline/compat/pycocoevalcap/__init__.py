"""A drop-in replacement for pycocoevalcap 1.2, without Java and to the last bit.

    from cutline.compat.pycocoevalcap.eval import COCOEvalCap

Names, arguments, return types, printed lines and values are those of the old package, which is why
names here do not follow Cutline's own style. SPICE is the exception: its parser is Cutline's own,
so its values are close to the old ones and not equal.
"""

from __future__ import annotations

from cutline.compat.pycocoevalcap._errors import CaptionsError, MetricsNotComputedWarning
from cutline.compat.pycocoevalcap.bleu.bleu import Bleu
from cutline.compat.pycocoevalcap.cider.cider import Cider
from cutline.compat.pycocoevalcap.eval import COCOEvalCap
from cutline.compat.pycocoevalcap.meteor.meteor import Meteor
from cutline.compat.pycocoevalcap.rouge.rouge import Rouge
from cutline.compat.pycocoevalcap.spice.spice import Spice
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
    "Spice",
]
