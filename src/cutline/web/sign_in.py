"""How people sign up and in: allauth's settings."""

from __future__ import annotations

from typing import Any

_FORMS = "cutline.web.people.forms.sign_in"

SIGN_IN: dict[str, Any] = {
    "ACCOUNT_ADAPTER": "cutline.web.people.adapter.AccountAdapter",
    "SOCIALACCOUNT_ADAPTER": "cutline.web.people.adapter.SocialAdapter",
    "ACCOUNT_FORMS": {
        "add_email": f"{_FORMS}.AddEmailForm",
        "change_password": f"{_FORMS}.ChangePasswordForm",
        "login": f"{_FORMS}.LoginForm",
        "reauthenticate": f"{_FORMS}.ReauthenticateForm",
        "reset_password": f"{_FORMS}.ResetPasswordForm",
        "reset_password_from_key": f"{_FORMS}.ResetPasswordKeyForm",
        "set_password": f"{_FORMS}.SetPasswordForm",
        "signup": f"{_FORMS}.SignupForm",
    },
    "SOCIALACCOUNT_FORMS": {"signup": f"{_FORMS}.SocialSignupForm"},
    "ACCOUNT_LOGIN_METHODS": {"username", "email"},
    "ACCOUNT_SIGNUP_FIELDS": ["username*", "email*", "password1*"],
    "ACCOUNT_UNIQUE_EMAIL": True,
    # Only so can the answer to who signs up be the same whether or not an address has an account.
    "ACCOUNT_EMAIL_VERIFICATION": "mandatory",
    "ACCOUNT_PREVENT_ENUMERATION": True,
    # A link in an e-mail is opened by programs too, which must not confirm for a person.
    "ACCOUNT_CONFIRM_EMAIL_ON_GET": False,
    # Who signs up and confirms in one browser need not type the password again.
    "ACCOUNT_LOGIN_ON_EMAIL_CONFIRMATION": True,
    "ACCOUNT_LOGOUT_ON_GET": False,
    # People are told of changes by which somebody else could get in.
    "ACCOUNT_EMAIL_NOTIFICATIONS": True,
    # An open browser is not enough to change where mail goes: with the mail goes the account.
    "ACCOUNT_REAUTHENTICATION_REQUIRED": True,
    "ACCOUNT_USERNAME_MIN_LENGTH": 2,
    "ACCOUNT_USERNAME_BLACKLIST": ["admin", "cutline", "host", "human", "root", "system"],
    "ACCOUNT_EMAIL_SUBJECT_PREFIX": "[Cutline] ",
    "ACCOUNT_MAX_EMAIL_ADDRESSES": 5,
    "ACCOUNT_RATE_LIMITS": {
        "login_failed": "10/m/ip,5/5m/key",
        "signup": "20/m/ip",
        "reset_password": "20/m/ip,5/m/key",
        "confirm_email": "1/10s/key",
    },
    "LOGIN_URL": "/account/login/",
    "LOGIN_REDIRECT_URL": "/",
    "ACCOUNT_LOGOUT_REDIRECT_URL": "/",
    "SOCIALACCOUNT_EMAIL_AUTHENTICATION": False,
    # The name that others see is chosen, never made of an e-mail address.
    "SOCIALACCOUNT_AUTO_SIGNUP": False,
}
