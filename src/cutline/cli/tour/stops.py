"""All stops of the tour, in order."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from functools import partial

from cutline.benchmarks.demo.pictures import write_pictures
from cutline.cli.tour.places import Places
from cutline.cli.tour.served import served
from cutline.cli.tour.stop import Command, Made, Shown, Stop, run_all

#: A pair of sentences that METEOR matches in all four ways.
_CANDIDATE = "a big dog runs next to a tree"
_REFERENCE = "a large dog running beside a tree"
#: What the first system says of one picture.
_CAPTION, _PICTURE = "A boat with white sails near a red and white lighthouse.", "1010"


def stops(places: Places, metrics: Sequence[str], report: Sequence[str]) -> list[Stop]:
    """The stops.

    Args:
        places: where files are.
        metrics: the specs of the metrics that can be computed here.
        report: the arguments of the command that writes the report.
    """
    return [
        *_measured(places, metrics, report),
        _alignment(places),
        _graph(places),
        _selection(places),
        _pairs(places),
        *_fidelity(places),
        _served(places),
    ]


def _measured(places: Places, metrics: Sequence[str], report: Sequence[str]) -> list[Stop]:
    references = str(places.file("references.json"))
    scores = places.left("scores.json")
    score = ("score", *places.runs, "--refs", references, "--metrics", ",".join(metrics))
    compare = ("compare", *places.runs, "--refs", references, "--metrics", "cider-d", "--top", "1")
    return [
        Stop(
            "score",
            "Score",
            "Three made-up systems caption drawn pictures; every metric compares their captions "
            "with five references a picture. Below stands what each figure depends on.",
            _commands(Command((*score, "--output", str(scores)))),
            (Made(scores, "the scores, with their signatures, for programs"),),
        ),
        Stop(
            "compare",
            "Compare",
            "Which differences mean something: each with an interval and a test, systems that tie "
            "share a letter, and one picture shows where they differ most.",
            _commands(Command(compare, most=12)),
        ),
        Stop(
            "report",
            "The report",
            "All of that on one page to send around: scores, slices, every picture with its "
            "captions and why they score so, and what a system does differently from people.",
            _commands(Command(tuple(report), most=5)),
            (Made(places.file("report.html"), "the report: three systems on every metric"),),
        ),
    ]


def _alignment(places: Places) -> Stop:
    alignment = places.left("alignment.json")
    explain = ("explain", "--candidate", _CANDIDATE, "--reference", _REFERENCE)
    worst = ("explain", places.runs[0], "--refs", str(places.file("references.json")))
    return Stop(
        "alignment",
        "A METEOR alignment",
        "Which word matched which, and by what: here each of the four ways once. Then the caption "
        "of a system that METEOR likes least, aligned with its best reference.",
        _commands(
            Command((*explain, "--output", str(alignment))),
            Command((*worst, "--worst", "1")),
        ),
        (Made(alignment, "the first alignment, for programs"),),
    )


def _graph(places: Places) -> Stop:
    drawing = places.left("graph.svg")
    explain = ("explain", places.runs[0], "--refs", str(places.file("references.json")))
    return Stop(
        "graph",
        "A SPICE graph",
        "What a caption says, as objects, attributes and relations; then which of them the "
        "references of its picture have too, which is what SPICE counts.",
        _commands(
            Command(("graph", _CAPTION)),
            Command(("graph", _CAPTION, "--output", str(drawing))),
            Command((*explain, "--metric", "spice", "--image", _PICTURE), most=16),
        ),
        (Made(drawing, "the scene graph, drawn"),),
    )


def _selection(places: Places) -> Stop:
    page = places.left("content-selection.html")
    study = ("study", "content-selection", str(places.file("boxes.jsonl")))
    return Stop(
        "content-selection",
        "Content selection",
        "A picture has more in it than anybody says. Which boxes do people mention, and which way "
        "to choose boxes comes near to them?",
        _commands(Command((*study, "--report", str(page)), begin="selector, k")),
        (Made(page, "the study of content selection: every way to choose, at every k"),),
    )


def _pairs(places: Places) -> Stop:
    pairs = ("pairs", str(places.file("references.json")), "--at-least", "2", "--examples", "1")
    return Stop(
        "pairs",
        "Concept pairs",
        "Pairs such as brown dog, found in the parses of captions. Held out of training, they test "
        "whether a captioner can say what it never saw together.",
        _commands(Command(pairs)),
    )


def _fidelity(places: Places) -> list[Stop]:
    page, gallery = places.left("fidelity.html"), places.left("gallery.html")
    annotations, pictures = places.left("annotations.jsonl"), places.left("pictures")
    objects = str(places.file("objects.json"))
    study = ("study", "fidelity", *places.runs, "--objects", objects, "--report", str(page))
    captioners = (part for run in places.runs for part in ("--captioner", run))
    annotate = ("annotate", str(pictures), *captioners, "--captioner", "describe")
    annotate += ("--detector", f"gold:{places.file('boxes.jsonl')}")
    annotate += ("--output", str(annotations), "--gallery", str(gallery))

    def painted() -> Generator[Shown]:
        write_pictures(pictures)
        yield from run_all([Command(annotate)])

    return [
        Stop(
            "fidelity",
            "Semantic Fidelity",
            "Are captions true to what is seen? No reference is needed: the nouns of a caption are "
            "compared with the objects of its picture.",
            _commands(Command((*study, "--metrics", "semantic-fidelity"))),
            (Made(page, "the study of fidelity: which objects are missed, which are invented"),),
        ),
        Stop(
            "gallery",
            "A gallery",
            "The same beside the pictures, painted as files of pixels: what every captioner says, "
            "nouns and boxes linked, the truest caption first. Objects come from a file here; a "
            "detector takes its place for pictures that nobody has looked at.",
            painted,
            (
                Made(gallery, "the gallery: pictures, boxes, and what each captioner says"),
                Made(annotations, "all captions, objects and values, a picture a line"),
                Made(pictures, "the drawn pictures as PNG files"),
            ),
        ),
    ]


def _served(places: Places) -> Stop:
    board = places.left("board.csv")
    return Stop(
        "served",
        "A served benchmark",
        "An evaluation server on this machine alone, in a temporary folder. Its references are "
        "private; captions go in, scores come out, and the board has a row for what people wrote. "
        "Then it is stopped. To keep one running: cutline serve --demo",
        partial(served, board),
        (Made(board, "the board as a table, with intervals and signatures"),),
    )


def _commands(*commands: Command) -> Callable[[], Generator[Shown]]:
    return partial(run_all, commands)
