"""How e-mails leave: by SMTP where an address is given, else into the log."""

from __future__ import annotations

from urllib.parse import unquote, urlsplit

from cutline.core.errors import UsageError
from cutline.web.configuration import Configuration

#: The usual port of each way.
_PORTS = {"smtp": 25, "smtp+tls": 587, "smtp+ssl": 465}


def email_settings(configuration: Configuration) -> dict[str, object]:
    """Django's settings of e-mail.

    Raises:
        UsageError: when the address makes no sense.
    """
    settings: dict[str, object] = {"DEFAULT_FROM_EMAIL": configuration.from_email}
    if not configuration.email_url:
        return settings | {"EMAIL_BACKEND": "django.core.mail.backends.console.EmailBackend"}
    if "://" not in configuration.email_url:  # a backend of one's own, by its dotted path
        return settings | {"EMAIL_BACKEND": configuration.email_url}
    try:
        parts = urlsplit(configuration.email_url)
        port = parts.port
    except ValueError:
        parts, port = urlsplit(""), None
    if parts.scheme not in _PORTS or not parts.hostname:
        raise UsageError(
            "CUTLINE_EMAIL_URL cannot be read, expected smtp+tls://NAME:PASSWORD@HOST:PORT "
            "(or smtp://, smtp+ssl://), or the dotted path of a Django e-mail backend"
        )
    return settings | {
        "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "EMAIL_HOST": parts.hostname,
        "EMAIL_PORT": port or _PORTS[parts.scheme],
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_TLS": parts.scheme == "smtp+tls",
        "EMAIL_USE_SSL": parts.scheme == "smtp+ssl",
        "EMAIL_TIMEOUT": 20,
    }
