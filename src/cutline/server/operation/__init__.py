"""Running a site: its health, its figures, its backups, and boards from elsewhere."""
