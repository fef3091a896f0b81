"""Results: the scores of a submission, and tests between two of them."""

from __future__ import annotations

from django.db import models

from cutline.server.models.blob import Blob
from cutline.server.models.submission import Submission


class Result(models.Model):
    """What one scorer makes of one submission. There is one, however often it was computed.

    `scores` is by slice label, `""` for all images, then by metric: value, low, high, images and
    signature; older results lack the last two. `reserve` is by metric value, low and high of the
    images that only hosts see the scores of. `signatures` is by metric, of all images but those.
    """

    submission = models.ForeignKey(Submission, on_delete=models.CASCADE, related_name="results")
    split = models.CharField(max_length=60)
    scorer = models.CharField(max_length=80)
    scores = models.JSONField()
    reserve = models.JSONField(default=dict)
    signatures = models.JSONField()
    images = models.PositiveIntegerField()
    #: How the intervals were made, in a line.
    procedure = models.CharField(max_length=120, blank=True)
    #: Statistics of each image, for tests between neighbours. None of imported rows.
    statistics = models.ForeignKey(Blob, on_delete=models.PROTECT, null=True, related_name="+")
    seconds = models.FloatField(default=0.0)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["submission", "split", "scorer"], name="one_result_of_a_scorer"
            ),
        )


class PairTest(models.Model):
    """A paired test between two results by one metric on one slice, computed once."""

    better = models.ForeignKey(Result, on_delete=models.CASCADE, related_name="+")
    worse = models.ForeignKey(Result, on_delete=models.CASCADE, related_name="+")
    metric = models.CharField(max_length=120)
    slice_label = models.CharField(max_length=120, blank=True)
    p = models.FloatField()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["better", "worse", "metric", "slice_label"], name="tested_once"
            ),
        )
