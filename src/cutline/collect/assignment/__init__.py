"""Who gets which item: places are given out, kept for a while, filled, and given out again.

Whoever changes tasks locks first the annotator, then the item, then the task, here and everywhere
else; so nobody waits in a circle, and the counts of an item are those of its tasks.
"""

from cutline.collect.assignment.answer import Answer, finish, revise, save_draft, skip
from cutline.collect.assignment.expiry import expire
from cutline.collect.assignment.give_out import next_task
from cutline.collect.assignment.refused import NotTaken
from cutline.collect.assignment.take_back import discard

__all__ = [
    "Answer",
    "NotTaken",
    "discard",
    "expire",
    "finish",
    "next_task",
    "revise",
    "save_draft",
    "skip",
]
