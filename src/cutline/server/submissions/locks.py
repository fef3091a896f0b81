"""One at a time: what is counted and then written is not counted by others meanwhile.

SQLite has one writer at a time, from the beginning of its transaction on; PostgreSQL is asked to
hold rows until the transaction ends.
"""

from __future__ import annotations

from cutline.web.people.models import Person, Team


def lock_team(team: Team) -> None:
    """Wait for others who count this team's submissions. Inside a transaction."""
    # Evaluated for the lock alone. Rows that only point to the team need not wait for it.
    list(Team.objects.select_for_update(no_key=True).filter(pk=team.pk).values_list("pk"))


def lock_both(person: Person, team: Team) -> None:
    """The same, and for those who count what this person submits for other teams.

    The person comes first, as where people are forgotten: two who wait for each other would wait
    for ever.
    """
    list(Person.objects.select_for_update(no_key=True).filter(pk=person.pk).values_list("pk"))
    lock_team(team)
