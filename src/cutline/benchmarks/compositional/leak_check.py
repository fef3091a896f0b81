"""Proof that no training caption holds a pair: files read back from disk, and looked at anew."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from cutline.benchmarks.compositional.gaps import GapRule, Groups
from cutline.benchmarks.compositional.plain_text import PlainTextMatcher
from cutline.core.errors import ContentError, UsageError
from cutline.core.types import Benchmark, ImageId
from cutline.datasets.compositional_gaps import GapSplit, Suspect, read_gaps, read_manifest
from cutline.datasets.read import read_references
from cutline.text.concepts import ConceptPair
from cutline.text.pair_matching import MatcherName, PairMatcher, match_all, pair_matcher
from cutline.text.parsers import OWN
from cutline.text.trees import Mask

CAPTIONS = "captions_{}.json"


@dataclass(frozen=True)
class LeakCheck:
    """What was found in the training captions of one group.

    With the rule `together` a suspect is a leak. With `related` it is a caption that one matcher
    takes for a pair and another does not: somebody should look.
    """

    rule: GapRule
    #: Signatures of the matchers that were asked.
    matchers: tuple[str, ...]
    #: How many training captions they were shown.
    captions: int
    #: Whether those were read from the files of the gaps, or looked up in the source by id.
    is_read_back: bool
    suspects: tuple[Suspect, ...]

    @property
    def passes(self) -> bool:
        """Whether nothing was found."""
        return not self.suspects


def checking_matchers(
    rule: GapRule, pairs: Sequence[ConceptPair], cut_by: str = "parse", parser: str = OWN
) -> tuple[PairMatcher, ...]:
    """The matchers that must find nothing in what is trained on.

    Args:
        rule: of the gaps. `together` leaves nothing for any matcher to find; for `related` it is
            one that shares nothing with the one that made the cut but words and their forms.
        pairs: the pairs.
        cut_by: the name or the signature of the matcher that made the cut.
        parser: for captions, where the cut was made without one.
    """
    pairs = tuple(pairs)
    if rule == "together":
        return (
            PlainTextMatcher(pairs),
            pair_matcher("together", pairs),
            pair_matcher("words", pairs),
        )
    second: MatcherName = "parse" if cut_by.startswith("words") else "words"
    return (pair_matcher(second, pairs, parser=parser),)


def check_folder(
    folder: Path,
    groups: Groups,
    *,
    train: Benchmark | None = None,
    parser: str = OWN,
    jobs: int | None = None,
) -> dict[str, LeakCheck]:
    """Look for pairs in the training captions of a folder of gaps, as its files have them.

    Args:
        folder: what `write_gaps` has written.
        groups: the pairs, with their words.
        train: the captions of the training set, for a folder that has lists of images only.
        parser: where the second matcher needs one.
        jobs: threads to use.

    Raises:
        FileError: when a file cannot be read or is not what it should be.
        ContentError: when lists contradict each other: an image that is trained on is held out.
        UsageError: when the folder has no captions and none are given, or has other groups.
    """
    manifest = read_manifest(folder)
    splits = read_gaps(folder)
    if [(split.name, split.pairs) for split in splits] != [
        (name, tuple(pair.name for pair in pairs)) for name, pairs in groups
    ]:
        raise UsageError(f"{folder}: was made for other pairs than these")
    captions = {}
    known: dict[str, str] = {}
    for split, group in zip(splits, manifest["groups"], strict=True):
        _refuse_held_out(folder, split)
        captions[split.name] = _captions(folder / group["folder"], split, train, known)
    all_pairs = tuple(dict.fromkeys(pair for _, pairs in groups for pair in pairs))
    matchers = checking_matchers(manifest["gap"], all_pairs, str(manifest["matcher"]), parser)
    found = _looked_at(captions.values(), all_pairs, matchers, jobs)
    return {
        name: LeakCheck(
            rule=manifest["gap"],
            matchers=tuple(matcher.signature for matcher in matchers),
            captions=sum(map(len, captions[name].texts)),
            is_read_back=captions[name].is_read_back,
            suspects=found.suspects(captions[name], pairs),
        )
        for name, pairs in groups
    }


@dataclass(frozen=True, eq=False)
class _Captions:
    """The training captions of one group, image by image."""

    image_ids: Sequence[ImageId]
    texts: Sequence[Sequence[str]]
    is_read_back: bool


def _refuse_held_out(folder: Path, split: GapSplit) -> None:
    held = {"val": split.val, "eval": split.evaluation, "left_out": split.left_out}
    trained = set(split.train)
    for name, ids in held.items():
        common = trained.intersection(ids)
        if common:
            raise ContentError(
                f"{folder}, group {split.name}: {len(common):,} images are both in train and in "
                f"{name}, such as {min(map(str, common))!r}: expected them in one list only"
            )


def _captions(
    place: Path, split: GapSplit, train: Benchmark | None, known: dict[str, str]
) -> _Captions:
    if not split.train:
        return _Captions((), (), is_read_back=True)
    file = place / CAPTIONS.format("train")
    listed = set(map(str, split.train))
    if file.is_file():
        written, _ = read_references(file, "lenient")
        described = set(map(str, written.image_ids))
        if listed != described:
            example = min(listed ^ described)
            raise ContentError(
                f"{file}: has captions of {len(described):,} images, the list of images to train "
                f"on has {len(listed):,}: image {example!r} is in one of them only"
            )
        # Groups share most of their captions, which are kept once.
        texts = [tuple(known.setdefault(t, t) for t in said) for said in written.references]
        return _Captions(written.image_ids, texts, is_read_back=True)
    if train is None:
        raise UsageError(f"{file}: is not there: give the captions of the training set")
    of_list = train.only(i for i in train.image_ids if str(i) in listed)
    return _Captions(of_list.image_ids, of_list.references, is_read_back=False)


@dataclass(frozen=True, eq=False)
class _LookedAt:
    """Which pairs (column) are in which captions (row)."""

    row_of: Mapping[str, int]
    column_of: Mapping[ConceptPair, int]
    found: Mask

    def suspects(self, captions: _Captions, pairs: Sequence[ConceptPair]) -> tuple[Suspect, ...]:
        columns = [self.column_of[pair] for pair in pairs]
        is_suspect: Mask = np.any(self.found[:, columns], axis=1)
        suspects: list[Suspect] = []
        for image_id, texts in zip(captions.image_ids, captions.texts, strict=True):
            suspects += (
                self._suspect(image_id, text, pairs, columns)
                for text in texts
                if is_suspect[self.row_of[text]]
            )
        return tuple(suspects)

    def _suspect(
        self, image_id: ImageId, text: str, pairs: Sequence[ConceptPair], columns: list[int]
    ) -> Suspect:
        held = self.found[self.row_of[text], columns].tolist()
        names = (pair.name for pair, is_held in zip(pairs, held, strict=True) if is_held)
        return Suspect(image_id, text, tuple(names))


def _looked_at(
    captions: Iterable[_Captions],
    pairs: Sequence[ConceptPair],
    matchers: Sequence[PairMatcher],
    jobs: int | None,
) -> _LookedAt:
    texts = dict.fromkeys(text for of in captions for said in of.texts for text in said)
    found = np.zeros((len(texts), len(pairs)), dtype=bool)
    for matcher in matchers:
        found |= match_all(matcher, list(texts), jobs)
    return _LookedAt(
        {text: row for row, text in enumerate(texts)},
        {pair: column for column, pair in enumerate(pairs)},
        found,
    )
