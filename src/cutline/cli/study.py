"""`cutline study`: experiments of papers, run on your data."""

from __future__ import annotations

import typer

from cutline.cli.study_compositional import compositional
from cutline.cli.study_content_selection import content_selection
from cutline.cli.study_diversity import diversity
from cutline.cli.study_fidelity import fidelity
from cutline.cli.study_models import models
from cutline.cli.study_priming import priming
from cutline.cli.study_word_agreement import word_agreement

study = typer.Typer(
    name="study", help="Run the experiments of papers on your data.", no_args_is_help=True
)


@study.callback()
def _study() -> None:
    """Run the experiments of papers on your data."""


study.command("compositional")(compositional)
study.command("diversity")(diversity)
study.command("content-selection")(content_selection)
study.command("fidelity")(fidelity)
study.add_typer(models, name="models")
study.command("priming")(priming)
study.command("word-agreement")(word_agreement)
