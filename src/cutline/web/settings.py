"""Django's settings. What differs between sites comes from `Configuration`."""

from __future__ import annotations

from cutline.web.configuration import Configuration
from cutline.web.email import email_settings
from cutline.web.logs import logging_settings
from cutline.web.sign_in import SIGN_IN

CONFIGURATION = Configuration.from_environment()

#: What the site serves, each a Django application with `urls` of its own.
PARTS = ["cutline.server", "cutline.collect"]

SECRET_KEY = CONFIGURATION.secret_key()
DEBUG = CONFIGURATION.debug
# Behind a proxy that checks the host, or on one's own machine under any of its names.
ALLOWED_HOSTS = [CONFIGURATION.host, "localhost", "127.0.0.1", "[::1]"]
CSRF_TRUSTED_ORIGINS = [CONFIGURATION.address]

INSTALLED_APPS = [
    # Before those whose templates it replaces.
    "cutline.web",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.socialaccount",
    "allauth.socialaccount.providers.openid_connect",
    "django_htmx",
    "django_tasks",
    "django_tasks_db",
    "ninja",
    "cutline.web.people",
    *PARTS,
]

MIDDLEWARE = [
    "cutline.web.middleware.requests.request_log",
    "django.middleware.security.SecurityMiddleware",
    "cutline.web.middleware.policy.content_policy",
    "cutline.web.middleware.zero_bytes.without_zero_bytes",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    # Before a body is read: a call that will be refused is not worth a file on disk.
    "cutline.server.api.gate.api_gate",
    "cutline.web.middleware.bodies.checked_bodies",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
]

ROOT_URLCONF = "cutline.web.urls"
WSGI_APPLICATION = "cutline.web.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
            "builtins": ["cutline.web.templatetags.look"],
        },
    }
]

DATABASES = {"default": CONFIGURATION.database()}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        # Counts of calls are in it: many addresses must not push out those of others.
        "OPTIONS": {"MAX_ENTRIES": 100_000},
    }
}
# The queue is in the database: a job is queued in the transaction that makes it, or not at all.
TASKS = {"default": {"BACKEND": "django_tasks_db.DatabaseBackend"}}

AUTH_USER_MODEL = "people.Person"
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}", "OPTIONS": options}
    for name, options in (
        ("UserAttributeSimilarityValidator", {"user_attributes": ("username", "email")}),
        ("MinimumLengthValidator", {"min_length": 10}),
        ("CommonPasswordValidator", {}),
        ("NumericPasswordValidator", {}),
    )
]
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
globals().update(SIGN_IN)
# The proxy in front adds the address that it saw; without one, nothing that is sent is believed.
ALLAUTH_TRUSTED_PROXY_COUNT = 1 if CONFIGURATION.proxied else 0
globals().update(email_settings(CONFIGURATION))
if CONFIGURATION.open_id:
    _url, _client, _secret = CONFIGURATION.open_id
    SOCIALACCOUNT_PROVIDERS = {
        "openid_connect": {
            "APPS": [
                {
                    "provider_id": "sign-in",
                    "name": "single sign-on",
                    "client_id": _client,
                    "secret": _secret,
                    "settings": {"server_url": _url},
                }
            ]
        }
    }

SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = CONFIGURATION.is_secure
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_HSTS_SECONDS = 31_536_000 if CONFIGURATION.is_secure else 0
X_FRAME_OPTIONS = "DENY"
if CONFIGURATION.proxied:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

# What is uploading: a file of captions is written to disk as it comes, never kept in memory.
FILE_UPLOAD_MAX_MEMORY_SIZE = 0
FILE_UPLOAD_TEMP_DIR = None
DATA_UPLOAD_MAX_MEMORY_SIZE = 1 << 20
DATA_UPLOAD_MAX_NUMBER_FIELDS = 200
# A bundle of a host; what a submission may weigh is said by its phase.
MOST_BODY_BYTES = 512 << 20
LARGEST_UPLOAD = "cutline.server.uploads.largest.largest_upload"

STATIC_URL = "/static/"
STATIC_ROOT = None
# Files are served from where they are installed; there is no step that gathers them.
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = False

LANGUAGE_CODE = "en-gb"
USE_I18N = False
USE_TZ = True
TIME_ZONE = "UTC"
LOGGING_CONFIG = "logging.config.dictConfig"
LOGGING = logging_settings()
