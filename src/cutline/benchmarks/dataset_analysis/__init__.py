"""What a set of captions is like, by itself and beside another (Agrawal et al. 2019, nocaps)."""

from cutline.benchmarks.dataset_analysis.analysis import Analysis, analyse
from cutline.benchmarks.dataset_analysis.draws import Sample
from cutline.benchmarks.dataset_analysis.figures import SetFigures

__all__ = ["Analysis", "Sample", "SetFigures", "analyse"]
