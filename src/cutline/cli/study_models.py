"""`cutline study models`: experiments with captioners that are trained for them."""

from __future__ import annotations

import typer

from cutline.cli.study_models_compositional import compositional
from cutline.cli.study_models_novel_objects import novel_objects
from cutline.cli.study_models_photos import photos
from cutline.core.errors import UsageError

models = typer.Typer(
    name="models", help="Train captioners, and see what papers saw.", no_args_is_help=True
)


@models.callback()
def _models() -> None:
    """Train captioners, and see what papers saw."""


models.command("compositional")(compositional)
models.command("novel-objects")(novel_objects)
models.command("photos")(photos)


def seed_list(text: str) -> tuple[int, ...]:
    """The seeds that an option names.

    Raises:
        UsageError: when it names none, or one twice.
    """
    parts = [part.strip() for part in text.split(",") if part.strip()]
    if not parts or not all(part.isdecimal() for part in parts):
        raise UsageError(f"--seeds is {text!r}, expected whole numbers such as 1,2,3")
    seeds = tuple(map(int, parts))
    if len(set(seeds)) < len(seeds):
        raise UsageError(f"--seeds is {text!r}, which has a seed twice")
    return seeds
