"""The look of pages: the theme's files, served under names that change with what they hold."""
