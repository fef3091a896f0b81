"""The study of word agreement: what is read, counted and shown."""
