"""Holding a benchmark with all that is submitted to it.

Everybody locks in one order, so that nobody waits for each other: phases, submissions, then the
benchmark itself. A worker has its submission when it says that a board has changed; what hosts do
to a whole board has to come to the benchmark last too. SQLite has one writer at a time anyway.
"""

from __future__ import annotations

from cutline.server.models import Benchmark, Phase, Submission


def hold_board(benchmark_id: int) -> Benchmark:
    """The benchmark as it is by now; no worker ends a job of it before this transaction is over."""
    # Evaluated for the locks alone. Rows that only point to these need not wait.
    phases = Phase.objects.select_for_update(no_key=True).filter(benchmark=benchmark_id)
    list(phases.order_by("pk").values_list("pk"))
    entries = Submission.objects.select_for_update(of=("self",), no_key=True)
    list(entries.filter(phase__benchmark=benchmark_id).order_by("pk").values_list("pk"))
    return hold(benchmark_id)


def hold(benchmark_id: int) -> Benchmark:
    """The benchmark as it is by now, and as it stays until this transaction is over."""
    return Benchmark.objects.select_for_update(no_key=True).get(pk=benchmark_id)
