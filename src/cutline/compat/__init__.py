"""Other packages' interfaces, answered by Cutline's kernels: scripts change an import, no more."""
