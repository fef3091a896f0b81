"""The commands of `cutline collect`."""
