"""The study of fidelity: captioners beside detectors, and metrics beside people."""
