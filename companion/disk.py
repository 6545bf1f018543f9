"""What it takes to keep a file safe: locks, syncs, a damaged end copied aside, and what the system says in words."""

import errno
import io
import os
import shutil
from pathlib import Path

from companion.sentence import Sentence

try:
    import fcntl
except ImportError:  # no locks on this system
    fcntl = None  # type: ignore[assignment]


def lock(file: io.FileIO) -> bool:
    """Keep other processes from writing the file; False if one of them is writing it."""
    if fcntl is None:
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return error.errno not in (errno.EAGAIN, errno.EACCES)  # some file systems know no locks: go on without
    return True


def copy_rest(file: io.FileIO, path: Path, start: int) -> Path:
    """What stands from `start` on, in a new file beside the journal."""
    number = 1
    while True:
        aside = path.with_name(f"{path.name}.damaged-{number}")
        try:
            copy = aside.open("xb")
            break
        except FileExistsError:
            number += 1
    try:
        with copy:
            file.seek(start)
            shutil.copyfileobj(file, copy)
            copy.flush()
            os.fsync(copy.fileno())
        sync_folder(aside)
    except OSError:
        aside.unlink(missing_ok=True)
        raise
    return aside


def truncate(file: io.FileIO, size: int) -> None:
    file.truncate(size)
    os.fsync(file.fileno())


def sync_folder(path: Path) -> None:
    """A new file is safe once its folder is. Where folders cannot be synced, there is nothing to do."""
    try:
        folder = os.open(path.parent, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(folder)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP, errno.EBADF):
            raise
    finally:
        os.close(folder)


def reason(error: Exception) -> str:
    match getattr(error, "errno", None):
        case errno.ENOSPC | errno.EDQUOT | errno.EFBIG:
            return Sentence("the disk is full. Nothing before it is lost; make room and try again")
        case errno.EACCES | errno.EPERM | errno.EROFS:
            return Sentence("writing or reading is not allowed there")
        case errno.EEXIST:
            return Sentence("there is already a file of that name")
        case errno.ENOENT:
            return Sentence("there is no such file or folder")
        case _:
            return str(getattr(error, "strerror", None) or Sentence("that is not a file name"))
