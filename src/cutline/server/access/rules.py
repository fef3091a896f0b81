"""The one table of rules: for each kind of object and each action, who may, and when."""

from __future__ import annotations

from typing import Literal

from cutline.web.access import Rule

Relation = Literal["anyone", "person", "member", "owner", "host", "admin", "self"]
#: Conditions are named here and defined in `conditions`, so that this table can be read alone.
Condition = Literal[
    "always",
    "failed",
    "host_role",
    "images_public",
    "imported",
    "listed",
    "on_board",
    "on_public_board",
    "published",
    "runs_something",
    "scored",
    "shown",
]


def _who(*relations: Relation, when: Condition = "always") -> Rule[Relation, Condition]:
    return Rule(frozenset(relations), when)


_RUNNERS = _who("host", "admin")
_TEAM = _who("member", "admin")

RULES: dict[tuple[str, str], tuple[Rule[Relation, Condition], ...]] = {
    # The site as a whole has no owner; what is done to it is done by role.
    ("site", "create_benchmark"): (_who("person", when="host_role"), _who("admin")),
    ("site", "create_team"): (_who("person"),),
    ("site", "see_console"): (_who("person", when="runs_something"), _who("admin")),
    ("site", "see_people"): (_who("admin"),),
    ("site", "see_queue"): (_who("person", when="host_role"), _who("admin")),
    ("site", "see_audit"): (_who("admin"),),
    # A benchmark is owned by a person and run by its hosts.
    ("benchmark", "list"): (_who("anyone", when="listed"), _RUNNERS),
    ("benchmark", "see"): (_who("anyone", when="published"), _RUNNERS),
    ("benchmark", "submit"): (_who("person", when="published"), _RUNNERS),
    ("benchmark", "edit"): (_RUNNERS,),
    ("benchmark", "see_raw"): (_RUNNERS,),
    ("benchmark", "see_audit"): (_RUNNERS,),
    ("benchmark", "see_submissions"): (_RUNNERS,),
    ("benchmark", "rescore"): (_RUNNERS,),
    ("benchmark", "import_board"): (_RUNNERS,),
    ("benchmark", "download_private"): (_RUNNERS,),
    ("benchmark", "change_hosts"): (_who("owner", "admin"),),
    ("benchmark", "delete"): (_who("owner", "admin"),),
    # A submission is owned by a team; the hosts of its benchmark judge it.
    ("submission", "see"): (_who("anyone", when="on_board"), _TEAM, _RUNNERS),
    ("submission", "see_scores"): (
        _who("anyone", when="on_board"),
        _who("member", when="shown"),
        _RUNNERS,
    ),
    ("submission", "see_raw"): (_RUNNERS,),
    ("submission", "download_captions"): (_TEAM, _RUNNERS),
    ("submission", "see_images"): (
        _who("anyone", when="on_public_board"),
        _who("member", when="images_public"),
        _RUNNERS,
    ),
    ("submission", "edit"): (_TEAM,),
    ("submission", "withdraw"): (_TEAM,),
    ("submission", "choose"): (_who("member", when="scored"),),
    ("submission", "disqualify"): (_RUNNERS,),
    ("submission", "score_again"): (_who("host", "admin", when="failed"),),
    ("submission", "remove"): (_who("host", "admin", when="imported"),),
    # A team is owned by a person. Its name is public, its members are not.
    ("team", "see"): (_who("anyone"),),
    ("team", "see_members"): (_TEAM,),
    ("team", "submit"): (_who("member"),),
    ("team", "leave"): (_who("member"),),
    ("team", "edit"): (_who("owner", "admin"),),
    ("team", "invite"): (_who("owner", "admin"),),
    ("team", "remove_member"): (_who("owner", "admin"),),
    # A person owns what is theirs.
    ("person", "see"): (_who("self", "admin"),),
    ("person", "edit"): (_who("self"),),
    ("person", "export"): (_who("self", "admin"),),
    ("person", "forget"): (_who("self", "admin"),),
    ("person", "change_role"): (_who("admin"),),
    ("person", "deactivate"): (_who("admin"),),
    ("person", "confirm_again"): (_who("admin"),),
    ("token", "see"): (_who("self"),),
    ("token", "revoke"): (_who("self", "admin"),),
}
