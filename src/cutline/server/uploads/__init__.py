"""Files from strangers: received within caps, checked in a process that can do no harm."""
