# SPDX-License-Identifier: Apache-2.0
"""The claims of the paper, measured again, and the page that shows a store."""

from __future__ import annotations

import html
from dataclasses import dataclass
from os import fspath
from typing import Any, Sequence

from . import _core
from ._perceptron import Path
from ._progress import Progress, progress_function
from ._result import Result


@dataclass(frozen=True)
class Claim:
    """A statement that can be measured, of the paper or of later work: what `bitbasin reproduce --list` shows."""

    id: str
    statement: str
    paper: str
    beyond_paper: bool


@dataclass(frozen=True, repr=False, eq=False)
class Reproduction(Result):
    """What became of claims: keys of ``bitbasin reproduce --json``; `claims` has a dictionary for each."""

    runs: int
    known_before: int
    remaining: int
    stop_reason: str
    store: str
    out: str | None
    claims: list[dict[str, Any]]

    _headline = ("runs", "remaining")

    def verdicts(self) -> dict[str, str]:
        """The verdict on each claim."""
        return {claim["id"]: claim["verdict"] for claim in self.claims}

    def _repr_html_(self) -> str:
        names = ("id", "paper", "measured", "verdict")
        head = "".join(f"<th>{name}</th>" for name in names)
        rows = "".join(
            "<tr>" + "".join(f"<td>{html.escape(str(claim[name]))}</td>" for name in names) + "</tr>"
            for claim in self.claims
        )
        return f"<table><caption>{html.escape(repr(self))}</caption><tr>{head}</tr>{rows}</table>"


def claims() -> list[Claim]:
    """The claims that :func:`reproduce` measures.

    >>> claims()[0].id, claims()[0].paper
    ('equilibrium-capacity', '0.833')
    """
    return [Claim(**claim) for claim in _core.claims()]


def reproduce(
    ids: Sequence[str] = (),
    *,
    store: Path,
    out: Path | None = None,
    profile: str = "quick",
    seed: int = 1,
    threads: int | None = None,
    time_limit: float | None = None,
    progress: Progress = False,
) -> Reproduction:
    """Measures claims of the paper, all if none is named, into a store. What is there already is not run.

    `out` names a page to write, as ``bitbasin reproduce --out`` does. Ctrl-C keeps what is finished.

    >>> import tempfile, os
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     reproduce(["equilibrium-capacity"], store=os.path.join(folder, "runs.db")).verdicts()
    {'equilibrium-capacity': 'reproduced'}
    """
    page = None if out is None else fspath(out)
    with progress_function(progress) as report:
        keys = _core.reproduce(list(ids), profile, seed, fspath(store), page, threads, time_limit, report)
    return Reproduction(store=fspath(store), out=page, **keys)


def report(store: Path, out: Path) -> None:
    """Writes the page that shows the results of a store, as ``bitbasin report`` does."""
    _core.write_report(fspath(store), fspath(out))
