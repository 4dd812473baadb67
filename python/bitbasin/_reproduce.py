# SPDX-License-Identifier: Apache-2.0
"""Measuring the claims of the paper again, and the page that shows a store."""

from __future__ import annotations

from dataclasses import dataclass
from os import fspath
from typing import Any, Sequence

from . import _core
from ._perceptron import Path
from ._progress import Progress, progress_function
from ._result import Result, html_table


@dataclass(frozen=True)
class Claim:
    """A measurable statement of the paper or of later work, as `bitbasin reproduce --list` shows it."""

    id: str
    statement: str
    paper: str
    beyond_paper: bool


@dataclass(frozen=True, repr=False, eq=False)
class Reproduction(Result):
    """The outcome: keys of ``bitbasin reproduce --json``; `claims` has a dictionary for each claim."""

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
        return html_table(repr(self), names, ([claim[name] for name in names] for claim in self.claims))


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
    progress: Progress = None,
) -> Reproduction:
    """Measures claims of the paper, all of them if none is named, into a store. Stored results are not
    computed again.

    `out` names a page to write, like ``bitbasin reproduce --out``; see :func:`report`. Ctrl-C keeps finished
    results.

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
    """Writes the page that shows the results of a store, as ``bitbasin report`` does.

    Raises ValueError if the package was built without the page, that is without npm.
    """
    _core.write_report(fspath(store), fspath(out))
