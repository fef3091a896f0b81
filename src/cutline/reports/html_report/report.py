"""The report put together."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources

from cutline.core.progress import progress
from cutline.core.types import ImageId
from cutline.datasets.object_synonyms import ObjectSynonyms
from cutline.reports.html_report.agreement import metric_agreement
from cutline.reports.html_report.diagnosis_panel import diagnosis_panel
from cutline.reports.html_report.image_data import highlights, image_data
from cutline.reports.html_report.images import all_images, highlighted
from cutline.reports.html_report.metric_cards import distributions, metric_cards
from cutline.reports.html_report.packed import packed_block
from cutline.reports.html_report.pictures import picture_sources
from cutline.reports.html_report.reproduce import reproduce
from cutline.reports.html_report.section import Section
from cutline.reports.html_report.slices import slices
from cutline.reports.html_report.summary import summary
from cutline.reports.html_report.why import alignment_data, tuple_data
from cutline.reports.study import Study
from cutline.reports.theme.page import page
from cutline.reports.theme.text import safe
from cutline.scoring.diagnosis import Diagnosis, diagnose


@dataclass(frozen=True)
class Extras:
    """What a report can show beside the study itself.

    `page` is where it will be written, which links to pictures depend on.
    """

    title: str = ""
    command: str = ""
    page: str = "report.html"
    #: A folder of pictures, or a pattern with `{image_id}`.
    images: str | None = None
    #: Labels of the objects in each image, and words that name them.
    objects: Mapping[ImageId, Collection[str]] | None = None
    synonyms: ObjectSynonyms | None = None
    #: Captions that systems learnt from.
    training: Sequence[str] | None = None


def report(study: Study, extras: Extras | None = None) -> str:
    """One HTML page that needs no network: what was found, and every image to check it by.

    Raises:
        UsageError, FileError: when there are no pictures where they should be.
    """
    extras = extras or Extras()
    pictures = None
    if extras.images is not None:
        first = [place for places in highlights(study).values() for place in places]
        pictures = picture_sources(extras.images, study.image_ids, extras.page, first)
    sections = [section for section in _sections(study, extras) if section is not None]
    blocks = {
        "image-data": image_data(study, pictures),
        "alignment-data": alignment_data(study),
        "tuple-data": tuple_data(study),
    }
    return page(
        extras.title or _title(study),
        "\n".join(section.html() for section in sections),
        navigation=[(section.anchor, section.headline) for section in sections],
        description=_description(study),
        styles=[_packaged("report.css")],
        data_html="\n".join(
            packed_block(block, value) for block, value in blocks.items() if value is not None
        ),
        scripts=[_packaged(f"{script}.js") for script in ("unpack", "why", "card", "images")],
        footer_html=safe(study.comparison.procedure),
    )


def _sections(study: Study, extras: Extras) -> list[Section | None]:
    return [
        summary(study),
        slices(study),
        highlighted(study),
        all_images(study),
        diagnosis_panel(_diagnoses(study, extras)),
        distributions(study),
        metric_agreement(study),
        metric_cards(study),
        reproduce(study, extras.command),
    ]


def _diagnoses(study: Study, extras: Extras) -> list[Diagnosis]:
    with progress("Looking at words") as step:
        found = []
        for number, run in enumerate(study.runs):
            step(number / len(study.runs))
            found.append(
                diagnose(
                    study.corpus,
                    run,
                    objects=extras.objects,
                    synonyms=extras.synonyms,
                    training=extras.training,
                )
            )
    return found


def _title(study: Study) -> str:
    name = study.corpus.benchmark.name
    return ", ".join(study.systems) + (f" on {name}" if name else "")


def _description(study: Study) -> str:
    count = len(study.systems)
    systems = "One system" if count == 1 else f"{count} systems"
    references = sum(map(len, study.corpus.benchmark.references))
    return f"{systems}, {len(study.image_ids):,} images, {references:,} references."


def _packaged(name: str) -> str:
    return (resources.files("cutline.reports.html_report") / name).read_text(encoding="utf-8")
