"""Who may do what on the collection site. This folder alone decides; every page asks it."""

from cutline.collect.access.ask import SITE, allowed, may, require, visible_projects

__all__ = ["SITE", "allowed", "may", "require", "visible_projects"]
