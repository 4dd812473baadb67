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

__all__ = ["TheoryCurve", "Equilibrium", "Transitions", "curve", "equilibrium", "transitions"]

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
    threads: int | None = None,
    time_limit: float | None = None,
    progress: Progress = None,
) -> TheoryCurve:
    """How many solutions lie at each distance from reference solutions that are surrounded by many others.

    `task` is "classify" for random labels or "teacher". `y` is the weight of the number of solutions nearby:
    0 for typical reference solutions, by default y*, where the external entropy vanishes. ``branch=True``
    follows the family through its folds over the range of the distances, instead of solving at each of them.

    >>> point = curve(0.7, 0.05)
    >>> f"{point.internal_entropy[0]:.6f}", bool(point.physical[0])
    ('0.075412', True)
    """
    d = np.atleast_1d(np.asarray(distances, float))
    with progress_function(progress) as report:
        columns = _core.theory_curve(alpha, d, task, y, branch, threads, time_limit, report)
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
