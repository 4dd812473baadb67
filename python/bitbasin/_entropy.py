# SPDX-License-Identifier: Apache-2.0
"""Local entropy: how many solutions surround a configuration."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core
from ._committee import Committee, CommitteeSolution
from ._ksat import Formula, KsatSolution
from ._options import keywords
from ._perceptron import Perceptron, PerceptronSolution, configuration
from ._progress import Progress, progress_function
from ._result import Curve, Result, axes


@dataclass(frozen=True, repr=False, eq=False)
class LocalEntropy(Curve):
    """The logarithm of the number of solutions at distance d, per variable: the keys of ``bitbasin entropy
    --json``.

    `entropy` is NaN if no gamma leads to the distance; `bound` counts all configurations; `errors` is the
    number of patterns or clauses that the central configuration violates.
    """

    d: NDArray[np.float64]
    gamma: NDArray[np.float64]
    entropy: NDArray[np.float64]
    bound: NDArray[np.float64]
    converged: NDArray[np.bool_]
    bethe_entropy: float
    bethe_overlap: float
    bethe_converged: bool
    errors: int
    stop_reason: str

    _columns = ("d", "gamma", "entropy", "bound", "converged")
    _headline = ("bethe_entropy", "errors")

    def plot(self, ax: Any = None) -> Any:
        """Draws the entropy against the distance, with that of all configurations."""
        ax = axes(ax)
        ax.plot(self.d, self.entropy, "o-", label="solutions")
        ax.plot(self.d, self.bound, "--", color="grey", label="all configurations")
        ax.set_xlabel("distance d")
        ax.set_ylabel("local entropy (nats per variable)")
        ax.legend()
        return ax


def local_entropy(
    problem: Perceptron | Committee | Formula,
    solution: PerceptronSolution | CommitteeSolution | KsatSolution | ArrayLike,
    distances: ArrayLike | None = None,
    *,
    tolerance: float | None = None,
    max_sweeps: int | None = None,
    seed: int = 1,
    threads: int | None = None,
    time_limit: float | None = None,
    progress: Progress = None,
) -> LocalEntropy:
    """Counts the solutions around a configuration by message passing.

    `solution` is a result of :func:`solve` or :func:`solve_ksat`, or an array. `distances` are fractions of
    the variables, by default ten from 0.01 to 0.1.

    >>> from bitbasin import perceptron, solve
    >>> problem = perceptron(501, 0.3, seed=1)
    >>> around = local_entropy(problem, solve(problem), [0.02, 0.05])
    >>> bool(around.converged.all()), bool((around.entropy < around.bound).all())
    (True, True)
    """
    d = np.linspace(0.01, 0.1, 10) if distances is None else np.atleast_1d(np.asarray(distances, float))
    given = keywords(tolerance=tolerance, max_sweeps=max_sweeps)
    center = configuration(solution)
    with progress_function(progress) as report:
        if isinstance(problem, Formula):
            keys = _core.ksat_entropy(problem._formula, center, d, given, seed, 1, time_limit, report)
            keys["errors"] = keys.pop("unsatisfied")
        elif isinstance(problem, Committee):
            keys = _core.committee_entropy(
                problem._instance, center, d, given, seed, threads, time_limit, report
            )
        else:
            keys = _core.perceptron_entropy(
                problem._instance, center, d, given, seed, threads, time_limit, report
            )
    for key in ("bethe_entropy", "bethe_overlap"):
        keys[key] = float("nan") if keys[key] is None else keys[key]
    return LocalEntropy(**keys.pop("points"), **keys)


@dataclass(frozen=True, repr=False, eq=False)
class Surveys(Result):
    """What survey propagation says about the clusters of solutions of one formula: the keys of ``bitbasin
    entropy ksat --level surveys --json``.

    `complexity` is the logarithm of the number of clusters with frozen variables, per variable; `frozen` the
    fraction of variables that are frozen in a cluster, true or false; `bias` the mean difference between the
    two. All are 0 if the surveys end without a warning.
    """

    complexity: float
    frozen: float
    bias: float
    converged: bool
    sweeps: int
    stop_reason: str

    _headline = ("complexity", "frozen", "converged", "sweeps")


def survey_entropy(
    formula: Formula,
    *,
    tolerance: float | None = None,
    max_sweeps: int | None = None,
    seed: int = 1,
    time_limit: float | None = None,
    progress: Progress = None,
) -> Surveys:
    """Counts the clusters of solutions by survey propagation.

    >>> from bitbasin import ksat
    >>> clusters = survey_entropy(ksat(2000, 3, 4.2))
    >>> clusters.converged, 0 < clusters.complexity < 0.02
    (True, True)
    """
    given = keywords(tolerance=tolerance, max_sweeps=max_sweeps)
    with progress_function(progress) as report:
        return Surveys(**_core.ksat_surveys(formula._formula, given, seed, time_limit, report))
