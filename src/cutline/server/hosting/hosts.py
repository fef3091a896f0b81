"""Who runs a benchmark: its owner, and hosts beside them."""

from __future__ import annotations

from django.db import transaction

from cutline.core.errors import UsageError
from cutline.server.hosting.edit import note
from cutline.server.hosting.locks import hold
from cutline.server.models import Benchmark, Host
from cutline.web.people.models import Person

MOST_HOSTS = 50


def add_host(actor: Person, benchmark: Benchmark, username: str) -> Person:
    """Let a person run a benchmark too.

    Raises:
        UsageError: when there is no such person, they do already, or there are too many.
    """
    person = _active(username)
    with transaction.atomic():
        benchmark = hold(benchmark.pk)
        hosts = Host.objects.filter(benchmark=benchmark)
        if person.pk == benchmark.owner_id or hosts.filter(person=person).exists():
            raise UsageError(f"{person.username} runs this benchmark already.")
        if hosts.count() >= MOST_HOSTS:
            raise UsageError(f"The benchmark has {MOST_HOSTS} hosts, which is the most.")
        Host.objects.create(benchmark=benchmark, person=person)
        note(actor, "benchmark.add_host", benchmark, person=f"person:{person.pk}")
    return person


def remove_host(actor: Person, host: Host) -> None:
    """End that a person runs a benchmark."""
    with transaction.atomic():
        note(actor, "benchmark.remove_host", host.benchmark, person=f"person:{host.person_id}")
        host.delete()


def hand_over(actor: Person, benchmark: Benchmark, username: str) -> Person:
    """Make another person the owner. The one who was stays a host.

    Raises:
        UsageError: when there is no such person, or they own it already.
    """
    heir = _active(username)
    with transaction.atomic():
        benchmark = hold(benchmark.pk)
        if benchmark.owner_id == heir.pk:
            raise UsageError(f"{heir.username} owns this benchmark already.")
        former = benchmark.owner_id
        Host.objects.get_or_create(benchmark=benchmark, person_id=former)
        Host.objects.filter(benchmark=benchmark, person=heir).delete()
        benchmark.owner = heir
        benchmark.save(update_fields=["owner"])
        note(
            actor,
            "benchmark.hand_over",
            benchmark,
            before=f"person:{former}",
            after=f"person:{heir.pk}",
        )
    return heir


def _active(username: str) -> Person:
    found = Person.objects.filter(username__iexact=username.strip(), is_active=True).first()
    if found is None:
        raise UsageError(f"There is nobody with the username “{username.strip()}” here.")
    return found
