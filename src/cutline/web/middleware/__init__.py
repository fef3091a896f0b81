"""What happens to every request and every answer."""
