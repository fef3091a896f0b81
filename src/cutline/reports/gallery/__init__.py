"""The gallery: one HTML file of annotated images, with what was seen and what was said of each."""

from cutline.reports.gallery.gallery import gallery_page

__all__ = ["gallery_page"]
