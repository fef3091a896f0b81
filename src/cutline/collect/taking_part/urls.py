"""Addresses of those who take part, below `c/`."""

from __future__ import annotations

from django.urls import path

from cutline.collect.taking_part import answers, finished, picture, start, task
from cutline.collect.taking_part.look import add_files

add_files()

_TASK = "<slug:slug>/task/<int:task>/"

urlpatterns = [
    path("<slug:slug>/", start.start, name="collect_start"),
    path("<slug:slug>/join/<str:invitation>/", start.join, name="collect_join"),
    path("<slug:slug>/from/<slug:platform>/", start.from_platform, name="collect_from"),
    path("<slug:slug>/task/", task.task, name="collect_task"),
    path(f"{_TASK}answer/", answers.answer, name="collect_answer"),
    path(f"{_TASK}draft/", task.draft, name="collect_draft"),
    path(f"{_TASK}check/", task.check, name="collect_check"),
    path(f"{_TASK}skip/", task.leave, name="collect_skip"),
    path("<slug:slug>/last/", answers.last, name="collect_last"),
    path("<slug:slug>/finished/", finished.finished, name="collect_finished"),
    path("<slug:slug>/pictures/<int:item>/", picture.picture, name="collect_picture"),
]
