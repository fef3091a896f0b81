"""How varied a run's captions are: over all images, against training captions, within an image."""

from cutline.scoring.diversity.diversity import diversity
from cutline.scoring.diversity.humans import human_diversity
from cutline.scoring.diversity.result import Diversity
from cutline.scoring.diversity.sets import SetDiversity

__all__ = ["Diversity", "SetDiversity", "diversity", "human_diversity"]
