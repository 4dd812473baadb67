# SPDX-License-Identifier: Apache-2.0
"""The binary perceptron: instances, solvers, walks over solutions."""

from __future__ import annotations

from dataclasses import dataclass
from os import PathLike, fspath
from typing import Any, Union, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core
from ._committee import Committee, CommitteeSolution
from ._options import keywords, lists_algorithms, spec_with
from ._patterns import LabelledPatterns
from ._progress import Progress, progress_function
from ._result import Curve, Result, axes, number

Path = Union[str, "PathLike[str]"]


class Perceptron(LabelledPatterns):
    """Patterns to be classified by a perceptron with weights of +1 and -1: find W with x . W > 0 for all rows
    x, or another constraint, with x . W > kappa sqrt(n) or abs(x . W) <= kappa sqrt(n).

    Made by :func:`perceptron`. The patterns are kept as bits; ``x_bits`` shows them without a copy.

    >>> problem = perceptron(n=5, alpha=0.6, seed=1)
    >>> problem
    Perceptron(n=5, patterns=3, alpha=0.6)
    >>> problem.x.shape, problem.labels
    ((3, 5), array([ 1,  1, -1], dtype=int8))
    >>> bool((problem.x == problem.inputs * problem.labels[:, None]).all())
    True
    """

    __slots__ = ()

    _instance: _core.Instance

    def __init__(self, instance: _core.Instance) -> None:
        self._instance = instance

    @property
    def n(self) -> int:
        """Synapses, N."""
        return self._instance.n

    @property
    def alpha(self) -> float:
        """Patterns per synapse, P / N."""
        return self._instance.alpha

    @property
    def constraint(self) -> str:
        """The constraint of every pattern: "sign" for x . W > kappa sqrt(n), "symmetric" for abs(x . W)
        <= kappa sqrt(n).
        """
        return self._instance.constraint

    @property
    def kappa(self) -> float:
        """The margin, or the half width of the tube, in units of sqrt(n)."""
        return self._instance.kappa

    @property
    def kappa_eff(self) -> float:
        """The same, halfway between the last wrong sum and the first right one, which determines the
        difficulty.
        """
        return self._instance.kappa_eff

    @property
    def inputs(self) -> NDArray[np.int8]:
        """The patterns, +1 and -1, one row each."""
        return self._instance.inputs

    @property
    def x_bits(self) -> NDArray[np.uint8]:
        """The patterns times their labels as packed bits, 1 for +1, without a copy; see
        ``numpy.packbits(..., bitorder="little")``.
        """
        return self._instance.x_bits

    def save(self, path: Path, labels: Path = "") -> None:
        """Writes pattern text, or for a name that ends in .npy an array, with the labels in a second file."""
        _core.write_instance(fspath(path), fspath(labels), self._instance)

    def __repr__(self) -> str:
        text = f"n={self.n}, patterns={self.patterns}, alpha={number(self.alpha)}"
        if (self.constraint, self.kappa) != ("sign", 0):
            text += f", constraint='{self.constraint}', kappa={number(self.kappa)}"
        return f"Perceptron({text})"

    def __reduce__(self) -> tuple[Any, ...]:
        return (Perceptron, (self._instance,))


@overload
def perceptron(
    n: int,
    alpha: float | None = None,
    *,
    patterns: int | None = None,
    seed: int = 1,
    task: str = "classify",
    constraint: str = "sign",
    kappa: float | None = None,
    threads: int | None = None,
) -> Perceptron:
    ...


@overload
def perceptron(
    n: ArrayLike,
    alpha: ArrayLike,
    *,
    bit_packed: bool = False,
    columns: int | None = None,
    constraint: str = "sign",
    kappa: float | None = None,
) -> Perceptron:
    ...


def perceptron(
    n: Any,
    alpha: Any = None,
    *,
    patterns: int | None = None,
    seed: int = 1,
    task: str = "classify",
    constraint: str = "sign",
    kappa: float | None = None,
    threads: int | None = None,
    bit_packed: bool = False,
    columns: int | None = None,
) -> Perceptron:
    """A random instance, ``perceptron(n, alpha)``, or your own patterns and labels, ``perceptron(inputs,
    labels)``.

    Random: `n` synapses, an odd number, and alpha * n patterns (or `patterns`). The labels are random as
    well, or for ``task="teacher"`` those of random weights. The same seed gives the same patterns as on the
    command line.

    Arrays: Booleans, integers or floats, all +1 or -1, or all 0 or 1, read in place. ``bit_packed=True``
    takes uint8 rows of packed bits, as made by ``numpy.packbits(bits, axis=1, bitorder="little")``, with
    `columns` bits each.

    Every pattern demands x . W > kappa sqrt(n), or for ``constraint="symmetric"`` abs(x . W) <= kappa
    sqrt(n). By default `kappa` is 0, or 1 for the symmetric constraint.

    >>> perceptron(1001, 0.7, seed=3)
    Perceptron(n=1001, patterns=701, alpha=0.7003)
    >>> perceptron(1001, 1.4, constraint="symmetric").kappa_eff.__round__(4)
    1.0114
    >>> perceptron([[1, -1, 1], [-1, -1, 1]], [1, -1])
    Perceptron(n=3, patterns=2, alpha=0.666667)
    """
    if isinstance(n, (int, np.integer)) or np.ndim(n) == 0:
        given = keywords(
            n=n, alpha=alpha, patterns=patterns, task=task, constraint=constraint, kappa=kappa
        )
        return Perceptron(_core.generate_perceptron(given, seed, threads))
    if alpha is None:
        raise ValueError("expected labels with the patterns, got none")
    inputs, labels = np.asarray(n), np.asarray(alpha)
    asked = keywords(constraint=constraint, kappa=kappa)
    if not bit_packed:
        return Perceptron(_core.instance_from_arrays(inputs, labels, asked))
    width = 8 * inputs.shape[-1] if columns is None else columns
    return Perceptron(_core.instance_from_bits(inputs, width, labels, asked))


