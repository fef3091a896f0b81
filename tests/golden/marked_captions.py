"""Captions whose words point to boxes, written for the golden file of `content-selection`."""

from __future__ import annotations

#: Image id -> (references, candidate), all tokenized already.
MARKED: dict[str, tuple[list[str], str]] = {
    "stable": (
        [
            "a [girl|2] with a red [scarf|0] and a straw [hat|5] feeds a [pony|3]",
            "a [girl|2] stands beside a [pony|3]",
            "the [girl|2] in the [hat|5] holds out hay to a [pony|3]",
            "a [girl|2] dressed in red pats a [pony|3]",
            "a [pony|3] eats from a [girl|2] 's hand",
            "a [pony|3] sniffs at the [hat|5] of a [girl|2]",
            "a small [girl|2] , a [hat|5] on her head and a [scarf|0] round her neck , and a "
            "[pony|3]",
        ],
        "a [girl|2] and her [scarf|0]",
    ),
    "several boxes": (
        ["two [boys|1,2] fly a [kite|3]", "a [kite|3] over [two boys|1,2] and a [dog|7]"],
        "some [boys|1,2,4] and a [dog|7] , the [dog|7] barking at the [boys|1,2,4]",
    ),
    "nothing shared": (["a [jug|1] on a [shelf|2]", "an old [jug|1]"], "a [door|8]"),
    "nothing chosen": (["a [jug|1] on a [shelf|2]", "an old [jug|1]"], "something old"),
    "a description without boxes": (["a [tram|4] in [town|6]", "rush hour"], "a [tram|4]"),
    "no description with boxes": (["a foggy day", "nothing to be seen"], "a [tram|4]"),
    "all alike": (["a [cat|1] on a [wall|2]", "the [wall|2] has a [cat|1]"], "[cat|1] , [wall|2]"),
    "many boxes": (
        [
            "[a|1] [b|2] [c|3] [d|4] [e|5] [f|6] [g|7]",
            "[h|8] [i|9] [j|10] [c|3] [b|2]",
            "[k|11] [a|1] [l|12]",
        ],
        "[c|3] [b|2] [l|12] [m|13] [j|10] [g|7]",
    ),
}
