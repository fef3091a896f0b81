"""Text before it is measured: tokens, and how often n-grams occur."""
