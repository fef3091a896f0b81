"""What is kept of people."""

from cutline.web.people.models.audit import AuditEntry
from cutline.web.people.models.person import Person, Role
from cutline.web.people.models.set_up import SetUpLink
from cutline.web.people.models.team import Invitation, Membership, Team
from cutline.web.people.models.token import ApiToken

__all__ = [
    "ApiToken",
    "AuditEntry",
    "Invitation",
    "Membership",
    "Person",
    "Role",
    "SetUpLink",
    "Team",
]
