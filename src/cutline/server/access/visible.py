"""Lists of what a visitor may see: the same rules, as questions to the database.

They only narrow down what is asked about; `may` has the last word on each object, so the two cannot
come apart.
"""

from __future__ import annotations

from django.db.models import Q, QuerySet

from cutline.server.access.ask import may
from cutline.server.models import Benchmark, Submission
from cutline.web.access import Visitor
from cutline.web.people.models import Person


def visible_benchmarks(person: Visitor) -> list[Benchmark]:
    """The benchmarks that are listed for a visitor, by title."""
    found = Benchmark.objects.select_related("owner").order_by("title")
    return [benchmark for benchmark in found if may(person, "list", benchmark)]


def visible_submissions(person: Visitor, submissions: QuerySet[Submission]) -> list[Submission]:
    """Those of some submissions that a visitor may see."""
    wanted = submissions.select_related("phase__benchmark", "team")
    if not (isinstance(person, Person) and person.is_admin):
        theirs = Q(on_board=True) | ~Q(kind="system")
        if isinstance(person, Person):
            theirs |= Q(team__memberships__person=person) | Q(team__owner=person)
            theirs |= Q(phase__benchmark__owner=person) | Q(phase__benchmark__hosts=person)
        wanted = wanted.filter(theirs).distinct()
    return [submission for submission in wanted if may(person, "see", submission)]
