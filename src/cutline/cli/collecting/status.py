"""`cutline collect status`: how far a project has come."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cutline.cli.collecting.found import ProjectName, opened_project
from cutline.cli.serving.subcommand import Data
from cutline.cli.terminal import answers, new_table, print_whole

if TYPE_CHECKING:
    from cutline.collect.models import Project


def status(
    context: typer.Context,
    project: ProjectName,
    as_json: Annotated[bool, typer.Option("--json", help="Print it as JSON.")] = False,
    data: Data = None,
) -> None:
    """Say how far a project has come, and by which link people take part.

    Example: cutline collect status birds
    """
    configuration, found = opened_project(context, data, project, links=True)
    told = status_dict(found, configuration.address)
    if as_json:
        print(json.dumps(told, indent=2, ensure_ascii=False))
        return
    table = new_table("", "")
    table.show_header = False
    answer_words = "captions" if found.mode == "captions" else "ratings"
    for name, value in (
        ("project", f"{found.title} ({told['state']})"),
        ("images", f"{told['images']['complete']:,} of {told['images']['all']:,} complete"),
        (answer_words, f"{told['answers']['standing']:,} of {told['answers']['wanted']:,}"),
        ("in hand", f"{told['answers']['in_hand']:,}"),
        ("people", ", ".join(f"{n:,} {state}" for state, n in told["people"].items()) or "none"),
        ("to take part", told["links"]["invitation"]),
        ("from MTurk", told["links"]["mturk"]),
        ("from Prolific", told["links"]["prolific"]),
        ("code", told["completion_code"]),
    ):
        table.add_row(name, value)
    print_whole(table, answers())


def status_dict(project: Project, address: str) -> dict[str, Any]:
    """How far it has come, as JSON has it."""
    from django.db.models import Count, F, Q, Sum

    from cutline.collect.models import Annotator, Item, Role

    counted = Item.objects.filter(project=project, role=Role.COLLECT).aggregate(
        all=Count("pk"),
        complete=Count("pk", filter=Q(done__gte=F("wanted"))),
        wanted=Sum("wanted", default=0),
        standing=Sum("done", default=0),
        taken=Sum("taken", default=0),
    )
    people = Annotator.objects.filter(project=project).values_list("state").order_by("state")
    below = f"{address}/c/{project.slug}"
    return {
        "cutline": "collection",
        "version": 1,
        "project": project.slug,
        "title": project.title,
        "mode": project.mode,
        "state": project.state,
        "images": {"all": counted["all"], "complete": counted["complete"]},
        "answers": {
            "wanted": counted["wanted"],
            "standing": counted["standing"],
            "in_hand": counted["taken"] - counted["standing"],
        },
        "people": dict(people.annotate(count=Count("pk"))),
        "links": {
            "manage": f"{address}/collect/{project.slug}/",
            "invitation": f"{below}/join/{project.invitation}/",
            "mturk": f"{below}/from/mturk/",
            "prolific": (
                f"{below}/from/prolific/?PROLIFIC_PID={{{{%PROLIFIC_PID%}}}}"
                "&STUDY_ID={{%STUDY_ID%}}&SESSION_ID={{%SESSION_ID%}}"
            ),
        },
        "completion_code": project.completion_code,
    }
