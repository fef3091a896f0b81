"""A scene graph as a drawing."""

from __future__ import annotations

from cutline.reports.notebook.fragment import fragment
from cutline.reports.scene_drawing import scene_svg
from cutline.text.scene_graph import SceneGraph


def scene_html(graph: SceneGraph) -> str:
    """The drawing, in the colours of the notebook."""
    return fragment(f'<div class="chart-frame">{scene_svg(graph)}</div>')
