"""The parts of the gallery that are not charts."""

from __future__ import annotations

import math
from base64 import b64encode
from collections.abc import Callable

from cutline.reports.scene_drawing import scene_svg
from cutline.reports.theme.caption_line import caption_key, caption_line
from cutline.reports.theme.palette import DARK, LIGHT, SERIES
from cutline.reports.theme.picture import PictureBox, picture
from cutline.reports.theme.score_cell import score_cell
from cutline.reports.theme.states import state
from cutline.reports.theme.style import packaged
from cutline.reports.theme.table import Column, table
from cutline.text.scene_graph import SceneGraph

_SIGNATURE = "cider-d|n:4|sigma:6|tok:ptb|refs:5|data:0f3a9c|version:0.0"
_PICTURE = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 320">'
    f'<rect width="480" height="320" fill="{SERIES[5]}"/><rect y="210" width="480" height="110" '
    f'fill="{SERIES[2]}"/><circle cx="390" cy="70" r="34" fill="{SERIES[4]}"/>'
    f'<rect x="90" y="120" width="150" height="120" fill="{SERIES[1]}"/>'
    f'<path d="M70 120L165 50L260 120z" fill="{LIGHT["ink"]}"/></svg>'
)


def _type() -> str:
    swatches = "".join(
        f'<li class="chip">{name}: {LIGHT[name]}, {DARK[name]}</li>' for name in LIGHT
    )
    return (
        "<p>Text is set in a sans font, 17 pixels high and at most 68 characters wide, with "
        '<a href="#tables">links</a>, <code>code</code> and <span class="muted">muted words</span>.'
        "</p><h3>A headline of the third order</h3><pre><code>cutline score run.json --refs "
        f'references.json --report report.html</code></pre><ul class="chips">{swatches}</ul>'
    )


def _tables() -> str:
    columns = [
        Column("system"),
        Column("CIDEr-D", "right", help="Agreement with the references, rare words counting more."),
        Column("METEOR", "right"),
        Column("images", "right"),
        Column("note", sortable=False),
    ]
    names = (
        "up-down",
        "transformer",
        "first sentence that came to mind",
        "كلب بني",
        "<script> & co",
    )
    values = [(1.123, 0.283), (1.131, 0.285), (0.207, 0.114), (math.nan, 0.201), (0.954, 0.262)]
    cells = []
    keys: list[list[float | str | None]] = []
    for name, letters, (cider, meteor) in zip(
        names, ("a", "ab", "d", "", "c"), values, strict=True
    ):
        bounds = (cider - 0.021, cider + 0.022)
        shown = score_cell(
            cider, bounds, highest=1.5, letters=letters, signature=_SIGNATURE, hundredfold=True
        )
        safe_name = name.replace("&", "&amp;").replace("<", "&lt;")
        other = score_cell(meteor, (meteor - 0.004, meteor + 0.005), highest=0.5)
        cells.append([safe_name, shown, other, "5000", "small slice" if meteor < 0.2 else ""])
        keys.append([name, cider, meteor, 5000.0, None])
    long = [[f"slice {number}", f"{number * 37 % 101}"] for number in range(40)]
    return "\n".join(
        [
            table("Scores of five systems", columns, cells, sort_values=keys),
            table(
                "A table longer than a screen", [Column("slice"), Column("images", "right")], long
            ),
            table("A table without rows", columns[:3], []),
        ]
    )


def _scores() -> str:
    cells = {
        "value only": score_cell(0.5234),
        "with interval": score_cell(0.5234, (0.511, 0.536)),
        "tied, with signature": score_cell(
            0.5234, (0.511, 0.536), letters="ab", signature=_SIGNATURE
        ),
        "times 100": score_cell(1.1234, (1.098, 1.151), highest=2, hundredfold=True),
        "a difference": score_cell(-0.012, (-0.03, 0.006)),
        "not a number": score_cell(math.nan),
    }
    items = "".join(
        f'<div class="card"><h3>{name}</h3>{cell}</div>' for name, cell in cells.items()
    )
    return f'<div class="cards">{items}</div>'


def _captions() -> str:
    encoded = b64encode(_PICTURE.encode()).decode()
    house = [PictureBox("house", (70, 50, 190, 190)), PictureBox("sun", (356, 36, 68, 68))]
    source = f"data:image/svg+xml;base64,{encoded}"
    candidate = caption_line(
        [
            ("a", "exact"),
            ("little", "synonym"),
            ("house", "exact"),
            ("stands", "stem"),
            ("in the open", "paraphrase"),
            ("beside", ""),
            ("a", "exact"),
            ("boat", "invented"),
        ],
        "candidate",
    )
    reference = caption_line(
        [
            ("a", "exact"),
            ("small", "synonym"),
            ("red", "missed"),
            ("house", "exact"),
            ("standing", "stem"),
            ("outdoors", "paraphrase"),
            ("under", "missed"),
            ("a", "exact"),
            ("low", "missed"),
            ("sun", "missed"),
        ],
        "reference",
    )
    shown = picture(source, "", boxes=house, size=(480, 320))
    graph = SceneGraph(("house", "sun"), (("house", "red"),), (("house", "under", "sun"),))
    return (
        f"{caption_key()}"
        f'<div class="cards wide"><div class="card">{shown}{candidate}{reference}</div>'
        f'<div class="card">{picture("", "")}'
        f"{caption_line('a picture that was not given, and a caption without marks')}</div></div>"
        f'<div class="chart-frame" tabindex="0" role="group" aria-label="Scene graph">'
        f"{scene_svg(graph, 'a red house under the sun')}</div>"
    )


def _forms() -> str:
    return packaged("gallery/forms.html")


def _states() -> str:
    return "\n".join(
        [
            state("empty", "No image matches.", "Use fewer words, or clear the search."),
            state("loading", "Scores are being read.", "This takes a second or two."),
            state("error", "The file run.json cannot be read.", "Check its name, and score again."),
            state("forbidden", "This board is private.", "Ask its owner for an invitation."),
        ]
    )


PARTS: dict[str, Callable[[], str]] = {
    "Type": _type,
    "Tables": _tables,
    "Scores": _scores,
    "Captions": _captions,
    "Forms": _forms,
    "States": _states,
}
