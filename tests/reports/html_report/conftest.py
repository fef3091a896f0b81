"""Two reports, made once: one with everything in it, and one as large as a test split."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from cutline.reports.html_report import Extras, report
from cutline.reports.statistics import Resampling
from cutline.reports.study import Study, compare

from ...browser import browser, open_page
from .invented import Invented, invented

__all__ = ["browser", "open_page"]

_FEW = Resampling(resamples=100)
_PICTURE = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 3 2"><rect width="3" height="2" '
    'fill="hsl({hue} 40% 60%)"/></svg>'
)


@dataclass(frozen=True)
class Written:
    """A report on disk, and what it was made from."""

    path: Path
    study: Study
    given: Invented

    def text(self, place: int) -> str:
        """All that is said of an image, as it is searched."""
        image_id = self.study.image_ids[place]
        captions = [run[image_id] for run in self.given.runs.values()]
        return "\n".join([str(image_id), *self.given.references[image_id], *captions]).lower()

    def found(self, *words: str) -> list[int]:
        """The places of the images that have all these words."""
        places = range(len(self.study.image_ids))
        return [place for place in places if all(word in self.text(place) for word in words)]


@pytest.fixture(scope="package")
def rich(tmp_path_factory: pytest.TempPathFactory) -> Written:
    """60 images with pictures, objects, slices, METEOR and SPICE, and captions hard to show."""
    folder = tmp_path_factory.mktemp("rich")
    given = invented(60, awkward=True)
    (folder / "pictures").mkdir()
    # The last image has no picture.
    for hue, image_id in enumerate(list(given.references)[:-1]):
        picture = folder / "pictures" / f"{image_id}.svg"
        picture.write_text(_PICTURE.format(hue=hue * 6), encoding="utf-8")
    study = compare(
        given.runs,
        given.references,
        "bleu-4,rouge-l,cider-d,meteor,spice",
        by=["length", "word:dog"],
        resampling=_FEW,
        policy="lenient",
    )
    extras = Extras(
        title="Three invented systems",
        command="cutline compare steady.json hasty.json parrot.json --refs references.json",
        page=str(folder / "report.html"),
        images=str(folder / "pictures"),
        objects=given.objects,
        training=["a dog rests in a field"],
    )
    return _written(folder, study, given, extras)


@pytest.fixture(scope="package")
def large(tmp_path_factory: pytest.TempPathFactory) -> Written:
    """5,000 images and three systems."""
    given = invented(5000)
    study = compare(given.runs, given.references, "bleu-4,rouge-l,cider-d,meteor", resampling=_FEW)
    return _written(tmp_path_factory.mktemp("large"), study, given, Extras())


def _written(folder: Path, study: Study, given: Invented, extras: Extras) -> Written:
    path = folder / "report.html"
    path.write_text(report(study, extras), encoding="utf-8")
    return Written(path, study, given)
