"""`companion doctor`: what works on this machine, and what to do about what does not."""

import argparse
from typing import Any

from companion import doctor
from companion.cli.output import print_json


def register(commands: Any) -> None:
    parser = commands.add_parser("doctor", help="what works on this machine, one line each")
    parser.add_argument("--json", action="store_true", help="print the findings as JSON")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Prints lines for people even into a pipe: whoever helps gets them pasted. 1 if something is broken."""
    findings = doctor.examine()
    if arguments.json:
        print_json(findings)
    else:
        for finding in findings:
            print(finding)
    return 1 if any(finding.state == "broken" for finding in findings) else 0
