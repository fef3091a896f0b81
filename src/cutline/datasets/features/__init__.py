"""Vectors of the regions of images: one store for them all, and what other programs published."""

from cutline.datasets.features.regions import Regions
from cutline.datasets.features.store import FeatureStore
from cutline.datasets.features.writer import FeatureWriter

__all__ = ["FeatureStore", "FeatureWriter", "Regions"]
