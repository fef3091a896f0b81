"""`cutline explain`: which word matched which, and what that does to the score."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from cutline.cli import options
from cutline.cli.explain_inputs import Choice, are_sentences, chosen_images, explained_metric
from cutline.cli.explain_output import Explained, as_json, show
from cutline.cli.explain_tuples_output import ExplainedTuples, show_tuples, tuples_as_json
from cutline.cli.score_inputs import select_references, select_run
from cutline.cli.terminal import answers, working
from cutline.core.atomic import atomic_write
from cutline.core.errors import UsageError
from cutline.core.garbage import no_garbage_collection
from cutline.core.types import ImageId, Run
from cutline.datasets.checks import Policy
from cutline.metrics.meteor import Meteor
from cutline.metrics.spice import Spice
from cutline.scoring.corpus import Corpus
from cutline.scoring.explanation import explain as explain_alignments
from cutline.scoring.explanation import explain_tuples
from cutline.scoring.inputs import as_run


def explain(
    results: Annotated[
        str | None,
        typer.Argument(help="Captions to explain; - is standard input.", metavar="RESULTS"),
    ] = None,
    refs: Annotated[
        str | None,
        typer.Option("--refs", help="The references: a file of any known format.", metavar="FILE"),
    ] = None,
    metric: Annotated[
        str, typer.Option(help="What to explain: meteor, spice.", metavar="SPEC")
    ] = "meteor",
    image: Annotated[
        list[str] | None,
        typer.Option(help="An image to explain; can be repeated.", metavar="ID"),
    ] = None,
    worst: Annotated[
        int | None, typer.Option(help="Explain the N lowest scores.", min=1, metavar="N")
    ] = None,
    best: Annotated[
        int | None, typer.Option(help="Explain the N highest scores.", min=1, metavar="N")
    ] = None,
    candidate: Annotated[
        str | None,
        typer.Option(help="A sentence to explain, instead of a file.", metavar="TEXT"),
    ] = None,
    reference: Annotated[
        list[str] | None,
        typer.Option(help="With --candidate: a reference; can be repeated.", metavar="TEXT"),
    ] = None,
    all_references: Annotated[
        bool,
        typer.Option("--all-references", help="Show every reference, not only the best one."),
    ] = False,
    json: options.Json = False,
    output: options.Output = None,
    strict: options.Strictness = None,
    tokenizer: options.TokenizerSpec = "ptb",
) -> None:
    """Show which words of a caption matched which words of a reference, and how.

    With --metric spice: which objects, attributes and relations.

    Example: cutline explain results.json --refs captions_val2014.json --worst 5

    Example: cutline explain --candidate "a dog runs" --reference "the dog is running"
    """
    choice = Choice(image or (), worst, best)
    is_typed = are_sentences(results, refs, candidate, reference or (), choice)
    chosen, policy = explained_metric(metric), options.policy_of(strict)
    if all_references and isinstance(chosen, Spice):
        raise UsageError("--all-references is for meteor: spice merges all references into one")
    if output == "-":
        json, output = True, None
    if is_typed:
        explained = _sentences(candidate or "", reference or (), chosen, tokenizer, policy)
    else:
        explained = _files(results or "", refs or "", choice, chosen, tokenizer, policy, output)
    text = as_json(explained) if isinstance(explained, Explained) else tuples_as_json(explained)
    if output:
        with atomic_write(output) as file:
            file.write(text)
    if json:
        print(text, end="")
    elif isinstance(explained, Explained):
        show(explained, answers(), all_references=all_references)
    else:
        show_tuples(explained, answers())


def _files(
    results: str,
    refs: str,
    choice: Choice,
    metric: Meteor | Spice,
    tokenizer: str,
    policy: Policy,
    output: str | None,
) -> Explained | ExplainedTuples:
    options.one_standard_input(refs, results)
    options.check_files([output], [refs, results])
    with no_garbage_collection(), working(f"Explaining {results}"):
        selection = select_references(refs, policy, only=None)
        run = select_run(results, selection, policy)
        # As in a score, images without a caption are as if they were not there.
        benchmark = selection.benchmark.only(run.captions)
        corpus = Corpus(benchmark, [metric], tokenizer=tokenizer)
        image_ids = chosen_images(choice, corpus, run, selection.whole)
        return _explained(corpus, metric, run, image_ids)


def _sentences(
    candidate: str,
    references: Sequence[str],
    metric: Meteor | Spice,
    tokenizer: str,
    policy: Policy,
) -> Explained | ExplainedTuples:
    corpus = Corpus([list(references)], [metric], tokenizer=tokenizer, policy=policy)
    run = as_run([candidate], corpus.benchmark, policy)
    return _explained(corpus, metric, run, corpus.benchmark.image_ids, are_files=False)


def _explained(
    corpus: Corpus,
    metric: Meteor | Spice,
    run: Run,
    image_ids: Sequence[ImageId],
    are_files: bool = True,
) -> Explained | ExplainedTuples:
    signature = corpus.signature(metric)
    if isinstance(metric, Meteor):
        images = explain_alignments(corpus, metric, run, image_ids)
        return Explained(metric, signature, images, are_files)
    compared = explain_tuples(corpus, metric, run, image_ids)
    return ExplainedTuples(metric, signature, compared, are_files)
