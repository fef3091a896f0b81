"""Where pycocoevalcap keeps SPICE, which this version does not have."""
