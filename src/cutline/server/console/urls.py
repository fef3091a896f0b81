"""Addresses of the host console, below `/host/`."""

from __future__ import annotations

from django.urls import path

from cutline.server.console.views import (
    audit,
    benchmark,
    board_import,
    home,
    hosts,
    people,
    phases,
    queue,
    rescore,
    scoring,
    submissions,
    whole_bundle,
)

_OF = "b/<slug:slug>/"
_PHASE = f"{_OF}phases/<slug:phase>/"
_ENTRY = f"{_OF}submissions/<uuid:submission>/"
_RESCORE = f"{_OF}rescore/<int:rescore>/"
_PERSON = "people/<int:person>/"

urlpatterns = [
    path("", home.home, name="console"),
    path("create/", benchmark.create, name="console_create"),
    path("queue/", queue.queue, name="console_queue"),
    path("audit/", audit.site, name="console_audit"),
    path("audit.csv", audit.site_csv, name="console_audit_csv"),
    path("people/", people.people, name="console_people"),
    path(_PERSON, people.person, name="console_person"),
    path(f"{_PERSON}role/", people.role, name="console_role"),
    path(f"{_PERSON}active/", people.active, name="console_active"),
    path(f"{_PERSON}confirm/", people.confirm, name="console_confirm"),
    path(_OF, benchmark.overview, name="console_benchmark"),
    path(f"{_OF}edit/", benchmark.edit, name="console_edit"),
    path(f"{_OF}state/", benchmark.state, name="console_state"),
    path(f"{_OF}delete/", benchmark.delete, name="console_delete"),
    path(f"{_OF}hosts/", hosts.hosts, name="console_hosts"),
    path(f"{_OF}hosts/<int:host>/remove/", hosts.remove, name="console_remove_host"),
    path(f"{_OF}hosts/owner/", hosts.hand_over, name="console_hand_over"),
    path(_PHASE, phases.phase, name="console_phase"),
    path(f"{_PHASE}freeze/", phases.freeze, name="console_freeze"),
    path(f"{_PHASE}unfreeze/", phases.unfreeze, name="console_unfreeze"),
    path(f"{_OF}scoring/", scoring.scoring, name="console_scoring"),
    path(f"{_OF}scoring/bundle/", scoring.bundle, name="console_bundle"),
    path(f"{_OF}scoring/whole.zip", whole_bundle.whole_bundle, name="console_whole_bundle"),
    path(f"{_OF}scoring/rescore/", scoring.start_rescore, name="console_start_rescore"),
    path(_RESCORE, rescore.rescore, name="console_rescore"),
    path(f"{_RESCORE}publish/", rescore.publish, name="console_publish_rescore"),
    path(f"{_RESCORE}drop/", rescore.drop, name="console_drop_rescore"),
    path(f"{_OF}submissions/", submissions.submissions, name="console_submissions"),
    path(_ENTRY, submissions.submission, name="console_submission"),
    path(f"{_ENTRY}disqualify/", submissions.disqualify, name="console_disqualify"),
    path(f"{_ENTRY}reinstate/", submissions.reinstate, name="console_reinstate"),
    path(f"{_ENTRY}again/", submissions.again, name="console_again"),
    path(f"{_ENTRY}remove/", submissions.remove, name="console_remove"),
    path(f"{_OF}import/", board_import.board_import, name="console_import"),
    path(f"{_OF}audit/", audit.of_benchmark, name="console_benchmark_audit"),
    path(f"{_OF}audit.csv", audit.of_benchmark_csv, name="console_benchmark_audit_csv"),
]
