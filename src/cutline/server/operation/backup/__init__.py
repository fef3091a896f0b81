"""Backups: a whole site in one file, the same form on SQLite and on PostgreSQL."""

from cutline.server.operation.backup.read import check_backup
from cutline.server.operation.backup.restore import restore_backup
from cutline.server.operation.backup.write import write_backup

__all__ = ["check_backup", "restore_backup", "write_backup"]
