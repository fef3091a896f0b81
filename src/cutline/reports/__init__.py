"""What people look at: drawings, tables and pages."""
