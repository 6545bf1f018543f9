"""The table session, where camera, touch and gauge meet the rules: see `Session`."""

from companion.session.inquiry import DONE
from companion.session.news import (
    Asked,
    Button,
    Choice,
    Done,
    Flag,
    Listener,
    News,
    Proposal,
    Redone,
    Refusal,
    Refused,
    Trouble,
    Undone,
)
from companion.session.session import Already, Session

__all__ = [
    "DONE",
    "Already",
    "Asked",
    "Button",
    "Choice",
    "Done",
    "Flag",
    "Listener",
    "News",
    "Proposal",
    "Redone",
    "Refusal",
    "Refused",
    "Session",
    "Trouble",
    "Undone",
]
