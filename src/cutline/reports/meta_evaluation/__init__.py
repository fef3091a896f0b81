"""How well metrics agree with people: correlations with judgments, and their intervals."""

from cutline.reports.meta_evaluation.by_pairs import judge_pairs
from cutline.reports.meta_evaluation.by_ratings import judge_ratings
from cutline.reports.meta_evaluation.verdict import Estimate, Verdict, Verdicts

__all__ = ["Estimate", "Verdict", "Verdicts", "judge_pairs", "judge_ratings"]
