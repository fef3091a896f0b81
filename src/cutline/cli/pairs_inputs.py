"""What `cutline pairs` was asked for, read and counted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from cutline.benchmarks.compositional.agreement import Agreement, agreement_on
from cutline.benchmarks.compositional.arguments import Arguments, arguments_of
from cutline.benchmarks.compositional.candidates import Candidates, Demands, propose
from cutline.benchmarks.compositional.found_pairs import FoundPairs, find_pairs
from cutline.benchmarks.compositional.occurrences import (
    Occurrences,
    Order,
    PairKind,
    count_pairs,
    side_by_side,
)
from cutline.benchmarks.compositional.open_pairs import find_any_pairs
from cutline.benchmarks.compositional.sizes import Sizes, size_pairs, sizes_by_words
from cutline.cli.score_inputs import select_references
from cutline.cli.terminal import working
from cutline.core.errors import UsageError
from cutline.core.types import Benchmark, ImageId
from cutline.datasets.checks import Policy
from cutline.text.concepts import ConceptPair, Concepts
from cutline.text.pair_matching import MatcherName


@dataclass(frozen=True)
class Request:
    """The options of the command."""

    captions: tuple[str, ...]
    words: str
    concepts: Concepts
    pairs: tuple[ConceptPair, ...] | None
    kind: PairKind | None
    at_least: int | None
    sort: Order
    examples: int
    propose: bool
    evaluation: str | None
    agreement: bool
    arguments: bool
    boxes: str | None
    matcher: MatcherName
    parser: str
    policy: Policy
    jobs: int | None

    @property
    def analyses(self) -> int:
        """How many tables there are beside the counts."""
        return sum((self.propose, self.agreement, self.arguments, self.boxes is not None))

    def check(self, is_changed: bool) -> None:
        """Refuse options that do not go together.

        Args:
            is_changed: whether concepts were given.

        Raises:
            UsageError: naming them.
        """
        if self.analyses and len(self.captions) > 1:
            raise UsageError(
                f"--propose, --agreement, --arguments and --boxes look at one file of captions, "
                f"not at {len(self.captions)}"
            )
        if self.evaluation and not self.propose:
            raise UsageError("--eval goes with --propose")
        if self.examples and self.analyses:
            raise UsageError("--examples goes with the list of pairs, and with no analysis")
        if self.arguments and self.matcher != "parse":
            raise UsageError("--arguments needs a parse, so it goes with --matcher parse only")
        if self.words == "any":
            self._check_open(is_changed)

    def _check_open(self, is_changed: bool) -> None:
        if self.pairs is not None or is_changed:
            raise UsageError("--words any takes all words: --pairs, --concepts, --wording are idle")
        if self.arguments or self.boxes:
            raise UsageError("--arguments and --boxes are about known words: --words known")
        if self.matcher != "parse":
            raise UsageError("--words any needs a parse: --matcher parse")

    @property
    def selected(self) -> tuple[ConceptPair, ...]:
        """The pairs to report, of known concepts."""
        chosen = self.concepts.all_pairs() if self.pairs is None else self.pairs
        return tuple(pair for pair in chosen if self.kind in (None, pair.other.kind))


@dataclass(frozen=True)
class Section:
    """The answer to one question: its name in files, and what was found."""

    name: str
    results: tuple[Occurrences | Candidates | Agreement | Arguments | Sizes, ...]
    examples: dict[ConceptPair, list[tuple[ImageId, str]]] = field(default_factory=dict)


def sections(request: Request) -> list[Section]:
    """All that was asked for: the counts, or analyses in their place."""
    benchmarks = [_read(path, request) for path in request.captions]
    if not request.analyses:
        return [_counts(request, benchmarks)]
    [benchmark] = benchmarks
    found: list[Section] = []
    pairs = _needed(request)
    in_captions = _found(request, benchmark, pairs) if pairs else None
    if in_captions and request.propose:
        found.append(Section("candidates", (_candidates(request, in_captions, pairs),)))
    if in_captions and request.agreement:
        found.append(Section("agreement", (_agreement(request, in_captions),)))
    if request.arguments:
        found.append(Section("arguments", (_arguments(request, benchmark),)))
    if in_captions and request.boxes is not None:
        found.append(Section("sizes", (_sizes(request.boxes, request.policy, in_captions),)))
    return found


def _read(path: str, request: Request) -> Benchmark:
    with working("Reading captions"):
        return select_references(path, request.policy, None).benchmark


def _needed(request: Request) -> tuple[ConceptPair, ...]:
    """The pairs that analyses look at; partners of a candidate are among all pairs."""
    if request.propose:
        return request.concepts.all_pairs()
    needed = list(request.selected) if request.agreement else []
    if request.boxes is not None:
        needed += size_pairs(request.concepts)
    return tuple(dict.fromkeys(needed))


def _found(request: Request, benchmark: Benchmark, pairs: Sequence[ConceptPair]) -> FoundPairs:
    if request.words == "any":
        return find_any_pairs(benchmark, parser=request.parser, jobs=request.jobs)
    return find_pairs(
        benchmark,
        pairs,
        request.matcher,
        parser=request.parser,
        concepts_name=request.concepts.name,
        jobs=request.jobs,
    )


def _counts(request: Request, benchmarks: Sequence[Benchmark]) -> Section:
    at_least = 1 if request.at_least is None else request.at_least
    found = [_found(request, benchmark, request.selected) for benchmark in benchmarks]
    counted = [count_pairs(one, request.concepts.pairs) for one in found]
    # A pair that is frequent in any of the files is shown for all of them.
    kept = {c.pair for one in counted for c in one.only(at_least, request.kind).counts}
    ordered = [pair for pair in side_by_side(counted, request.sort) if pair in kept]
    results = tuple(replace(one, counts=tuple(map(one.of, ordered))) for one in counted)
    examples = {}
    if request.examples:
        examples = {p: _examples(p, found, benchmarks, request.examples) for p in ordered}
    return Section("captions", results, examples)


def _examples(
    pair: ConceptPair, found: Sequence[FoundPairs], benchmarks: Sequence[Benchmark], most: int
) -> list[tuple[ImageId, str]]:
    """Captions that hold a pair, from the beginning, the middle and the end of the first file."""
    for one, benchmark in zip(found, benchmarks, strict=True):
        number = one.number_of.get(pair)
        captions = [] if number is None else one.captions_of(number).tolist()
        if captions:
            step = max(len(captions) // most, 1)
            return [_caption(one, benchmark, place) for place in captions[::step][:most]]
    return []


def _caption(found: FoundPairs, benchmark: Benchmark, caption: int) -> tuple[ImageId, str]:
    image = int(found.image_of_caption[caption])
    place = caption - int(found.first_captions[image])
    return benchmark.image_ids[image], benchmark.references[image][place]


def _candidates(request: Request, training: FoundPairs, pairs: Sequence[ConceptPair]) -> Candidates:
    evaluation = training
    if request.evaluation is not None:
        evaluation = _found(request, _read(request.evaluation, request), pairs)
    demands = Demands()
    if request.at_least is not None:
        demands = replace(demands, evaluation_images=request.at_least - 1)
    proposed = propose(
        training,
        evaluation,
        demands,
        held_out=request.concepts.pairs,
        only=request.pairs,
    )
    of_kind = (c for c in proposed.candidates if request.kind in (None, c.pair.other.kind))
    return replace(proposed, candidates=tuple(of_kind))


def _agreement(request: Request, found: FoundPairs) -> Agreement:
    at_least = 1 if request.at_least is None else request.at_least
    selected = set(found.pairs if request.words == "any" else request.selected)
    counted = count_pairs(found).only(at_least, request.kind).sorted_by(request.sort)
    return agreement_on(found, [c.pair for c in counted.counts if c.pair in selected])


def _arguments(request: Request, benchmark: Benchmark) -> Arguments:
    verbs = request.concepts.of_kind("verb")
    pairs = request.concepts.pairs if request.pairs is None else request.pairs
    if request.pairs is not None:
        verbs = tuple(dict.fromkeys(pair.other for pair in pairs if pair.other.kind == "verb"))
    return arguments_of(benchmark, verbs, pairs, parser=request.parser, jobs=request.jobs)


def _sizes(boxes: str, policy: Policy, found: FoundPairs) -> Sizes:
    # Imported here because few runs come with boxes.
    from cutline.cli.compositional_study.inputs import read_boxes

    return sizes_by_words(found, read_boxes(boxes, policy))
