"""The tour: the real commands one after another, and a page that links to what they made."""
