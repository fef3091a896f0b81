"""Tags by which templates use the theme."""

from __future__ import annotations

from django import template
from django.forms import BoundField
from django.forms.widgets import CheckboxInput
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from cutline.reports.theme.logo import logo as theme_logo
from cutline.reports.theme.states import State
from cutline.reports.theme.states import state as theme_state
from cutline.web.look.files import address_of

register = template.Library()


@register.simple_tag
def logo() -> SafeString:
    """The logo, as an ornament."""
    return mark_safe(theme_logo())


@register.simple_tag
def look(name: str) -> str:
    """The address of a style sheet or script of the theme."""
    return address_of(name)


@register.simple_tag
def htmx() -> SafeString:
    """The script element of htmx, which django-htmx brings along."""
    # Its own styles are inline, which the content policy forbids; ours do the same.
    return format_html('<script src="{}" defer></script>', static("django_htmx/htmx-2.min.js"))


@register.simple_tag
def state(kind: State, headline: str, next_step_html: str = "") -> SafeString:
    """What a page says when there is nothing to show. The next step is HTML from a template."""
    return mark_safe(theme_state(kind, headline, next_step_html))


@register.inclusion_tag("web/field.html")
def field(bound: BoundField) -> dict[str, object]:
    """A field of a form: the label above, help and what is wrong below, all tied together."""
    described = [f"{bound.id_for_label}-help"] if bound.help_text else []
    described += [f"{bound.id_for_label}-problem"] if bound.errors else []
    attributes: dict[str, str | bool] = (
        {"aria-describedby": " ".join(described)} if described else {}
    )
    if bound.errors:
        attributes["aria-invalid"] = "true"
    return {
        "field": bound,
        "widget": bound.as_widget(attrs=attributes),
        "is_checkbox": isinstance(bound.field.widget, CheckboxInput),
    }
