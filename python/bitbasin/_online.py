# SPDX-License-Identifier: Apache-2.0
"""Online learning of a teacher from a stream of patterns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import _core
from ._options import keywords, spec_with
from ._progress import Progress, progress_function
from ._result import Curve, axes


@dataclass(frozen=True, repr=False, eq=False)
class OnlineLearning(Curve):
    """How a student learns from a stream: the keys of ``bitbasin solve perceptron --online --json``.

    The arrays are the learning curve; their last entries are those at the end.
    """

    algorithm: str
    spec: str
    n: int
    solved: bool
    verified: bool
    weights: NDArray[np.int8]
    teacher: NDArray[np.int8]
    patterns: NDArray[np.int64]
    alpha: NDArray[np.float64]
    learnt: NDArray[np.int64]
    teacher_overlap: NDArray[np.float64]
    generalization_error: NDArray[np.float64]
    work: int
    stop_reason: str

    _headline = ("solved",)
    _columns = ("patterns", "alpha", "learnt", "teacher_overlap", "generalization_error")

    def plot(self, ax: Any = None) -> Any:
        """Draws the generalisation error against the patterns per synapse."""
        ax = axes(ax)
        ax.plot(self.alpha, self.generalization_error, "o-", label=self.algorithm)
        ax.set_xlabel("patterns per synapse")
        ax.set_ylabel("generalization error")
        ax.legend()
        return ax


def learn_online(
    n: int,
    algorithm: str = "sbpi",
    *,
    alpha: float | None = None,
    seed: int = 1,
    budget: int = 0,
    time_limit: float | None = None,
    progress: Progress = None,
    **options: Any,
) -> OnlineLearning:
    """Learns a random teacher from an endless stream of patterns, each of them seen once.

    Ends when the weights are those of the teacher, after `alpha` patterns per synapse, or after `budget`
    patterns. The rules are "sbpi" and "cpr"; `options` are theirs, such as ``probability=0.5``.

    >>> learned = learn_online(501, "cpr", seed=1)
    >>> learned.solved, bool((learned.weights == learned.teacher).all())
    (True, True)
    >>> learn_online(501, alpha=2, reinforcement=0, algorithm="cpr").solved
    False
    """
    given = keywords(n=n, alpha=alpha, algorithm=spec_with(algorithm, options))
    with progress_function(progress) as report:
        keys, weights, teacher = _core.learn_online(given, seed, budget, time_limit, report)
    columns = keys.pop("points")
    return OnlineLearning(**{**keys, **columns}, weights=weights, teacher=teacher)
