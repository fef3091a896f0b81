"""What scores are made of, to look at; loaded only where somebody looks."""
