"""What a release takes: packages, checks of them, and the list of what has to hold before one."""
