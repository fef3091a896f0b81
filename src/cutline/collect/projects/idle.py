"""Known answers that a project has and never asks for, or asks for and does not have."""

from __future__ import annotations

from cutline.collect.models import Project, Role


def idle_parts(project: Project) -> list[str]:
    """What somebody may have forgotten, in words: nothing of it shows to those who take part."""
    roles = dict.fromkeys(Role, 0)
    for role in project.items.exclude(role=Role.COLLECT).values_list("role", flat=True):
        roles[Role(role)] += 1
    tests, checks = roles[Role.QUALIFICATION], roles[Role.ATTENTION]
    found = []
    if tests and project.pass_mark is None:
        found.append(f"without a pass mark nobody is given the {_items(tests)} of the test")
    if not tests and project.pass_mark is not None:
        found.append("there is a pass mark, and no qualification item: everybody is let in")
    if checks and project.attention_every is None:
        found.append(
            f"nobody is given the {_items(checks)} for attention: say every how many tasks"
        )
    if not checks and project.attention_every is not None:
        found.append("attention is to be checked, and there is no attention item")
    return found


def _items(count: int) -> str:
    return f"{count:,} item{'' if count == 1 else 's'}"
