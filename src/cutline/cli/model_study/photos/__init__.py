"""The study of real photos: captioners trained on pictures, scored, and where they looked."""
