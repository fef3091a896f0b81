"""What the collection site keeps."""

from cutline.collect.models.annotator import Annotator, AnnotatorState, Platform
from cutline.collect.models.figures import Figures
from cutline.collect.models.item import Item, Role
from cutline.collect.models.project import Manager, Mode, Project, ProjectState
from cutline.collect.models.task import Task, TaskState, Verdict

__all__ = [
    "Annotator",
    "AnnotatorState",
    "Figures",
    "Item",
    "Manager",
    "Mode",
    "Platform",
    "Project",
    "ProjectState",
    "Role",
    "Task",
    "TaskState",
    "Verdict",
]
