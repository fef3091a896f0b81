"""Items: an image, or captions of an image to be judged, and how many answers it has."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from cutline.collect.models.project import Project


class Role(models.TextChoices):
    """What an item is for."""

    COLLECT = "collect"
    #: Its answer is known: who fails it did not look.
    ATTENTION = "attention"
    #: Asked before anybody is let in.
    QUALIFICATION = "qualification"


class Item(models.Model):
    """Something that answers are wanted of.

    The two counts are changed in the transactions that change tasks, and only there.
    """

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="items")
    position = models.PositiveIntegerField()
    role = models.CharField(max_length=13, choices=Role.choices, default=Role.COLLECT)
    #: A whole number or a text, as the images' own dataset has it.
    image_id = models.JSONField()
    #: The picture: the name of a file below the site's pictures, or an address elsewhere.
    picture = models.CharField(max_length=400)
    width = models.PositiveIntegerField(default=0)
    height = models.PositiveIntegerField(default=0)
    #: Labels of objects that are in it.
    labels = models.JSONField(default=list)
    #: A slice such as `domain`: its label; empty for none.
    slice_label = models.CharField(max_length=60, blank=True)
    #: What is to be judged: `{"system", "caption"}` each. Empty where captions are to be written.
    content = models.JSONField(default=list)
    #: Of items whose answer is known: see `quality.known_answers`.
    expected = models.JSONField(default=dict)
    wanted = models.PositiveIntegerField()
    #: How many people have it or have answered it; never more than are wanted.
    taken = models.PositiveIntegerField(default=0)
    #: How many answers stand.
    done = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ("position",)
        constraints = (
            models.UniqueConstraint(fields=["project", "role", "position"], name="item_place_once"),
            models.CheckConstraint(
                condition=Q(done__lte=F("taken")) & Q(taken__lte=F("wanted")),
                name="no_more_than_wanted",
            ),
        )
        indexes = (
            models.Index(fields=["project", "role", "-taken", "position"], name="next_to_give_out"),
        )

    def __str__(self) -> str:
        return str(self.image_id)
