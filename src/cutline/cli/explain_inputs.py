"""What `cutline explain` is asked: two sentences, or some images of two files."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from cutline.cli.terminal import note
from cutline.core.errors import MissingPartError, UsageError, near_names
from cutline.core.spec import parse_spec
from cutline.core.types import Benchmark, ImageId, Run
from cutline.datasets.wording import short
from cutline.metrics.meteor import Meteor
from cutline.metrics.spice import OFFICIAL, Spice
from cutline.scoring.corpus import Corpus

#: How many images are explained when nobody says which.
FEW = 3


@dataclass(frozen=True)
class Choice:
    """Which images to explain: these, or so many of the lowest or highest scores."""

    images: Sequence[str] = ()
    worst: int | None = None
    best: int | None = None

    @property
    def given(self) -> list[str]:
        """The options that choose."""
        options = {"--image": self.images or None, "--worst": self.worst, "--best": self.best}
        return [name for name, value in options.items() if value is not None]


def explained_metric(spec: str) -> Meteor | Spice:
    """The metric of a spec, if its scores can be explained.

    Raises:
        UsageError: when they cannot, or there is no such metric.
    """
    metric = parse_spec(spec)
    if not isinstance(metric, Meteor | Spice):
        raise UsageError(f"{metric} cannot be explained; these can: {Meteor.name}, {Spice.name}")
    if isinstance(metric, Spice) and metric.parser == OFFICIAL:
        raise UsageError("the official program is run as a whole, and its tuples are not shown")
    if (why := metric.missing()) is not None:
        raise MissingPartError(why)
    return metric


def are_sentences(
    results: str | None,
    refs: str | None,
    candidate: str | None,
    references: Sequence[str],
    choice: Choice,
) -> bool:
    """Whether sentences were typed; else files were given.

    Raises:
        UsageError: when it is neither, half of one, or both.
    """
    files = [name for name, path in (("RESULTS", results), ("--refs", refs)) if path is not None]
    if candidate is None and not references:
        if len(files) < 2:
            raise UsageError(
                "expected captions and references: give RESULTS and --refs FILE, "
                "or --candidate TEXT and --reference TEXT"
            )
        if len(choice.given) > 1:
            raise UsageError(f"{' and '.join(choice.given)} exclude each other: choose images once")
        return False
    if others := [*files, *choice.given]:
        given = "--candidate" if candidate is not None else "--reference"
        raise UsageError(
            f"{given} is for typed sentences and does not go with {' and '.join(others)}, "
            f"which are for files; --all-references shows every reference of a file's image"
        )
    if candidate is None:
        raise UsageError("--reference needs --candidate too: the sentence to explain")
    if not references:
        raise UsageError("--candidate needs --reference too: the sentence to compare it with")
    return True


def chosen_images(choice: Choice, corpus: Corpus, run: Run, whole: Benchmark) -> list[ImageId]:
    """The images to explain, in the order to show them in.

    Raises:
        UsageError: when the references have no such image, or the run has no caption for it.
    """
    image_ids = corpus.benchmark.image_ids
    if choice.images:
        return _named(choice.images, run, whole)
    if choice.worst is not None or choice.best is not None:
        (score,) = corpus.score(run).scores
        rising = score.values if choice.worst is not None else -score.values
        places = np.argsort(rising, kind="stable")[: choice.worst or choice.best]
        return [image_ids[place] for place in places.tolist()]
    if len(image_ids) > FEW:
        note(
            f"cutline: the first {FEW} of {len(image_ids):,} images; "
            f"--image ID, --worst N or --best N choose others"
        )
    return list(image_ids[:FEW])


def _named(texts: Iterable[str], run: Run, whole: Benchmark) -> list[ImageId]:
    """The images that texts on the command line name, be their ids numbers or text."""
    by_text = {str(image_id): image_id for image_id in whole.image_ids}
    named: dict[ImageId, None] = {}
    for text in texts:
        if text not in by_text:
            some = ", ".join(short(shown) for shown in list(by_text)[:FEW])
            raise UsageError(
                f"the references have no image {text!r}{near_names(text, by_text)}; "
                f"they have {len(whole):,}: {some}{', ...' if len(whole) > FEW else ''}"
            )
        if by_text[text] not in run.captions:
            raise UsageError(f"{run.system} has no caption for image {text}")
        named[by_text[text]] = None
    return list(named)
