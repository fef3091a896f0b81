"""What changes in captions where their writers are shown object labels."""

from cutline.scoring.priming.arms import ArmCaptions, arm_captions
from cutline.scoring.priming.figures import ImageFigure, image_figures
from cutline.scoring.priming.samples import SAMPLE_FIGURES, sample_figures

__all__ = [
    "SAMPLE_FIGURES",
    "ArmCaptions",
    "ImageFigure",
    "arm_captions",
    "image_figures",
    "sample_figures",
]