def read_patterns(
    path: Path, labels: Path = "", *, constraint: str = "sign", kappa: float | None = None
) -> Perceptron:
    """Reads pattern text, or an NPY array with its labels in a second file; all may be gzip."""
    asked = keywords(constraint=constraint, kappa=kappa)
    return Perceptron(_core.read_instance(fspath(path), fspath(labels), asked))


@dataclass(frozen=True, repr=False, eq=False)
class PerceptronSolution(Result):
    """What a solver found: the best weights, checked by slow and independent code.

    The fields are the keys of ``bitbasin solve perceptron --json``.
    """

    weights: NDArray[np.int8]
    algorithm: str
    spec: str
    n: int
    alpha: float
    patterns: int
    constraint: str
    kappa: float
    kappa_eff: float
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
    found_by: str | None = None

    _headline = ("solved", "errors", "algorithm", "iterations", "seconds")


@lists_algorithms("perceptron")
def solve(
    problem: Perceptron,
    algorithm: str = "auto",
    *,
    seed: int = 1,
    threads: int | None = None,
    budget: int = 0,
    time_limit: float | None = None,
    progress: Progress = None,
    device: str = "auto",
    **options: object,
) -> PerceptronSolution:
    """Looks for weights that classify every pattern.

    `algorithm` is a spec string, ``"rbp"`` or ``"rbp:rate=0.001"``; options may also be keyword arguments.
    ``"auto"`` lets several algorithms take turns; the result's `found_by` says which of them had the answer.
    The search ends when it has found a solution, at the limits of the algorithm, after `budget` pattern
    presentations or `time_limit` seconds; Ctrl-C raises KeyboardInterrupt. ``progress=True`` shows a bar,
    which is the default in notebooks.
    `device` is ``"cpu"``, ``"cuda"`` or ``"auto"``, a GPU if there is one and the size is worth it; the
    answer is the same.

    >>> problem = perceptron(1001, 0.6, seed=1)
    >>> found = solve(problem, "rbp", rate=0.002)
    >>> found.solved, found.errors, problem.check(found.weights)
    (True, 0, 0)
    >>> found.spec.split(",")[0]
    'rbp:rate=0.002'
    """
    with progress_function(progress) as report:
        spec = spec_with(algorithm, options)
        keys, weights = _core.solve_perceptron(
            problem._instance, spec, seed, threads, budget, time_limit, report, device
        )
    return PerceptronSolution(weights=weights, seed=seed, **keys)


@dataclass(frozen=True, repr=False, eq=False)
class Walk(Curve):
    """A random walk over solutions: the keys of ``bitbasin walk perceptron --json``."""

    proposals: NDArray[np.int64]
    distance: NDArray[np.float64]
    density: NDArray[np.float64]
    test_error: NDArray[np.float64] | None
    end_errors: int
    stop_reason: str

    _columns = ("proposals", "distance", "density", "test_error")

    def plot(self, ax: Any = None) -> Any:
        """Draws the density of allowed flips against the distance from the start."""
        ax = axes(ax)
        ax.plot(self.distance, self.density, "o-", label="density of allowed flips")
        if self.test_error is not None:
            ax.plot(self.distance, self.test_error, "s-", label="generalization error")
        ax.set_xlabel("distance from the start")
        ax.legend()
        return ax


def walk(
    problem: Perceptron | Committee,
    solution: PerceptronSolution | CommitteeSolution | ArrayLike,
    *,
    sweeps: float | None = None,
    points: int | None = None,
    seed: int = 1,
    threads: int | None = None,
    time_limit: float | None = None,
    progress: Progress = None,
) -> Walk:
    """Walks at random from solution to solution, and measures how many flips are allowed along the way.

    Proposes `sweeps` times n flips, 100 n by default, and makes those that lead to another solution.

    >>> problem = perceptron(501, 0.3, seed=1)
    >>> walked = walk(problem, solve(problem), sweeps=2, points=5)
    >>> walked, walked.end_errors
    (Walk(5 points), 0)
    """
    with progress_function(progress) as report:
        step: Any = _core.walk_committee if isinstance(problem, Committee) else _core.walk_perceptron
        keys = step(
            problem._instance,
            configuration(solution),
            keywords(sweeps=sweeps, points=points),
            seed,
            threads,
            time_limit,
            report,
        )
    columns = keys.pop("points")
    columns.setdefault("test_error", None)
    return Walk(**columns, **keys)


def configuration(solution: Any) -> NDArray[Any]:
    """The weights or the assignment of a result, or an array unchanged."""
    for name in ("weights", "assignment"):
        if isinstance(solution, Result) and hasattr(solution, name):
            return np.asarray(getattr(solution, name))
    return np.asarray(solution)
