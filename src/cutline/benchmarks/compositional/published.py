"""Published figures, to see what others are like.

Nikolaus, Abdou, Lamm, Aralikatte and Elliott (2019), "Compositional Generalization in Image
Captioning", tables 2 and 3 and section 4.2, as they are printed there: in hundredths.
"""

from __future__ import annotations

from dataclasses import dataclass

SOURCE = "Nikolaus et al. (2019), tables 2 and 3"

#: What has to be said wherever these figures stand beside others.
CAVEAT = (
    "published, on other splits of training data: the systems had never seen the pairs, but for "
    "BUTD on full data"
)

#: The categories of table 3, in its order.
CATEGORIES = (
    *("colour, animate", "colour, inanimate", "size, animate", "size, inanimate"),
    *("verb, transitive", "verb, intransitive"),
)


@dataclass(frozen=True)
class PublishedRecall:
    """Recall@5 of a system, over all 24 pairs and by category."""

    system: str
    recall: float
    by_category: tuple[float, ...]


PUBLISHED = (
    PublishedRecall("SAT", 3.0, (3.7, 10.5, 0.0, 0.0, 1.6, 2.2)),
    PublishedRecall("BUTD", 6.5, (5.4, 10.9, 0.5, 0.0, 11.6, 10.3)),
    PublishedRecall("BUTR", 6.5, (6.4, 16.2, 0.3, 0.2, 7.0, 8.6)),
    PublishedRecall("BUTR + re-ranking", 13.2, (13.8, 26.0, 1.4, 0.8, 20.3, 16.9)),
    PublishedRecall("BUTD on full data", 33.3, (42.7, 38.7, 5.9, 33.3, 39.6, 39.5)),
)

#: Recall@5 of BUTD on full data where at least 1, 2, ... 5 references have the pair.
BY_AGREEMENT = (33.3, 46.5, 58.3, 64.9, 75.2)
#: Recall@5 by ranking captions, of VSE++ that had not seen the pairs, and that had.
RANKING = (46.3, 47.0)
#: How many of five references have a pair, on average where any has it.
MEAN_AGREEMENT = 1.57
