"""`cutline study models photos`: captioners trained on real photos, and where they look."""

from __future__ import annotations

from typing import Annotated

import typer

from cutline.cli import options
from cutline.cli.give_answer import give_answer
from cutline.cli.report_options import Report
from cutline.cli.statistics_options import Resamples, Seed, resampling_of
from cutline.cli.terminal import note, working
from cutline.core.errors import UsageError, near_names
from cutline.core.metric import Metric
from cutline.metrics.spice import Spice

_MODELS = ("show-attend-tell", "up-down")


def photos(
    captions: Annotated[
        str, typer.Option(help="Captions: a file of any known format.", metavar="FILE")
    ],
    images: Annotated[
        str, typer.Option(help="The pictures: a folder, or a zip file.", metavar="FOLDER|ZIP")
    ],
    work: Annotated[
        str,
        typer.Option(
            help="Folder for features and models; the same command goes on from there.",
            metavar="FOLDER",
        ),
    ],
    splits: Annotated[
        list[str] | None,
        typer.Option(
            help="Lists of image ids: train=FILE, val=FILE and test=FILE.",
            metavar="PART=FILE",
            show_default="the captions' own, or by chance",
        ),
    ] = None,
    models: Annotated[
        str, typer.Option(help="Captioners, comma-separated.", metavar="NAMES")
    ] = ",".join(_MODELS),
    epochs: Annotated[
        int, typer.Option(help="How often captions are learnt from.", min=1, metavar="N")
    ] = 4,
    batch: Annotated[int, typer.Option(help="Captions in a step.", min=1, metavar="N")] = 100,
    size: Annotated[
        int, typer.Option(help="Of LSTMs, words and attention.", min=1, metavar="N")
    ] = 256,
    features: Annotated[
        str | None,
        typer.Option(help="Features that are there already (cutline features).", metavar="STORE"),
    ] = None,
    components: Annotated[
        int,
        typer.Option(
            help="Reduce features to so many numbers; 0 leaves them as they are.",
            min=0,
            metavar="N",
        ),
    ] = 256,
    beam: Annotated[
        int, typer.Option(help="How many captions are under way.", min=1, metavar="N")
    ] = 5,
    shown: Annotated[
        int, typer.Option(help="Photos to show with attention.", min=1, metavar="N")
    ] = 9,
    metrics: Annotated[
        str | None,
        typer.Option(
            help="Metric specs, comma-separated.", metavar="SPECS", show_default="coco,spice"
        ),
    ] = None,
    resamples: Resamples = 2_000,
    seed: Seed = 1,
    report: Report = None,
    json: options.Json = False,
    output: options.Output = None,
    strict: options.Strictness = None,
    jobs: options.Jobs = None,
) -> None:
    """Train captioners on photos, score what they write, and see where they look.

    (Xu et al. 2015; Anderson et al. 2018.)

    Example: cutline study models photos --captions captions.json --images photos --work work
    """
    from cutline.models.needs_torch import need_torch

    need_torch("training captioners")
    from cutline.cli.model_study.photos.inputs import check_work, read_photos
    from cutline.cli.model_study.photos.learning import StudySettings
    from cutline.cli.model_study.photos.page import as_page
    from cutline.cli.model_study.photos.study import Asked, photos_study
    from cutline.cli.model_study.photos.tables import as_json, show_study

    if output == "-":
        json, output = True, None
    if report == "-":
        raise UsageError("--report writes a page to a file, not to standard output: name one")
    listed = [text.partition("=")[2] for text in splits or ()]
    options.check_files([output, report], [captions, images, *listed])
    asked = Asked(
        models=model_names(models),
        settings=StudySettings(size, epochs, batch, seed=seed),
        components=components,
        beam=beam,
        shown=shown,
        metrics=_metrics(metrics),
        resampling=resampling_of(resamples, seed, jobs),
        jobs=jobs,
    )
    folder = check_work(work)
    with working("Reading captions"):
        policy = options.policy_of(strict)
        read = read_photos(captions, images, splits or (), folder, seed, policy)
    found = photos_study(read, asked, folder, features)
    give_answer(
        json=json,
        output=output,
        report=report,
        text=lambda: as_json(found),
        page=lambda: as_page(found),
        show=lambda console: show_study(found, console),
    )


def model_names(text: str) -> tuple[str, ...]:
    """The captioners that an option names, each once.

    Raises:
        UsageError: when it names none, or one that does not learn from a grid.
    """
    names = tuple(dict.fromkeys(part.strip() for part in text.split(",") if part.strip()))
    for name in names:
        if name not in _MODELS:
            near = near_names(name, _MODELS)
            raise UsageError(
                f"--models is one of {', '.join(_MODELS)}, or both, not {name!r}{near}"
            )
    if not names:
        raise UsageError(f"--models names none: expected {', '.join(_MODELS)}")
    return names


def _metrics(specs: str | None) -> tuple[Metric, ...]:
    """Those that were asked for; by default those of COCO and SPICE, as far as they can run."""
    if specs is not None:
        return options.metrics_of(specs)
    spice = Spice()
    why = spice.missing()
    if why is not None:
        note(f"cutline: {spice} is left out: {why}")
    return (*options.metrics_of(None), *(() if why is not None else (spice,)))
