"""What is done to teams. Who may do it is asked before, of the table of rules."""

from __future__ import annotations

import secrets
from datetime import timedelta

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.text import slugify

from cutline.core.errors import UsageError
from cutline.web.people.models import Invitation, Membership, Person, Team
from cutline.web.people.models.audit import record

#: More than anybody needs, and too few to fill a database with.
MOST_TEAMS = 20
MOST_MEMBERS = 50
MOST_INVITATIONS = 20
#: Addresses that are pages of their own.
_TAKEN_SLUGS = frozenset({"own"})


def create_team(owner: Person, name: str, affiliation: str = "") -> Team:
    """A new team of one.

    Raises:
        UsageError: when the name is taken, or the person has too many teams.
    """
    if owner.owned_teams.count() >= MOST_TEAMS:
        raise UsageError(f"You own {MOST_TEAMS} teams, which is the most: hand one over first.")
    if is_taken(name):
        raise UsageError(f"There is a team called “{name}” already: take another name.")
    try:
        with transaction.atomic():
            team = Team.objects.create(
                slug=_free_slug(name), name=name, affiliation=affiliation, owner=owner
            )
            Membership.objects.create(team=team, person=owner)
            record(owner, "team.create", f"team:{team.slug}")
    except IntegrityError:  # somebody else was quicker
        raise UsageError(f"There is a team called “{name}” already: take another name.") from None
    return team


def own_team_of(person: Person) -> Team:
    """A person's team of one: the one that is there, or a new one in their name.

    Raises:
        UsageError: when the person has too many teams.
    """
    team = team_of_one(person)
    if team is not None:
        return team
    numbers = (f" {number}" for number in range(2, 1000))
    names = [person.username, *(person.username + number for number in numbers)]
    return create_team(person, next(name for name in names if not is_taken(name)))


def team_of_one(person: Person) -> Team | None:
    """The team in which a person is alone, the first of several; None where there is none."""
    for team in person.owned_teams.order_by("created"):
        if team.memberships.count() == 1:
            return team
    return None


def is_taken(name: str, *, but: Team | None = None) -> bool:
    """Whether another team has this name, in whatever case."""
    others = Team.objects.exclude(pk=but.pk) if but is not None else Team.objects.all()
    return others.filter(name__iexact=name).exists()


def edit_team(actor: Person, team: Team, name: str, affiliation: str) -> None:
    """Give a team another name or affiliation. Its address stays, so that links to it do.

    Raises:
        UsageError: when the name is taken.
    """
    taken = UsageError(f"There is a team called “{name}” already: take another name.")
    if is_taken(name, but=team):
        raise taken
    try:
        with transaction.atomic():
            team.name, team.affiliation = name, affiliation
            team.save(update_fields=["name", "affiliation"])
            record(actor, "team.edit", f"team:{team.slug}")
    except IntegrityError:
        raise taken from None


def invite(actor: Person, team: Team, days: int) -> Invitation:
    """A link by which people join, for some days.

    Raises:
        UsageError: when there are too many already.
    """
    with transaction.atomic():
        team.invitations.filter(expires__lte=timezone.now()).delete()
        if team.invitations.count() >= MOST_INVITATIONS:
            raise UsageError(
                f"The team has {MOST_INVITATIONS} invitations, which is the most: "
                f"take one back first."
            )
        invitation = Invitation.objects.create(
            team=team, expires=timezone.now() + timedelta(days=days)
        )
        record(actor, "team.invite", f"team:{team.slug}", days=days)
    return invitation


def take_back(actor: Person, invitation: Invitation) -> None:
    """End an invitation."""
    with transaction.atomic():
        record(actor, "team.take_back_invitation", f"team:{invitation.team.slug}")
        invitation.delete()


def invitation_by(secret: str) -> Invitation | None:
    """The invitation of a link, if it still holds."""
    held = Invitation.objects.select_related("team").filter(
        secret=secret, expires__gt=timezone.now()
    )
    return held.first()


def join(person: Person, invitation: Invitation) -> Team:
    """Take part in a team. Who is in it already stays in it.

    Raises:
        UsageError: when the team is full.
    """
    team = invitation.team
    with transaction.atomic():
        Team.objects.select_for_update().get(pk=team.pk)  # two who join at once are both counted
        if team.memberships.filter(person=person).exists():
            return team
        if team.memberships.count() >= MOST_MEMBERS:
            raise UsageError(f"The team has {MOST_MEMBERS} members, which is the most.")
        Membership.objects.create(team=team, person=person)
        record(person, "team.join", f"team:{team.slug}")
    return team


def leave(person: Person, team: Team) -> None:
    """End a membership of one's own.

    Raises:
        UsageError: when the person owns the team.
    """
    with transaction.atomic():
        team = Team.objects.select_for_update().get(pk=team.pk)
        if team.owner_id == person.pk:
            raise UsageError("You own this team: hand it over to another member, then leave.")
        team.memberships.filter(person=person).delete()
        record(person, "team.leave", f"team:{team.slug}")


def remove_member(actor: Person, membership: Membership) -> None:
    """End somebody's membership.

    Raises:
        UsageError: when they own the team.
    """
    with transaction.atomic():
        team = Team.objects.select_for_update().get(pk=membership.team_id)
        if membership.person_id == team.owner_id:
            raise UsageError("The owner cannot be removed: hand the team over first.")
        record(
            actor,
            "team.remove_member",
            f"team:{team.slug}",
            person=f"person:{membership.person_id}",
        )
        membership.delete()


def hand_over(actor: Person, membership: Membership) -> None:
    """Make a member the owner. The one who was stays a member.

    Raises:
        UsageError: when the member's account is closed, or they own too many teams.
    """
    heir = membership.person
    if not heir.is_active:
        raise UsageError("The account of this member is closed: hand the team to another.")
    if heir.owned_teams.count() >= MOST_TEAMS:
        raise UsageError(f"This member owns {MOST_TEAMS} teams, which is the most.")
    with transaction.atomic():
        team = Team.objects.select_for_update().get(pk=membership.team_id)
        # An owner who was never listed would otherwise be out of the team by this.
        Membership.objects.get_or_create(team=team, person_id=team.owner_id)
        team.owner = heir
        team.save(update_fields=["owner"])
        record(actor, "team.hand_over", f"team:{team.slug}", to=f"person:{membership.person_id}")


def _free_slug(name: str) -> str:
    wanted = slugify(name)[:50] or "team"
    if wanted not in _TAKEN_SLUGS and not Team.objects.filter(slug=wanted).exists():
        return wanted
    return f"{wanted}-{secrets.token_hex(4)}"
