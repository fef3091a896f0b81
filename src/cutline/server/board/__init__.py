"""Boards: who stands where, what of it is shown to whom, and what is made of it."""
