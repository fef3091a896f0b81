"""What each page of the console does."""
