"""How Sphinx builds the site. Pages are Markdown that can be read as it stands."""

from cutline.core.version import __version__

project = "Cutline"
author = "The Cutline authors"
version = release = __version__

extensions = ["myst_parser", "tools.docs.extension"]
source_suffix = {".md": "markdown"}
root_doc = "index"

# Options begin with two hyphens, which are no dash.
smartquotes = False

# Links to headings go by the anchors that other viewers of Markdown make too.
myst_heading_anchors = 4

html_theme = "cutline"
html_title = "Cutline"
html_copy_source = False
html_show_sphinx = False
html_show_copyright = False
# Summaries are fetched, which pages opened from disk may not do.
html_show_search_summary = False
