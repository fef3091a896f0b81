"""Official programs, run as they are where users have them; loaded only when asked for."""
