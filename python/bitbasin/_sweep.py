# SPDX-License-Identifier: Apache-2.0
"""Many runs into a store, and a store as arrays."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from os import PathLike, fspath
from pathlib import Path as FilePath
from typing import Any, Mapping

import numpy as np
from numpy.typing import NDArray

from . import _core
from ._own_algorithm import OwnAlgorithm, OwnAlgorithms
from ._perceptron import Path
from ._progress import Progress, progress_function
from ._result import Result, axes, html_table


@dataclass(frozen=True, repr=False, eq=False)
class SweepResult(Result):
    """The outcome of a sweep: the keys of ``bitbasin sweep --json``; `cells` has one array per column."""

    tasks: int
    done: int
    failed: int
    remaining: int
    known_before: int
    stop_reason: str
    store: str
    cells: dict[str, NDArray[Any]]

    _headline = ("tasks", "done", "failed", "remaining")

    def _repr_html_(self) -> str:
        columns = [column.tolist() for column in self.cells.values()]
        return html_table(repr(self), list(self.cells), zip(*columns))

    def plot(self, ax: Any = None) -> Any:
        """Draws the fraction of solved instances against alpha with 95 percent intervals, one line for each
        kind, algorithm and size.
        """
        rows = read_store(self.store)
        counts: dict[str, dict[float, list[int]]] = {}  # by line and alpha: solved, tried
        wanted = set(self.cells["cell"])
        for cell, alpha, solved in zip(rows["cell"], rows["alpha"], rows["solved"]):
            if solved is None or cell not in wanted:
                continue
            line = " ".join(word for word in cell.split(" ") if not word.startswith("alpha="))
            count = counts.setdefault(line, {}).setdefault(alpha, [0, 0])
            count[0] += bool(solved)
            count[1] += 1
        if not counts:
            raise ValueError("expected tasks of a kind such as 'solve perceptron' to draw, got none")
        ax = axes(ax)
        for line, points in counts.items():
            alphas = np.array(sorted(points))
            successes, trials = np.array([points[alpha] for alpha in alphas]).T
            rate = successes / trials
            low, high = wilson(successes, trials)
            ax.errorbar(alphas, rate, np.abs([rate - low, high - rate]), fmt="o-", label=line)
        ax.set_xlabel("alpha")
        ax.set_ylabel("fraction solved")
        ax.legend()
        return ax


def sweep(
    plan: Path | Mapping[str, Any],
    *,
    store: Path,
    threads: int | None = None,
    retry_failed: bool = False,
    time_limit: float | None = None,
    progress: Progress = None,
    algorithms: Mapping[str, OwnAlgorithm] | None = None,
) -> SweepResult:
    """Runs the tasks of a sweep that the store does not have yet, and stores their results.

    `plan` is a sweep file or a dictionary with the same keys. Ctrl-C keeps finished results; call it again to
    resume. :meth:`SweepResult.plot` draws the outcome.

    `algorithms` are functions of your own, by the names that the plan uses. Each is called with a
    :class:`Perceptron`, a :class:`Committee` or a :class:`Formula`, a seed, and its options as keywords (its
    parameters with defaults: ``"mine:rate=0.2"``), in as many processes as there are threads. It returns a
    value for each variable, which is checked and stored like that of any other algorithm. A result is stored
    under the name and options, so give a function another name when you change it.

    >>> import tempfile, os
    >>> plan = {"sweep": [{"kind": "solve perceptron", "n": 101, "alpha": [0.3, 0.4], "instances": 2}]}
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     store = os.path.join(folder, "runs.db")
    ...     ended = sweep(plan, store=store)
    ...     rows = read_store(store)
    >>> ended
    SweepResult(tasks=4, done=4, failed=0, remaining=0)
    >>> rows["n"].tolist(), sorted(rows["alpha"].tolist())
    ([101, 101, 101, 101], [0.3, 0.3, 0.4, 0.4])

    >>> def hebb(problem, seed, noise=0.0):
    ...     rng = np.random.default_rng(seed)
    ...     return np.sign(problem.x.sum(axis=0) + noise * rng.normal(size=problem.n) + 0.5)
    >>> plan = {"sweep": [{"kind": "solve perceptron", "n": 101, "alpha": 0.05, "instances": 4,
    ...                    "algorithm": ["hebb", "hebb:noise=90.0"]}]}
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     store = os.path.join(folder, "runs.db")
    ...     sweep(plan, store=store, algorithms={"hebb": hebb}, threads=2).cells["solved"].tolist()
    [4, 0]
    """
    if isinstance(plan, (str, PathLike)):
        name = fspath(plan)
        text = FilePath(name).read_text(encoding="utf-8")
    else:
        name, text = "sweep", to_toml(plan)
    workers = threads or os.cpu_count() or 1
    with OwnAlgorithms(algorithms or {}, workers), progress_function(progress) as report:
        keys = _core.run_sweep(name, text, fspath(store), threads, retry_failed, time_limit, report)
    keys["cells"] = _columns(keys["cells"])
    return SweepResult(store=fspath(store), **keys)


def wilson(successes: NDArray[Any], trials: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """The ends of Wilson's 95 percent interval of a probability.

    >>> wilson(np.array([10]), np.array([10]))[0].round(3)
    array([0.722])
    """
    z2 = 1.959963984540054**2
    center = (successes + z2 / 2) / (trials + z2)
    half = np.sqrt(z2 * (successes * (trials - successes) / trials + z2 / 4)) / (trials + z2)
    return center - half, center + half


def read_store(path: Path) -> dict[str, NDArray[Any]]:
    """All results of a store, one array per column: columns of the store, parameters, keys of results.

    Missing numbers are NaN, other missing values None.
    """
    rows = []
    for line in _core.store_json_lines(fspath(path)).splitlines():
        row = json.loads(line)
        for group in ("parameters", "result"):
            for name, value in (row.pop(group, None) or {}).items():
                if name not in row or row[name] is None:
                    row[name] = value
        rows.append(row)
    return _columns(rows)


def _columns(rows: list[dict[str, Any]]) -> dict[str, NDArray[Any]]:
    names = dict.fromkeys(name for row in rows for name in row)
    return {name: _column([row.get(name) for row in rows]) for name in names}


def _column(values: list[Any]) -> NDArray[Any]:
    kinds = {type(value) for value in values if value is not None}
    if kinds == {bool} and None not in values:
        return np.array(values, dtype=bool)
    if kinds == {int} and None not in values and all(abs(value) < 2**63 for value in values):
        return np.array(values, dtype=np.int64)
    if kinds and kinds <= {int, float}:
        return np.array([np.nan if value is None else value for value in values], dtype=float)
    column = np.empty(len(values), dtype=object)
    column[:] = values
    return column


def to_toml(plan: Mapping[str, Any]) -> str:
    """A sweep of plain values as TOML.

    >>> print(to_toml({"seed": 1, "sweep": [{"kind": "solve ksat", "alpha": [3, 3.5]}]}), end="")
    seed = 1
    [[sweep]]
    kind = "solve ksat"
    alpha = [3, 3.5]
    """
    lines = [f"{name} = {_toml_value(value)}" for name, value in plan.items() if name != "sweep"]
    tables = plan.get("sweep", [])
    for table in [tables] if isinstance(tables, Mapping) else tables:
        lines.append("[[sweep]]")
        lines += [f"{name} = {_toml_value(value)}" for name, value in table.items()]
    return "".join(line + "\n" for line in lines)


def _toml_value(value: Any) -> str:
    if isinstance(value, np.ndarray):
        value = value.tolist()
    elif isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, str):
        return json.dumps(value)  # TOML's basic strings escape as JSON does
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_toml_value(entry) for entry in value) + "]"
    raise ValueError(f"expected numbers, Booleans, text or lists of them in a sweep, got {value!r}")
