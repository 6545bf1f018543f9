"""Where python-for-android begins; everywhere else the command is `companion`."""

from companion.android import prepare
from companion.cli import main

if __name__ == "__main__":
    prepare()
    main([])
