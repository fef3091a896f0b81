"""Writing imported rows to a board, all or none, and taking one off again."""

from __future__ import annotations

from django.db import transaction

from cutline.core.errors import ContentError
from cutline.server.access import require
from cutline.server.board.queue import enqueue_tests
from cutline.server.board_import.read import ImportedRow, Reading, read_board
from cutline.server.models import Kind, Phase, Result, State, Submission
from cutline.server.models.benchmark import touch
from cutline.web.people.models import Person
from cutline.web.people.models.audit import record

#: Stands where others have the key of their scorer, and a signature.
SCORER = "imported"
SIGNATURE = "imported from another board; not computed here"


def import_board(actor: Person | None, phase: Phase, data: bytes) -> Reading:
    """Import the rows of a file, in one transaction.

    Args:
        actor: who does it; None for the command line.
        phase: whose board.
        data: the CSV file.

    Raises:
        ContentError: when it has problems; then nothing is imported.
    """
    with transaction.atomic():
        list(Phase.objects.select_for_update(no_key=True).filter(pk=phase.pk).values_list("pk"))
        reading = read_board(data, phase)
        if reading.errors:
            listed = "\n".join(map(str, reading.errors[:20]))
            raise ContentError(f"nothing was imported: the file has problems:\n{listed}")
        for row in reading.rows:
            _write(phase, row)
        touch(phase.benchmark_id)
        enqueue_tests(phase)
        record(
            actor,
            "board.import",
            f"phase:{phase.benchmark.slug}/{phase.slug}",
            described=phase.title,
            scope=phase.benchmark.slug,
            rows=len(reading.rows),
            metrics=list(reading.metrics),
        )
    return reading


def remove_row(person: Person, submission: Submission) -> None:
    """Take an imported row off its board.

    Raises:
        Http404, PermissionDenied: when the person may not, or it was not imported.
    """
    require(person, "remove", submission)
    phase = submission.phase
    with transaction.atomic():
        record(
            person,
            "board.remove_imported",
            f"submission:{submission.pk}",
            described=submission.method,
            scope=phase.benchmark.slug,
            team=submission.team_name,
        )
        submission.delete()
        touch(phase.benchmark_id)
        enqueue_tests(phase)


def _write(phase: Phase, row: ImportedRow) -> None:
    submission = Submission.objects.create(
        phase=phase,
        kind=Kind.IMPORTED,
        method=row.method,
        team_name=row.team,
        paper_url=row.link,
        external_data=row.external_data,
        state=State.DONE,
        progress=1.0,
        counts=False,
        finished=row.date,
    )
    # The day on which it stood on the other board.
    Submission.objects.filter(pk=submission.pk).update(created=row.date)
    Result.objects.create(
        submission=submission,
        split=phase.split,
        scorer=SCORER,
        scores={"": {metric: value.as_dict() for metric, value in row.scores.items()}},
        signatures=dict.fromkeys(row.scores, SIGNATURE),
        images=0,
    )
