"""Addresses of the pages that everybody sees."""

from __future__ import annotations

from django.urls import path, re_path

from cutline.server.pages import (
    badge,
    benchmark,
    board,
    data,
    entry,
    entry_changes,
    entry_files,
    landing,
    mine,
    submit,
)
from cutline.server.pages.report.view import report

_SLUG = r"^b/(?P<slug>[-\w]+)/"
_ENTRY = "entry/<uuid:submission_id>/"

urlpatterns = [
    path("", landing.landing, name="landing"),
    path("me/submissions/", mine.my_submissions, name="my_submissions"),
    path("b/<slug:slug>/", benchmark.overview, name="benchmark_overview"),
    path("b/<slug:slug>/rules/", benchmark.rules, name="benchmark_rules"),
    path("b/<slug:slug>/data/", data.data, name="benchmark_data"),
    path("b/<slug:slug>/data/public.zip", data.public_bundle, name="public_bundle"),
    path("b/<slug:slug>/data/<slug:phase>.txt", data.images, name="phase_images"),
    path("b/<slug:slug>/submit/", submit.submit, name="benchmark_submit"),
    path("b/<slug:slug>/submit/<slug:phase>/", submit.submit, name="phase_submit"),
    path("b/<slug:slug>/board/", board.board, name="benchmark_board"),
    path("b/<slug:slug>/board/<slug:phase>/", board.board, name="phase_board"),
    re_path(
        _SLUG + r"board/(?P<phase>[-\w]+)\.(?P<kind>csv|json)$",
        board.board_file,
        name="board_file",
    ),
    path("b/<slug:slug>/mine/", mine.mine, name="benchmark_mine"),
    path(_ENTRY, entry.entry, name="entry"),
    path(f"{_ENTRY}progress/", entry.progress, name="entry_progress"),
    path(f"{_ENTRY}choose/", entry_changes.choose, name="choose_entry"),
    path(f"{_ENTRY}withdraw/", entry_changes.withdraw, name="withdraw_entry"),
    path(f"{_ENTRY}edit/", entry_changes.edit, name="edit_entry"),
    path(f"{_ENTRY}badge.svg", badge.badge, name="entry_badge"),
    path(f"{_ENTRY}report/", report, name="entry_report"),
    path(f"{_ENTRY}captions.jsonl", entry_files.captions, name="entry_captions"),
    path(f"{_ENTRY}images.csv", entry_files.images, {"kind": "csv"}, name="entry_images_csv"),
    path(f"{_ENTRY}images.jsonl", entry_files.images, {"kind": "jsonl"}, name="entry_images_jsonl"),
]
