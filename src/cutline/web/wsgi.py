"""What a web server calls: `gunicorn cutline.web.wsgi`."""

from __future__ import annotations

import os

from django.core.wsgi import get_wsgi_application

from cutline.web.middleware.unread import taking_all

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cutline.web.settings")
application = taking_all(get_wsgi_application())
