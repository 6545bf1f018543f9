"""Permissions are asked for when they are needed, never at the start."""

from collections.abc import Callable

from android.permissions import Permission, check_permission, request_permissions

CAMERA: str = Permission.CAMERA


def granted(permission: str) -> bool:
    return bool(check_permission(permission))


def ask(permission: str, then: Callable[[bool], None]) -> None:
    """Lets Android ask; `then` is told the answer, in Android's own thread."""
    if granted(permission):
        then(True)
    else:
        request_permissions([permission], lambda _, answers: then(all(answers)))
