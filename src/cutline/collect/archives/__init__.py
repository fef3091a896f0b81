"""Archives of pictures that somebody sends: unpacked and opened in a process of their own."""
