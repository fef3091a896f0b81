"""Where pycocoevalcap keeps METEOR, which this version does not have."""
