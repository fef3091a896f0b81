"""The pages that everybody sees."""
