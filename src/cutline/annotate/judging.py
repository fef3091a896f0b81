"""Captions of pictures judged by what a detector sees, and the best of them chosen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cutline.annotate.captioners.captioner import Subject
from cutline.annotate.choice import best_caption, why_best
from cutline.core.metric import Metric
from cutline.datasets.annotated_images import AnnotatedCaption, AnnotatedImage, AnnotatedNoun
from cutline.metrics.fidelity.judge import JudgedCaption, judge_captions


def judged(
    subjects: Sequence[Subject],
    captions: Sequence[Sequence[AnnotatedCaption]],
    metrics: Sequence[Metric],
    jobs: int | None = None,
) -> list[AnnotatedImage]:
    """The images with their captions, all judged together.

    Args:
        subjects: the pictures, and what is seen in them.
        captions: of each picture, one of each captioner, not yet judged.
        metrics: of fidelity; the first chooses the best caption.
        jobs: threads to use.

    Raises:
        MissingPartError: when the metrics cannot run here.
    """
    pairs = [
        (caption.text, [one.label for one in subject.objects])
        for subject, said in zip(subjects, captions, strict=True)
        for caption in said
        if caption.text is not None
    ]
    # Without any caption there is nothing to load a parser for.
    found = iter(
        judge_captions([p[0] for p in pairs], [p[1] for p in pairs], metrics, jobs) if pairs else ()
    )
    specs = [str(metric) for metric in metrics]
    images = []
    for subject, said in zip(subjects, captions, strict=True):
        verdicts = [None if caption.text is None else next(found) for caption in said]
        images.append(_image(subject, said, verdicts, specs))
    return images


def _image(
    subject: Subject,
    said: Sequence[AnnotatedCaption],
    verdicts: Sequence[JudgedCaption | None],
    specs: Sequence[str],
) -> AnnotatedImage:
    captions = tuple(
        caption if verdict is None else _with_verdict(caption, verdict, specs)
        for caption, verdict in zip(said, verdicts, strict=True)
    )
    best = best_caption(captions)
    verdict = None if best is None else verdicts[best]
    return AnnotatedImage(
        image_id=subject.file.image_id,
        file=str(subject.file.path),
        bytes=subject.stamp.bytes,
        modified=subject.stamp.modified,
        width=subject.width,
        height=subject.height,
        objects=subject.objects,
        captions=captions,
        best=best,
        why=why_best(captions, best, subject.objects, verdict.missed if verdict else ()),
    )


def _with_verdict(
    caption: AnnotatedCaption, verdict: JudgedCaption, specs: Sequence[str]
) -> AnnotatedCaption:
    nouns = []
    for noun, match in zip(verdict.nouns, verdict.matches, strict=True):
        written = AnnotatedNoun(noun.text, noun.start, noun.end)
        if match is not None:
            written = replace(
                written,
                object=match.object,
                relation=match.relation,
                similarity=match.similarity,
            )
        nouns.append(written)
    return replace(
        caption,
        nouns=tuple(nouns),
        values=tuple(zip(specs, verdict.values, strict=True)),
        undefined=verdict.undefined,
    )
