"""Pictures annotated, or described by vectors, on Ray: each worker opens detectors and models once.

Whoever asks keeps the journal or the store, as if all had been done in one process: batches are cut
in the same places, and what an interrupted run left is not done again.
"""

from __future__ import annotations

import atexit
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass

from cutline.annotate.pipeline import annotated
from cutline.annotate.plan import Plan, header_difference
from cutline.annotate.recipe import Recipe
from cutline.core.errors import ContentError
from cutline.datasets.annotated_images import AnnotatedImage, AnnotationHeader
from cutline.datasets.features import Regions
from cutline.datasets.pictures import TOGETHER, PictureFile
from cutline.detect.features import Extractor, ExtractorRecipe, extract_files
from cutline.detect.run import Unseen
from cutline.scale.on_ray import OnRay

_Batch = Sequence[PictureFile]
_Looked = tuple[PictureFile, Regions] | Unseen


@dataclass(frozen=True)
class AnnotatingOnRay:
    """Annotates batches of pictures on Ray; does what `cutline.annotate.pipeline.annotated` does.

    Args:
        engine: where.
        recipe: of the plan that is asked for.
        files: all pictures: captions files name them in a way that only all of them tell.
    """

    engine: OnRay
    recipe: Recipe
    files: Sequence[PictureFile]

    def __call__(self, batches: Iterable[_Batch], plan: Plan) -> Generator[list[AnnotatedImage]]:
        """The annotated images of each batch, in their order.

        Raises:
            ContentError: when a node has other models or data than this machine.
            CutlineError: what went wrong in a worker.
        """
        make = _Annotating(self.recipe, tuple(self.files), plan.header)
        yield from self.engine.each(make, [tuple(batch) for batch in batches])


@dataclass(frozen=True)
class _Annotating:
    recipe: Recipe
    files: tuple[PictureFile, ...]
    header: AnnotationHeader

    def __call__(self) -> Callable[[_Batch], list[AnnotatedImage]]:
        plan = self.recipe.plan(jobs=1)
        if difference := header_difference(self.header, plan.header):
            raise ContentError(
                f"a node of the cluster has other models or data than this machine: {difference}"
            )
        for captioner in plan.captioners:
            captioner.prepare(self.files)
            atexit.register(captioner.close)
        return lambda batch: [image for group in annotated([batch], plan) for image in group]


@dataclass(frozen=True)
class ExtractingOnRay:
    """Extracts features on Ray; does what `cutline.detect.features.extract_files` does.

    Args:
        engine: where.
        recipe: of the extractor that is asked for.
    """

    engine: OnRay
    recipe: ExtractorRecipe

    def __call__(
        self, extractor: Extractor, files: Sequence[PictureFile], jobs: int | None = None
    ) -> Iterator[_Looked]:
        """The regions of each picture, in the order of the files.

        Raises:
            ContentError: when a node has another extractor than this machine.
            CutlineError: what went wrong in a worker.
        """
        batches = [tuple(files[at : at + TOGETHER]) for at in range(0, len(files), TOGETHER)]
        for answers in self.engine.each(_Extracting(self.recipe, extractor.signature), batches):
            yield from answers


@dataclass(frozen=True)
class _Extracting:
    recipe: ExtractorRecipe
    signature: str

    def __call__(self) -> Callable[[_Batch], list[_Looked]]:
        extractor = self.recipe.open(jobs=1)
        if extractor.signature != self.signature:
            raise ContentError(
                f"a node of the cluster has other models than this machine: "
                f"{extractor.signature}, expected {self.signature}"
            )
        return lambda batch: list(extract_files(extractor, batch, 1))
