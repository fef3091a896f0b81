"""`cutline domains`: which images a model trained on some classes has seen the like of."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cutline.cli import options
from cutline.cli.report_options import Report
from cutline.cli.terminal import answers, note, working
from cutline.core.atomic import atomic_write
from cutline.core.errors import ContentError, UsageError
from cutline.core.garbage import no_garbage_collection

if TYPE_CHECKING:
    from cutline.benchmarks.domain_rule import DomainRule
    from cutline.benchmarks.domains import Domains
    from cutline.datasets.class_hierarchy import ClassHierarchy
    from cutline.datasets.class_map import ClassMap

OWN_MAP = "coco-open-images"


def domains(
    annotations: Annotated[
        str,
        typer.Argument(
            help="Objects of images: Open Images' boxes, COCO's instances, or JSON lines."
        ),
    ],
    map: Annotated[
        str | None,
        typer.Option(
            help="Which annotation classes each training class equals or covers.",
            metavar=f"{OWN_MAP}|FILE",
            show_default=f"{OWN_MAP}; the same names with --training-classes",
        ),
    ] = None,
    training_classes: Annotated[
        str | None,
        typer.Option(
            help="The training vocabulary, by which a map is checked: lines, or a JSON array.",
            metavar="FILE",
        ),
    ] = None,
    images: Annotated[
        str | None,
        typer.Option(help="Open Images' table of images, for those without boxes.", metavar="FILE"),
    ] = None,
    classes: Annotated[
        str | None,
        typer.Option(help="Open Images' table of class names.", metavar="FILE"),
    ] = None,
    hierarchy: Annotated[
        str | None,
        typer.Option(
            help="What classes are kinds and parts of: Open Images' file, or lines.", metavar="FILE"
        ),
    ] = None,
    subclasses: Annotated[
        str,
        typer.Option(
            help="With --hierarchy: kinds of a training class are novel, or covered by it.",
            metavar="novel|covered",
        ),
    ] = "novel",
    parts: Annotated[
        str | None,
        typer.Option(
            help="With --hierarchy: leave parts of things out of account, or count them.",
            metavar="ignore|count",
            show_default="ignore",
        ),
    ] = None,
    json: options.Json = False,
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            help="Write each image's domain: .jsonl, .json, .csv or .tsv, .gz too. --by reads it.",
            metavar="FILE",
        ),
    ] = None,
    report: Report = None,
    strict: options.Strictness = None,
) -> None:
    """Tell images with only classes that were trained on from those with both sorts or none.

    (Agrawal et al. 2019.) In-domain, near-domain and out-of-domain images, and what is in each.

    Example: cutline domains validation-annotations-bbox.csv --classes class-descriptions.csv
    --hierarchy bbox_labels_600_hierarchy.json -o domains.jsonl

    Example: cutline domains instances.json --training-classes seen.txt
    """
    from cutline.benchmarks.domains import find_domains
    from cutline.cli.domains_output import as_json, labels_text, show, suffix_of
    from cutline.datasets.object_annotations import LeftOut, read_object_annotations

    inputs = [annotations, images, classes, hierarchy, training_classes]
    inputs.append(None if map == OWN_MAP else map)
    if report == "-":
        raise UsageError("--report writes a page to a file, not to standard output: name one")
    options.check_files([None if output == "-" else output, report], inputs)
    options.one_standard_input(*filter(None, inputs))
    if json and output == "-":
        raise UsageError("--json and -o - exclude each other: both go to standard output")
    suffix = suffix_of(output)
    rule = _rule(map, training_classes, classes, hierarchy, subclasses, parts)
    policy, left_out = options.policy_of(strict), LeftOut()
    with working("Reading annotations"), no_garbage_collection():
        read = read_object_annotations(
            annotations, image_file=images, class_file=classes, policy=policy, left_out=left_out
        )
        found = find_domains(read, rule)
    if hierarchy is None and parts is None and rule.class_map.name.startswith(OWN_MAP):
        note(
            "cutline: without --hierarchy, parts of things such as a tyre count as classes of "
            "their own"
        )
    for text in left_out.lines():
        note(f"cutline: left out: {text}")
    _warn(found, annotations, is_strict=policy == "strict")
    if report:
        from cutline.cli.domains_page import as_page

        is_piped = annotations == "-"
        with atomic_write(report) as file:
            file.write(as_page(found, "standard input" if is_piped else Path(annotations).name))
    if output and output != "-":
        with atomic_write(output) as file:
            file.write(labels_text(found, suffix))
    if json or output == "-":
        print(as_json(found) if json else labels_text(found, suffix), end="")
    else:
        show(found, answers())
    if report:
        note(f"cutline: the report is {report}")


def _rule(
    map_name: str | None,
    training_file: str | None,
    class_file: str | None,
    hierarchy_file: str | None,
    subclasses: str,
    parts: str | None,
) -> DomainRule:
    from cutline.benchmarks.domain_rule import DomainRule
    from cutline.datasets.class_hierarchy import read_class_hierarchy

    if hierarchy_file is None and (parts == "ignore" or subclasses == "covered"):
        asked = "--parts ignore" if parts == "ignore" else "--subclasses covered"
        raise UsageError(f"{asked} goes with --hierarchy, which tells kinds and parts")
    hierarchy = None
    if hierarchy_file is not None:
        hierarchy = read_class_hierarchy(hierarchy_file, class_file)
    class_map = _class_map(map_name, training_file, class_file, hierarchy)
    known_parts = parts or ("ignore" if hierarchy is not None else "count")
    return DomainRule(class_map, hierarchy, subclasses, known_parts)


def _class_map(
    name: str | None,
    training_file: str | None,
    class_file: str | None,
    hierarchy: ClassHierarchy | None,
) -> ClassMap:
    from cutline.datasets.class_list import read_class_list
    from cutline.datasets.class_map import coco_open_images_map, read_class_map, same_names
    from cutline.datasets.class_names import read_class_names

    training = None if training_file is None else read_class_list(training_file)
    if name is None and training is not None:
        return same_names(training)
    if name is None or name == OWN_MAP:
        if training is not None:
            raise UsageError(
                f"--map {OWN_MAP} has the training classes of COCO: --training-classes goes with a "
                f"map of its own, or with none where the names are the same"
            )
        return coco_open_images_map()
    annotation: list[str] = [] if hierarchy is None else list(hierarchy.labels)
    if class_file is not None:
        annotation += read_class_names(class_file).values()
    known = list(dict.fromkeys(annotation))
    return read_class_map(name, training=training, annotation=known or None)


def _warn(found: Domains, annotations: str, *, is_strict: bool) -> None:
    """Say what may be wrong, or stop there.

    Raises:
        ContentError: when classes are codes that the map cannot know, or at any warning if strict.
    """
    whole = found.figures[-1]
    warnings = []
    if whole.novel and not whole.training:
        seen, known = next(iter(whole.novel)), _example(found.rule.class_map)
        said = (
            f"{annotations}: no image has a class of the map {found.rule.class_map.name!r}: found "
            f"classes such as {seen!r}, expected some such as {known!r}"
        )
        if seen.startswith("/m/"):
            raise ContentError(f"{said}; give --classes, Open Images' table of class names")
        warnings.append(said)
    if outside := found.outside_hierarchy:
        warnings.append(
            f"{annotations}: classes that are not in the hierarchy: {len(outside):,}, such as "
            f"{outside[0]!r}"
        )
    for text in warnings:
        if is_strict:
            raise ContentError(text)
        note(f"cutline: {text}")


def _example(class_map: ClassMap) -> str:
    return next((label for of in class_map.classes_of.values() for label in of), "-")
