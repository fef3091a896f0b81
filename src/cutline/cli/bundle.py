"""`cutline bundle`: a benchmark in one folder or file, made, checked, parted and joined."""

from __future__ import annotations

from typing import Annotated

import typer

from cutline.cli import options
from cutline.cli.terminal import answers, note, working
from cutline.core.errors import UsageError

bundle = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    help="Make, check, show, part and join benchmark bundles.",
    context_settings={"help_option_names": ["-h", "--help"]},
)

BundlePath = Annotated[
    str, typer.Argument(help="A bundle: a folder or a zip.", metavar="BUNDLE", show_default=False)
]
Target = Annotated[
    str,
    typer.Option(
        "--output", "-o", help="A new folder, or a zip if it ends in .zip.", metavar="FOLDER|ZIP"
    ),
]


@bundle.command("make")
def make(
    output: Target,
    spec: Annotated[
        str | None,
        typer.Option("--from", help="All that follows, in a TOML file.", metavar="FILE.toml"),
    ] = None,
    name: Annotated[str | None, typer.Option(help="Of the benchmark, for addresses.")] = None,
    version: Annotated[str | None, typer.Option(help="Of the benchmark, such as 1.0.")] = None,
    licence: Annotated[str | None, typer.Option(help="Such as CC-BY-4.0.")] = None,
    title: Annotated[str | None, typer.Option(help="Of the benchmark, for people.")] = None,
    description: Annotated[str | None, typer.Option(help="What it is.")] = None,
    citation: Annotated[str | None, typer.Option(help="How to cite it.")] = None,
    language: Annotated[
        str | None, typer.Option(help="Of the captions.", show_default="en")
    ] = None,
    split: Annotated[
        list[str] | None,
        typer.Option(
            help="References of a split; :private after them keeps all but the images apart.",
            metavar="NAME=FILE[:private]",
        ),
    ] = None,
    images: Annotated[
        list[str] | None,
        typer.Option(help="Files, addresses and sizes of a split's images.", metavar="NAME=FILE"),
    ] = None,
    human: Annotated[
        list[str] | None,
        typer.Option(help="A caption by people for each image of a split.", metavar="NAME=FILE"),
    ] = None,
    objects: Annotated[
        list[str] | None,
        typer.Option(help="Objects of a split's images.", metavar="NAME=FILE"),
    ] = None,
    slices: Annotated[
        list[str] | None,
        typer.Option(help="A label for each image, to cut scores by.", metavar="NAME=FILE"),
    ] = None,
    metrics: options.Metrics = None,
    tokenizer: Annotated[
        str | None, typer.Option(help="How captions become words.", metavar="SPEC")
    ] = None,
    strict: options.Strictness = None,
    json: options.Json = False,
) -> None:
    """Make a bundle from references of any known format.

    Example: cutline bundle make -o pets.zip --name pets --version 1.0 --licence CC-BY-4.0
    --split val=val.json --split test=test.json:private

    Example: cutline bundle make -o pets.zip --from bundle.toml
    """
    # Imported here: every command of `cutline -h` loads this file.
    from cutline.cli.bundle_options import spec_of
    from cutline.cli.bundle_output import show_bundle
    from cutline.datasets.bundle.gather import gather
    from cutline.datasets.bundle.output import refuse_target
    from cutline.datasets.bundle.read import open_bundle
    from cutline.datasets.bundle.write import write_bundle

    given = {
        **{"name": name, "version": version, "licence": licence, "title": title},
        **{"description": description, "citation": citation, "language": language},
        **{"metrics": metrics, "tokenizer": tokenizer},
    }
    files = {
        **{"split": split or [], "images": images or [], "human": human or []},
        **{"objects": objects or [], "slices": slices or []},
    }
    wanted = spec_of(spec, given, files)
    _refuse_standard_output(output)
    options.one_standard_input(*wanted.files)
    refuse_target(output, [path for path in wanted.files if path != "-"])
    with working("Reading"):
        content = gather(wanted, options.policy_of(strict), note)
    with working("Writing the bundle"):
        write_bundle(content, output)
    show_bundle(open_bundle(output), answers(), as_json=json)


@bundle.command("check")
def check(
    path: BundlePath,
    digest: Annotated[
        str | None,
        typer.Option(help="Fail if it is another one; its first 16 digits do.", metavar="HEX"),
    ] = None,
    strict: Annotated[bool, typer.Option("--strict", help="Fail at warnings too.")] = False,
    json: options.Json = False,
    most: Annotated[int, typer.Option(help="Problems to list.", min=0, metavar="N")] = 20,
) -> None:
    """Check a bundle or a part of one: hashes, counts, images, slices and metrics.

    Exit codes: 0 fine; 1 it has problems; 3 it cannot be read or is no bundle.
    """
    from cutline.cli.bundle_output import show_check
    from cutline.datasets.bundle.check import check_bundle

    with working("Checking"):
        found = check_bundle(path, digest)
    show_check(found, most, passes=found.passes(strict=strict), as_json=json)
    if not found.passes(strict=strict):
        raise typer.Exit(1)


@bundle.command("show")
def show(path: BundlePath, json: options.Json = False) -> None:
    """Show what a bundle holds, and its digest."""
    from cutline.cli.bundle_output import show_bundle
    from cutline.datasets.bundle.read import open_bundle

    show_bundle(open_bundle(path), answers(), as_json=json)


@bundle.command("public")
def public(path: BundlePath, output: Target) -> None:
    """Write the same bundle without its private files.

    The manifest keeps their hashes, so that they can be told to belong.
    """
    from cutline.datasets.bundle.read import open_bundle
    from cutline.datasets.bundle.shares import write_public

    _refuse_standard_output(output)
    with working("Writing the public part"):
        manifest = write_public(open_bundle(path), output)
    files = len(manifest.paths("public"))
    _say_written(output, f"public part, {files} of {len(manifest.files)} files", manifest.digest)


@bundle.command("private")
def private(path: BundlePath, output: Target) -> None:
    """Write the private files of a bundle alone, with its manifest."""
    from cutline.datasets.bundle.read import open_bundle
    from cutline.datasets.bundle.shares import write_private

    _refuse_standard_output(output)
    with working("Writing the private part"):
        manifest = write_private(open_bundle(path), output)
    files = len(manifest.paths("private"))
    _say_written(output, f"private part, {files} of {len(manifest.files)} files", manifest.digest)


@bundle.command("join")
def join(
    first: Annotated[str, typer.Argument(help="A part of a bundle.", metavar="PART")],
    second: Annotated[str, typer.Argument(help="The other part.", metavar="PART")],
    output: Target,
) -> None:
    """Put the public and the private part of a bundle together again.

    Exit codes: 0 fine; 1 they are parts of different bundles; 3 a file has been changed.
    """
    from cutline.datasets.bundle.read import open_bundle
    from cutline.datasets.bundle.shares import join_bundles

    _refuse_standard_output(output)
    with working("Joining"):
        manifest = join_bundles(open_bundle(first), open_bundle(second), output)
    _say_written(output, f"whole, {len(manifest.files)} files", manifest.digest)


def _refuse_standard_output(output: str) -> None:
    if output == "-":
        raise UsageError("-o is a folder or a zip: standard output cannot hold a bundle")


def _say_written(output: str, what: str, digest: str) -> None:
    print(f"{output}: {what}")
    print(f"digest {digest}")
