"""Candidates with their references, collected one at a time, as the scorer classes do."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from cutline import native
from cutline.compat.pycocoevalcap._complaints import describe, first_complaint, wrong_texts
from cutline.compat.pycocoevalcap._encoded import Encoded, encode, encode_references
from cutline.compat.pycocoevalcap._errors import CaptionsError


class Entries:
    """What a scorer has been given so far. An entry may lack its candidate until it is scored."""

    def __init__(self) -> None:
        self.candidates: list[str | None] = []
        self.references: list[list[str]] = []
        self._encoded_references: native.References | None = None

    def __len__(self) -> int:
        return len(self.references)

    def __getstate__(self) -> dict[str, Any]:
        # Scorers can be copied and sent to other processes; what the kernels hold cannot.
        return {**vars(self), "_encoded_references": None}

    def append(self, candidate: Any, references: Any) -> None:
        """Add an entry.

        Raises:
            CaptionsError: when the candidate is not a string or the references not a list of them.
        """
        entry = _checked_candidate(candidate, len(self)), _checked_references(references, len(self))
        self.candidates.append(entry[0])
        self.references.append(entry[1])
        self._encoded_references = None

    def extend(self, others: Entries) -> None:
        """Add all entries of another scorer."""
        self.candidates.extend(others.candidates)
        self.references.extend(others.references)
        self._encoded_references = None

    def copy(self) -> Entries:
        """The same entries, to be extended separately."""
        new = Entries()
        new.extend(self)
        return new

    def replace_candidates(self, candidates: Iterable[Any]) -> None:
        """Give every entry another candidate.

        Raises:
            CaptionsError: when there are more or fewer than entries, or one is not a string.
        """
        new = [_checked_candidate(candidate, place) for place, candidate in enumerate(candidates)]
        if len(new) != len(self):
            raise CaptionsError(f"{len(new)} candidates, expected one for each of {len(self)}")
        self.candidates = new

    def encoded_references(self) -> native.References:
        """All references as the kernels hold them."""
        if self._encoded_references is None:
            self._encoded_references = encode_references(self.references)
        return self._encoded_references

    def encoded(self) -> Encoded:
        """All entries as the kernels hold them.

        Raises:
            CaptionsError: when an entry has no candidate or no reference.
        """
        candidates = [candidate for candidate in self.candidates if candidate is not None]
        if len(candidates) < len(self):
            place = self.candidates.index(None)
            raise CaptionsError(f"entry {place}: no candidate, expected a string before scoring")
        if not all(self.references):
            place = self.references.index([])
            raise CaptionsError(f"entry {place}: no references, expected at least one string")
        return encode(self.encoded_references(), candidates)


def _checked_candidate(candidate: Any, place: int) -> str | None:
    return None if candidate is None else _checked_texts([candidate], place, "candidate")[0]


def _checked_references(references: Any, place: int) -> list[str]:
    # The old package takes a bare string for a list of one-letter references.
    if isinstance(references, str) or not isinstance(references, Iterable):
        raise CaptionsError(
            f"entry {place}: references are {describe(references)}, expected a list of strings"
        )
    return _checked_texts(list(references), place, "reference")


def _checked_texts(captions: list[Any], place: int, name: str) -> list[str]:
    try:
        "".join(captions).encode()
    except (TypeError, UnicodeEncodeError) as error:
        complaint = wrong_texts(f"entry {place}: {name}", captions)
        raise first_complaint([complaint]) or error from None
    return captions
