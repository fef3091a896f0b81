"""Computing scores: by what, in a process of its own, within limits."""
