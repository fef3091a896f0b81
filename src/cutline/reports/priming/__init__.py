"""Arms of a collection of captions compared: what labels on the page do to what people write."""

from cutline.reports.priming.result import ArmDifference, ArmValue, ComparedFigure, PrimingStudy
from cutline.reports.priming.study import priming_study

__all__ = ["ArmDifference", "ArmValue", "ComparedFigure", "PrimingStudy", "priming_study"]
