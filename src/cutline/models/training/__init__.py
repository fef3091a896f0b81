"""How captioners learn: data in batches, losses, self-critical rewards, and checkpoints."""
