"""Where python-for-android begins; everywhere else the command is `companion`."""

from companion.android import prepare

if __name__ == "__main__":
    prepare()
    from companion.app.app import main

    main()
