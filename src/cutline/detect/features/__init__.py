"""Features of pictures: of the cells of a grid, or of the regions that a detector finds."""

from cutline.detect.features.extractor import Extractor
from cutline.detect.features.grid import GridExtractor
from cutline.detect.features.recipe import ExtractorRecipe
from cutline.detect.features.regions import RegionExtractor
from cutline.detect.features.run import extract_files

__all__ = ["Extractor", "ExtractorRecipe", "GridExtractor", "RegionExtractor", "extract_files"]
