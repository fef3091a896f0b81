"""People: accounts, teams, tokens for programs, and the record of what was done by whom."""
