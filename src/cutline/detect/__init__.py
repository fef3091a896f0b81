"""Object detectors behind one small protocol."""
