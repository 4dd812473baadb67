# SPDX-License-Identifier: Apache-2.0
"""Formulas in conjunctive normal form: random K-SAT, DIMACS files, solvers."""

from __future__ import annotations

from dataclasses import dataclass
from os import fspath
from typing import Any, Iterable, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core
from ._options import keywords, lists_algorithms, spec_with
from ._perceptron import Path
from ._progress import Progress, progress_function
from ._result import Result, number


class Formula:
    """Clauses over variables that are true or false. Made by :func:`ksat`, :func:`read_cnf` or :func:`cnf`.

    Literals are numbered as in DIMACS files: variables count from 1 and a minus negates.
    """

    __slots__ = ("_formula",)

    def __init__(self, formula: _core.Formula) -> None:
        self._formula = formula

    @property
    def n(self) -> int:
        """Variables, N."""
        return self._formula.n

    @property
    def k(self) -> int:
        """Literals of the longest clause, K."""
        return self._formula.k

    @property
    def clauses(self) -> int:
        """The number of clauses, M."""
        return self._formula.clauses

    @property
    def alpha(self) -> float:
        """Clauses per variable, M / N."""
        return self._formula.alpha

    @property
    def literals(self) -> NDArray[np.int32]:
        """All literals, clause after clause."""
        return self._formula.literals

    @property
    def offsets(self) -> NDArray[np.uint32]:
        """Clause a holds ``literals[offsets[a]:offsets[a + 1]]``."""
        return self._formula.offsets

    def check(self, assignment: ArrayLike) -> int:
        """The number of clauses that an assignment leaves unsatisfied, by slow and independent code."""
        return self._formula.check(np.asarray(assignment))

    def frozen(self, solution: ArrayLike) -> NDArray[np.bool_]:
        """Which variables are frozen at a solution, by whitening: those that no flips of single variables
        from solution to solution can change.

        >>> cnf([[1, -2], [2, -1], [1, 3]]).frozen([1, 1, -1])
        array([ True,  True, False])
        """
        return self._formula.frozen(np.asarray(solution)) > 0

    def save(self, path: Path) -> None:
        """Writes DIMACS CNF, compressed if the name ends in .gz."""
        _core.write_formula(fspath(path), self._formula)

    def __repr__(self) -> str:
        return f"Formula(n={self.n}, clauses={self.clauses}, k={self.k}, alpha={number(self.alpha)})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Formula) and self._formula == other._formula

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        return (Formula, (self._formula,))


def ksat(
    n: int,
    k: int = 3,
    alpha: float | None = None,
    *,
    clauses: int | None = None,
    seed: int = 1,
    threads: int | None = None,
) -> Formula:
    """Random K-SAT: alpha * n clauses (or `clauses`) of k distinct variables, each negated at random.

    >>> ksat(1000, 3, 4.0, seed=1)
    Formula(n=1000, clauses=4000, k=3, alpha=4)
    """
    return Formula(_core.generate_ksat(keywords(n=n, k=k, alpha=alpha, clauses=clauses), seed, threads))


def cnf(clauses: Iterable[Sequence[int]], n: int | None = None) -> Formula:
    """A formula from your own clauses, lists or rows of literals; by default `n` is the largest variable.

    >>> cnf([[1, -2], [2, 3]])
    Formula(n=3, clauses=2, k=2, alpha=0.666667)
    """
    rows = [np.asarray(clause, dtype=np.int32) for clause in clauses]
    literals = np.concatenate(rows) if rows else np.empty(0, np.int32)
    offsets = np.concatenate([[0], np.cumsum([len(row) for row in rows], dtype=np.uint32)]).astype(np.uint32)
    largest = int(np.abs(literals).max()) if literals.size else 0
    return Formula(_core.formula_from_arrays(offsets, literals, largest if n is None else n))


def read_cnf(path: Path) -> Formula:
    """Reads DIMACS CNF, plain or gzip."""
    return Formula(_core.read_formula(fspath(path)))


@dataclass(frozen=True, repr=False, eq=False)
class KsatSolution(Result):
    """What a solver found: the best assignment, +1 for true, checked by slow and independent code.

    The fields are the keys of ``bitbasin solve ksat --json``.
    """

    assignment: NDArray[np.int8]
    algorithm: str
    spec: str
    n: int
    alpha: float
    clauses: int
    k: int
    solved: bool
    unsatisfied: int
    verified: bool
    status: str
    iterations: int
    flips: int
    messages: int
    restarts: int
    work: int
    frozen: float | None
    seconds: float
    stop_reason: str
    seed: int
    found_by: str | None = None

    _headline = ("status", "unsatisfied", "algorithm", "iterations", "seconds")


@lists_algorithms("ksat")
def solve_ksat(
    formula: Formula,
    algorithm: str = "auto",
    *,
    seed: int = 1,
    budget: int = 0,
    time_limit: float | None = None,
    progress: Progress = None,
    **options: object,
) -> KsatSolution:
    """Looks for an assignment that satisfies every clause.

    `algorithm` is a spec string, ``"edmc"`` or ``"sa:sweeps=1000"``; options may also be keyword
    arguments. ``"auto"`` combines others; the result's `found_by` says which of them had the answer. `status`
    is ``"satisfiable"``, ``"unsatisfiable"``, which only ``"auto"`` and ``"cadical"`` can prove, or
    ``"unknown"``.

    >>> formula = ksat(1000, 3, 3.5, seed=1)
    >>> found = solve_ksat(formula, "probsat")
    >>> found.solved, formula.check(found.assignment)
    (True, 0)
    >>> solve_ksat(cnf([[1, 2], [-1, 2], [1, -2], [-1, -2]])).status
    'unsatisfiable'
    """
    with progress_function(progress) as report:
        keys, assignment = _core.solve_ksat(
            formula._formula, spec_with(algorithm, options), seed, 1, budget, time_limit, report, "cpu"
        )
    return KsatSolution(assignment=assignment, seed=seed, **keys)
