"""The docs site: the pages of `docs`, a reference that is made from the code, and checks."""
