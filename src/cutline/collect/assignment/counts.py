"""An item with its lock, and its counts."""

from __future__ import annotations

from django.db.models import F

from cutline.collect.models import Annotator, Item


def lock_annotator(annotator: Annotator) -> Annotator:
    """An annotator as they are by now, whom nobody else changes before this transaction ends."""
    return (
        Annotator.objects.select_for_update(of=("self",), no_key=True)
        .select_related("project")
        .get(pk=annotator.pk)
    )


def lock_item(item_id: int) -> Item:
    """An item as it is by now, that nobody else changes before this transaction ends."""
    return Item.objects.select_for_update(no_key=True).get(pk=item_id)


def count(item_id: int, *, taken: int = 0, done: int = 0) -> None:
    """Change the counts of an item that is locked."""
    Item.objects.filter(pk=item_id).update(taken=F("taken") + taken, done=F("done") + done)
