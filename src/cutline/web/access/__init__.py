"""How rules on who may do what are written and asked; each part of the site has its own table."""

from cutline.web.access.table import Rule, Table, Visitor

__all__ = ["Rule", "Table", "Visitor"]
