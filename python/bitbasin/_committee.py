# SPDX-License-Identifier: Apache-2.0
"""Committees of binary perceptrons: instances, solvers, walks over solutions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core
from ._options import keywords, lists_algorithms, spec_with
from ._patterns import LabelledPatterns
from ._progress import Progress, progress_function
from ._result import Result, number


class Committee(LabelledPatterns):
    """Patterns to be classified by the majority of several perceptrons with weights of +1 and -1. Made by
    :func:`committee`.

    Weights are an array of units * n entries, unit after unit.

    >>> problem = committee(n=5, alpha=0.6, units=3, tree=True)
    >>> problem
    Committee(units=3, n=5, tree=True, patterns=9, alpha=0.6)
    >>> problem.x.shape
    (9, 15)
    """

    __slots__ = ()

    _instance: _core.CommitteeInstance

    def __init__(self, instance: _core.CommitteeInstance) -> None:
        self._instance = instance

    @property
    def n(self) -> int:
        """Inputs of a unit."""
        return self._instance.n

    @property
    def units(self) -> int:
        """The number of perceptrons that vote, K."""
        return self._instance.units

    @property
    def tree(self) -> bool:
        """Whether each unit has inputs of its own."""
        return self._instance.tree

    @property
    def alpha(self) -> float:
        """Patterns per weight, P / (K n)."""
        return self._instance.alpha

    def __reduce__(self) -> tuple[Any, ...]:
        return (Committee, (self._instance,))

    def __repr__(self) -> str:
        return (
            f"Committee(units={self.units}, n={self.n}, tree={self.tree}, patterns={self.patterns}, "
            f"alpha={number(self.alpha)})"
        )


def committee(
    n: Any,
    alpha: Any = None,
    *,
    units: int = 3,
    tree: bool = False,
    patterns: int | None = None,
    seed: int = 1,
    task: str = "classify",
    threads: int | None = None,
) -> Committee:
    """A random instance, ``committee(n, alpha)``, or your own patterns and labels, ``committee(inputs,
    labels)``.

    Random: `units` perceptrons with `n` inputs each, both odd, and alpha * units * n patterns (or
    `patterns`). All units see the same inputs, or with ``tree=True`` each has its own. The labels are random,
    or for ``task="teacher"`` those of a random committee.

    >>> committee(335, 0.7, units=3)
    Committee(units=3, n=335, tree=False, patterns=704, alpha=0.700498)
    """
    if isinstance(n, (int, np.integer)) or np.ndim(n) == 0:
        given = keywords(n=n, alpha=alpha, patterns=patterns, task=task, units=units, tree=tree)
        return Committee(_core.generate_committee(given, seed, threads))
    if alpha is None:
        raise ValueError("expected labels with the patterns, got none")
    form = keywords(units=units, tree=tree)
    return Committee(_core.committee_from_arrays(np.asarray(n), np.asarray(alpha), form))


@dataclass(frozen=True, repr=False, eq=False)
class CommitteeSolution(Result):
    """What a solver found: the best weights, checked by slow and independent code.

    The fields are the keys of ``bitbasin solve committee --json``.
    """

    weights: NDArray[np.int8]
    algorithm: str
    spec: str
    n: int
    units: int
    tree: bool
    alpha: float
    patterns: int
    solved: bool
    errors: int
    verified: bool
    iterations: int
    restarts: int
    flips: int
    messages: int
    work: int
    seconds: float
    stop_reason: str
    seed: int
    teacher_overlap: float | None = None
    generalization_error: float | None = None

    _headline = ("solved", "errors", "algorithm", "iterations", "seconds")


@lists_algorithms("committee")
def solve_committee(
    problem: Committee,
    algorithm: str = "rbp",
    *,
    seed: int = 1,
    threads: int | None = None,
    budget: int = 0,
    time_limit: float | None = None,
    progress: Progress = None,
    **options: object,
) -> CommitteeSolution:
    """Looks for weights of a committee that classifies every pattern.

    `algorithm` is a spec string, ``"rbp"`` or ``"rbp:rate=0.001"``; options may also be keyword arguments.

    >>> problem = committee(101, 0.5, units=3)
    >>> found = solve_committee(problem)
    >>> found.solved, problem.check(found.weights)
    (True, 0)
    """
    with progress_function(progress) as report:
        keys, weights = _core.solve_committee(
            problem._instance, spec_with(algorithm, options), seed, threads, budget, time_limit, report, "cpu"
        )
    return CommitteeSolution(weights=weights, seed=seed, **keys)
