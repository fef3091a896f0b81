"""The nouns that every part of Cutline speaks in."""
