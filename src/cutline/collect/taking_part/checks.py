"""What is said of a caption while somebody writes it, and what keeps it from being taken."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from threading import Thread

from cutline.collect.models import Role, Task, TaskState
from cutline.text.caption_checks import Finding, check_caption, prepare_checks
from cutline.text.caption_checks.finding import in_order
from cutline.text.caption_checks.reading import Reading

#: No more of somebody's earlier captions are compared: a page must answer at once.
_MOST_OWN = 300


@dataclass(frozen=True)
class Checked:
    """What was found in a caption. A problem has to be put right; a warning may be let stand."""

    text: str
    findings: tuple[Finding, ...]
    words: int

    @property
    def has_problems(self) -> bool:
        """Whether it cannot be taken as it is."""
        return any(found.severity == "problem" for found in self.findings)

    @property
    def has_warnings(self) -> bool:
        """Whether it is taken only from those who have seen what is said of it."""
        return any(found.severity == "warning" for found in self.findings)

    @property
    def digest(self) -> str:
        """Says of which text somebody has seen the warnings."""
        return hashlib.sha256(self.text.encode("utf-8", "replace")).hexdigest()[:16]

    @property
    def is_of_template(self) -> bool:
        """Whether it has the words of several earlier ones but one or two."""
        return any(
            found.check == "own-template" and found.severity == "warning" for found in self.findings
        )


@cache
def open_checks() -> Thread:
    """Begin to open what checks need, a second's work, once: while somebody looks at a first image.

    A site where nobody writes captions never opens it.
    """
    opening = Thread(target=prepare_checks, name="open-checks")
    opening.start()
    return opening


def check_text(task: Task, text: str) -> Checked:
    """Check what somebody wrote of a task's image."""
    project, item = task.item.project, task.item
    findings = check_caption(
        text,
        least_words=project.least_words,
        language=project.language,
        own=_own(task),
        others=_of_others(task),
        labels=[label for label in item.labels if isinstance(label, str)],
    )
    graver = sorted(map(_as_taken, findings), key=in_order)
    return Checked(text, tuple(graver), Reading(text, project.language).word_count)


def _as_taken(finding: Finding) -> Finding:
    """A finding, as grave as it is where captions are collected.

    Nobody describes two images nearly alike, and nobody uses exactly the words of somebody else.
    That people nearly agree, on the other hand, is what references are for.
    """
    if finding.check == "own-copy":
        return replace(finding, severity="problem")
    if finding.check == "copy":
        return replace(finding, severity="problem" if finding.severity == "warning" else "warning")
    return finding


def _own(task: Task) -> Sequence[str]:
    earlier = task.annotator.tasks.filter(state=TaskState.DONE).exclude(pk=task.pk)
    return list(earlier.order_by("-finished").values_list("text", flat=True)[:_MOST_OWN])


def _of_others(task: Task) -> Sequence[str]:
    if task.item.role != Role.COLLECT:
        # Everybody answers these: it would soon be impossible to say anything new.
        return ()
    theirs = task.item.tasks.filter(state=TaskState.DONE).exclude(annotator=task.annotator)
    return list(theirs.values_list("text", flat=True))
