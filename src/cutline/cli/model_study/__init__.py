"""Studies of captioners that are trained here."""
