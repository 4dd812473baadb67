# SPDX-License-Identifier: Apache-2.0
"""What the tests share: the command line program, to compare with."""

from __future__ import annotations

import json
import os
import subprocess
from typing import Any

import pytest

PROGRAM = os.environ.get("BITBASIN_PROGRAM", "bitbasin")


def _run(command: str, flags: dict[str, Any], *words: object) -> subprocess.CompletedProcess[str]:
    line = [PROGRAM, *command.split(), *map(str, words)]
    for name, value in flags.items():
        line.append("--" + name.replace("_", "-"))
        if value is not True:
            line.append(str(value))
    return subprocess.run(line, capture_output=True, text=True, check=False)


def run_json(command: str, *words: object, **flags: Any) -> dict[str, Any]:
    """The JSON object of a command."""
    ended = _run(command, {**flags, "json": True}, *words)
    assert ended.returncode in (0, 1), ended.stderr
    return dict(json.loads(ended.stdout))


def command_error(command: str, **flags: Any) -> str:
    """What a command that goes wrong says."""
    ended = _run(command, flags)
    assert ended.returncode == 2, ended
    return ended.stderr


def _has_cadical() -> bool:
    return _run("solve ksat", {"n": 3, "k": 3, "alpha": 1, "algorithm": "cadical"}).returncode == 0


needs_cadical = pytest.mark.skipif(not _has_cadical(), reason="this build has no CaDiCaL")
