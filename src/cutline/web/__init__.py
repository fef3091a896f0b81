"""The Django project that the evaluation server and the collection site share.

People and their teams, the look of pages, settings, files and logs are here; what is served stands
in parts of their own, which are named in `settings.PARTS` and do not know each other.
"""
