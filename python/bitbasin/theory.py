# SPDX-License-Identifier: Apache-2.0
"""The large-deviation theory: how many solutions there are at a distance from the densest ones."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core
from ._options import keywords
from ._progress import Progress, progress_function
from ._result import Curve, Result, axes

__all__ = [
    "TheoryCurve",
    "Edges",
    "Equilibrium",
    "OneStep",
    "Transitions",
    "curve",
    "edges",
    "equilibrium",
    "one_step",
    "transitions",
]

Floats = NDArray[np.float64]


@dataclass(frozen=True, repr=False, eq=False)
class TheoryCurve(Curve):
    """Points of the theory, one array per key of ``bitbasin theory --json``; NaN if a key does not apply."""

    alpha: Floats
    d: Floats
    y: Floats
    internal_entropy: Floats
    external_entropy: Floats
    q_tilde: Floats
    q1: Floats
    q0: Floats
    s: Floats
    s_tilde: Floats
    r: Floats
    r_tilde: Floats
    q_tilde_hat: Floats
    q1_hat: Floats
    q0_hat: Floats
    s_hat: Floats
    s_tilde_hat: Floats
    r_hat: Floats
    r_tilde_hat: Floats
    generalization_error: Floats
    entropy_slope: Floats
    residual: Floats
    converged: NDArray[np.bool_]
    physical: NDArray[np.bool_]
    beyond: NDArray[np.bool_]
    dilute: NDArray[np.bool_]
    dilute_error: Floats
    evaluations: NDArray[np.int64]
    replicon_between: Floats
    replicon_second: Floats
    replicon_third: Floats
    replicon_antisymmetric: Floats
    replicon_within: Floats

    _columns = ("alpha", "d", "y", "internal_entropy", "external_entropy", "q_tilde", "q1", "s", "physical")

    def plot(self, ax: Any = None, label: str | None = None) -> Any:
        """Draws the internal entropy against the distance; unphysical parts are thin lines."""
        ax = axes(ax)
        if label is None and len(self):
            y = f"{self.y[0]:g}" if np.all(self.y == self.y[0]) and len(self) > 1 else "y*"
            label = f"theory, alpha = {self.alpha[0]:g}, y = {y}"
        (line,) = ax.plot(self.d, np.where(self.converged, self.internal_entropy, np.nan), "-", lw=0.7)
        physical = np.where(self.physical, self.internal_entropy, np.nan)
        ax.plot(self.d, physical, "-", lw=2, color=line.get_color(), label=label)
        ax.set_xlabel("distance d")
        ax.set_ylabel("internal entropy (nats per synapse)")
        ax.legend()
        return ax


def curve(
    alpha: float,
    distances: ArrayLike,
    *,
    task: str = "classify",
    y: float | None = None,
    branch: bool = False,
    stability: bool = False,
    threads: int | None = None,
    time_limit: float | None = None,
    progress: Progress = None,
) -> TheoryCurve:
    """How many solutions lie at each distance from reference solutions that are surrounded by many others.

    `task` is "classify" for random labels or "teacher". `y` is the weight of the number of solutions nearby:
    0 for typical reference solutions, by default y*, where the external entropy vanishes. ``branch=True``
    follows the family through its folds over the range of the distances, instead of solving at each of them.
    ``stability=True`` also computes the replicon eigenvalues: below 1 the symmetry of replicas is locally
    stable.

    >>> point = curve(0.7, 0.05)
    >>> f"{point.internal_entropy[0]:.6f}", bool(point.physical[0])
    ('0.075412', True)
    """
    d = np.atleast_1d(np.asarray(distances, float))
    with progress_function(progress) as report:
        columns = _core.theory_curve(alpha, d, task, y, branch, stability, threads, time_limit, report)
    if not columns:
        columns = {field.name: np.empty(0) for field in fields(TheoryCurve)}
    return TheoryCurve(**columns)


@dataclass(frozen=True, repr=False, eq=False)
class Equilibrium(Result):
    """Typical solutions: the keys of ``bitbasin theory equilibrium --json``; NaN if a key does not apply."""

    task: str
    constraint: str
    kappa: float
    units: int
    tree: bool
    alpha: float
    entropy: float
    q: float
    q_hat: float
    capacity: float
    replicon: float
    spinodal: float
    generalization_error: float

    _headline = ("alpha", "entropy", "q", "capacity")


def equilibrium(
    alpha: float | None = None,
    *,
    task: str = "classify",
    constraint: str = "sign",
    kappa: float | None = None,
    units: int = 1,
    tree: bool = False,
) -> Equilibrium:
    """Entropy and overlap of typical solutions at alpha, by default where their entropy vanishes.

    `constraint` and `kappa` are those of :func:`bitbasin.perceptron`; `units` with ``tree=True`` means a
    committee with disjoint inputs. Below a `replicon` of 1 the replica symmetry, which the theory assumes, is
    locally stable.

    >>> equilibrium().capacity.__round__(4)
    0.8331
    >>> equilibrium(constraint="symmetric").capacity.__round__(4)
    1.8159
    >>> equilibrium(units=3, tree=True).capacity.__round__(4)
    0.9206
    """
    given = keywords(task=task, alpha=alpha, constraint=constraint, kappa=kappa, units=units, tree=tree)
    return Equilibrium(**_core.theory_equilibrium(given))


@dataclass(frozen=True, repr=False, eq=False)
class Transitions(Result):
    """Where the theory changes: the keys of ``bitbasin theory transitions --json``.

    `overlap` and `entropy` have alpha, error and d, for random labels; `divergence` has alpha, d_inf and
    error for each given alpha.
    """

    task: str
    divergence: list[dict[str, float]]
    overlap: dict[str, float] | None = None
    entropy: dict[str, float] | None = None

    _headline = ("task",)


def transitions(
    alpha: ArrayLike = (0.3, 0.5, 0.7),
    *,
    task: str = "classify",
    threads: int | None = None,
    progress: Progress = None,
) -> Transitions:
    """Where q1 reaches S, where S_I turns negative, and where y* diverges for each alpha, with errors.

    >>> transitions(1.0, task="teacher").divergence[0]["alpha"]
    1.0
    """
    alphas = np.atleast_1d(np.asarray(alpha, float))
    with progress_function(progress) as report:
        return Transitions(**_core.theory_transitions(alphas, task, threads, report))


@dataclass(frozen=True, repr=False, eq=False)
class OneStep(Result):
    """Saddle points of one step of replica-symmetry breaking: a point of ``bitbasin theory 1rsb --json``.

    `saddles` has kind ("symmetric", "between", "frozen"), q1, q0, d, q1_hat (None where it is infinite),
    q0_hat, action, entropy, complexity and residual of each.
    """

    alpha: float
    m: float
    saddles: list[dict[str, Any]]

    _headline = ("alpha", "m")


def one_step(alpha: float, m: float = 1.0) -> OneStep:
    """All saddle points of one step of replica-symmetry breaking, where clusters of solutions have the weight
    of their size to the power `m`, and nothing fixes a distance.

    >>> [saddle["kind"] for saddle in one_step(0.7, 2).saddles]
    ['symmetric', 'between', 'frozen']
    """
    return OneStep(**_core.theory_one_step(keywords(alpha=alpha, m=m)))


@dataclass(frozen=True, repr=False, eq=False)
class Edges(Result):
    """Where the y* curve ceases to be physical: the keys of ``bitbasin theory edges --json``.

    `overlap` (q1 = S), `slope` (dS_I/dS = 0) and `one_step` (S_E = 0 among the saddle points of one step)
    have d, y and internal_entropy of each edge. At `disagreements` of the `points` down to `smallest_d` the
    signs of q1 - S and dS_I/dS differ.
    """

    alpha: float
    overlap: list[dict[str, float]]
    slope: list[dict[str, float]]
    one_step: list[dict[str, float]]
    points: int
    disagreements: int
    smallest_d: float

    _headline = ("alpha", "points", "disagreements")


def edges(
    alpha: float, *, low: float = 0.001, threads: int | None = None, progress: Progress = None
) -> Edges:
    """Where q1 = S and where dS_I/dS = 0 on the y* curve of random labels, down to d = `low`.

    >>> found = edges(0.81, low=0.016)
    >>> f"{found.overlap[0]['d']:.4f} {found.slope[0]['d']:.4f}"
    '0.0161 0.0161'
    """
    with progress_function(progress) as report:
        return Edges(**_core.theory_edges(keywords(alpha=alpha, low=low), threads, report))
