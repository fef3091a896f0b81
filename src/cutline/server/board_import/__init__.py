"""Boards from elsewhere: rows of a CSV file as entries that rank and cannot be tested."""
