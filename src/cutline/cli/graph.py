"""`cutline graph`: what a caption says, as objects, attributes and relations."""

from __future__ import annotations

import json as json_module
from collections.abc import Iterator, Sequence
from typing import Annotated, Any

import typer
from rich.console import Console

from cutline.cli import options
from cutline.cli.caption_lines import caption_lines
from cutline.cli.terminal import answers, new_table
from cutline.core.atomic import atomic_write
from cutline.core.errors import UsageError
from cutline.datasets.wording import LONE_SURROGATE, printable, short
from cutline.reports.scene_drawing import scene_dot, scene_svg
from cutline.text.parse import Parses, Sentence
from cutline.text.parsers import OWN, parse_captions, parser_named
from cutline.text.scene_graph import SceneGraph, scene_graphs

FORMAT_VERSION = 1
_DRAWINGS = {".svg": scene_svg, ".dot": scene_dot}


def graph(
    captions: Annotated[
        list[str], typer.Argument(help="Captions; - reads one a line from standard input.")
    ],
    json: options.Json = False,
    output: Annotated[
        str | None,
        typer.Option(
            "--output", "-o", help="Write a drawing (.svg, .dot) or .json.", metavar="FILE"
        ),
    ] = None,
    parse: Annotated[
        bool, typer.Option("--parse", help="Show tags, lemmas and dependencies too.")
    ] = False,
    parser: Annotated[str, typer.Option(help="cutline, or spacy/MODEL.", metavar="NAME")] = OWN,
    jobs: options.Jobs = None,
) -> None:
    """Show the objects, attributes and relations that SPICE finds in a caption.

    Example: cutline graph "a brown dog on a red couch"

    Example: cutline graph "a brown dog on a red couch" -o dog.svg
    """
    texts = list(_texts(captions))
    ending = _ending(output, texts)
    parses = parse_captions(texts, parser, jobs)
    graphs = scene_graphs(parses, jobs)
    content = _as_dict(texts, graphs, parses if parse else None, parser)
    if output and output != "-":
        with atomic_write(output) as file:
            file.write(_drawn(ending, texts, graphs) if ending in _DRAWINGS else _dumped(content))
    if json or output == "-":
        print(_dumped(content), end="")
    elif not output:
        _show(texts, graphs, parses if parse else None, answers())


def _texts(captions: Sequence[str]) -> Iterator[str]:
    if "-" in captions and len(captions) > 1:
        raise UsageError("- reads captions from standard input and goes with no others")
    for text in caption_lines("-") if list(captions) == ["-"] else captions:
        if (half := LONE_SURROGATE.search(text)) is not None:
            # An argument that is not UTF-8 arrives like this.
            raise UsageError(
                f"{printable(short(text))!r}: character {half.start() + 1} is "
                f"U+{ord(half.group()):04X}, expected Unicode text"
            )
        yield text


def _ending(output: str | None, texts: Sequence[str]) -> str:
    if output is None or output == "-":
        return ""
    ending = next((e for e in (*_DRAWINGS, ".json") if output.lower().endswith(e)), None)
    if ending is None:
        raise UsageError(f"{output}: expected a name that ends in .svg, .dot or .json")
    if ending in _DRAWINGS and len(texts) != 1:
        raise UsageError(f"{output}: a drawing shows one caption, and there are {len(texts)}")
    return ending


def _drawn(ending: str, texts: Sequence[str], graphs: Sequence[SceneGraph]) -> str:
    return _DRAWINGS[ending](graphs[0], texts[0]) + "\n"


def _dumped(content: dict[str, Any]) -> str:
    return json_module.dumps(content, indent=2, ensure_ascii=False) + "\n"


def _as_dict(
    texts: Sequence[str], graphs: Sequence[SceneGraph], parses: Parses | None, parser: str
) -> dict[str, Any]:
    captions = []
    for place, (text, of_caption) in enumerate(zip(texts, graphs, strict=True)):
        entry: dict[str, Any] = {"caption": text, **of_caption.to_dict()}
        if parses is not None:
            entry["sentences"] = [[t._asdict() for t in sentence] for sentence in parses[place]]
        captions.append(entry)
    digest = parser_named(parser).digest
    head = {"cutline": "scene-graphs", "version": FORMAT_VERSION, "parser": f"{parser}={digest}"}
    return {**head, "captions": captions}


def _show(
    texts: Sequence[str], graphs: Sequence[SceneGraph], parses: Parses | None, console: Console
) -> None:
    for place, (text, of_caption) in enumerate(zip(texts, graphs, strict=True)):
        if place:
            console.print()
        if len(texts) > 1:
            console.out(printable(text), style="bold", highlight=False)
        if parses is not None:
            for sentence in parses[place]:
                _show_sentence(sentence, console)
        for kind, lines in _lines(of_caption).items():
            for number, line in enumerate(lines):
                console.out(f"{'' if number else kind:<12}{printable(line)}", highlight=False)
        if not of_caption.objects and not of_caption.attributes:
            console.out("no objects", style="dim", highlight=False)


def _lines(graph: SceneGraph) -> dict[str, list[str]]:
    return {
        "objects": [", ".join(graph.objects)] if graph.objects else [],
        "attributes": [f"{name}: {attribute}" for name, attribute in graph.attributes],
        "relations": [" - ".join(relation) for relation in graph.relations],
    }


def _show_sentence(sentence: Sentence, console: Console) -> None:
    table = new_table("", "word", "lemma", "tag", "relation", "head")
    for number, token in enumerate(sentence, 1):
        head = sentence[token.head - 1].text if token.head else ""
        cells = (str(number), token.text, token.lemma, token.tag, token.relation, head)
        table.add_row(*map(printable, cells))
    console.print(table)
    console.print()
