"""Submissions: taking them, counting them, and what their owners and hosts do with them."""
