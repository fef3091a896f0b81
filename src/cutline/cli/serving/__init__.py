"""Running a site from the command line: its folder, its processes, its first run."""
