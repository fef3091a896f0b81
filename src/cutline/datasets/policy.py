"""What checking found, and whether that allows going on."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal, get_args

from cutline.core.errors import ContentError, UsageError, near_names
from cutline.core.types import ImageId
from cutline.datasets.problems import Place, Problem, listing
from cutline.datasets.records import Records

#: What stops the work: errors (`default`), warnings too (`strict`), or nothing that can be left
#: out or repaired (`lenient`).
Policy = Literal["default", "strict", "lenient"]


@dataclass
class Checked:
    """What came of checking: problems, and whether they allow going on."""

    problems: list[Problem] = field(default_factory=list)
    #: What was checked, where it is at hand.
    records: Records | None = None

    def add(self, kind: str, place: Place, message: str) -> None:
        """Note a problem."""
        self.problems.append(Problem(kind, place, message))

    def place_of(self, image_id: ImageId, file: str) -> Place:
        """Where an image's first record is; `file` is its name if the records do not tell."""
        if self.records is None:
            return Place(file, image_id=image_id)
        index = self._first_records.get(image_id)
        if index is None:
            return Place(self.records.file, image_id=image_id)
        return self.records.place(index)

    @cached_property
    def _first_records(self) -> dict[Any, int]:
        first: dict[Any, int] = {}
        for index, image_id in enumerate(self.records.image_ids if self.records else ()):
            if type(image_id) in (int, str):
                first.setdefault(image_id, index)
        return first

    def stops(self, policy: Policy) -> bool:
        """Whether these problems are too many for a policy.

        Raises:
            UsageError: for a policy that does not exist.
        """
        if policy not in get_args(Policy):
            known = get_args(Policy)
            raise UsageError(
                f"policy is one of {', '.join(known)}, not {policy!r}"
                f"{near_names(str(policy).lower(), known)}"
            )
        if policy == "lenient":
            return False
        return any(policy == "strict" or p.severity == "error" for p in self.problems)

    def raise_if_stopped(
        self, policy: Policy, what: str, way_out: str = 'policy="lenient"'
    ) -> None:
        """End here when the policy says so; `way_out` is how the caller's user asks for leniency.

        Raises:
            ContentError: with the problems listed.
        """
        if self.stops(policy):
            hint = "" if policy == "strict" else f"\n({way_out} leaves out or repairs what it can)"
            raise ContentError(f"{what}:\n{listing(self.problems)}{hint}")
