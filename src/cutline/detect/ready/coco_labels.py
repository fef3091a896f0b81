"""The 80 kinds of objects of COCO, by the numbers that COCO gives them."""

from __future__ import annotations

#: COCO numbers to 90. It left out ten that it had planned; models still score them.
_LAST = 90

#: Names that follow each other, by the number of the first; a hyphen stands for a space.
_RUNS = {
    1: "person bicycle car motorcycle airplane bus train truck boat traffic-light fire-hydrant",
    13: "stop-sign parking-meter bench bird cat dog horse sheep cow elephant bear zebra giraffe",
    27: "backpack umbrella",
    31: "handbag tie suitcase frisbee skis snowboard sports-ball kite baseball-bat baseball-glove "
    "skateboard surfboard tennis-racket bottle",
    46: "wine-glass cup fork knife spoon bowl banana apple sandwich orange broccoli carrot hot-dog "
    "pizza donut cake chair couch potted-plant bed",
    67: "dining-table",
    70: "toilet",
    72: "tv laptop mouse remote keyboard cell-phone microwave oven toaster sink refrigerator",
    84: "book clock vase scissors teddy-bear hair-drier toothbrush",
}


def coco_labels() -> list[str | None]:
    """The name of each number from 1 to 90; None for numbers that stand for nothing.

    >>> labels = coco_labels()
    >>> labels[0], labels[11], labels[89], sum(label is not None for label in labels)
    ('person', None, 'toothbrush', 80)
    """
    labels: list[str | None] = [None] * _LAST
    for first, names in _RUNS.items():
        for number, name in enumerate(names.split(), first):
            labels[number - 1] = name.replace("-", " ")
    return labels
