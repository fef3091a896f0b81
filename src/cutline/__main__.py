"""`python -m cutline` is the command line too."""

from cutline.cli import main

if __name__ == "__main__":
    main()
