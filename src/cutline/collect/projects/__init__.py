"""Projects: made from images, changed, opened and closed, and removed."""

from cutline.collect.projects.create import create_project
from cutline.collect.projects.idle import idle_parts
from cutline.collect.projects.images import (
    NewItem,
    images_from_addresses,
    images_from_folder,
    with_labels,
)
from cutline.collect.projects.manifest import images_from_manifest
from cutline.collect.projects.part_classes import PART_CLASSES

__all__ = [
    "PART_CLASSES",
    "NewItem",
    "create_project",
    "idle_parts",
    "images_from_addresses",
    "images_from_folder",
    "images_from_manifest",
    "with_labels",
]
