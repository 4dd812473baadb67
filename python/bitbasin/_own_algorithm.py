# SPDX-License-Identifier: Apache-2.0
"""Functions of Python as algorithms of a sweep, each call in a process of its own pool."""

from __future__ import annotations

import inspect
import multiprocessing
import os
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures import TimeoutError as NotYet
from types import TracebackType
from typing import Any, Callable, Mapping

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core
from ._ksat import Formula
from ._perceptron import Perceptron

# Called with a problem, a seed and its options by keyword; gives a value for each variable.
OwnAlgorithm = Callable[..., ArrayLike]

_functions: Mapping[str, OwnAlgorithm] = {}  # in a process of the pool


def options_of(name: str, function: OwnAlgorithm) -> dict[str, Any]:
    """The options of a function and their defaults: its parameters after the problem and the seed.

    >>> options_of("mine", lambda problem, seed, rate=0.1, rounds=3: None)
    {'rate': 0.1, 'rounds': 3}
    """
    parameters = list(inspect.signature(function).parameters.values())
    if len(parameters) < 2:
        count = len(parameters)
        raise ValueError(f"expected a function of a problem and a seed as '{name}', got one that takes {count}")
    options = {parameter.name: parameter.default for parameter in parameters[2:]}
    for option, default in options.items():
        if not isinstance(default, (bool, int, float, str)):
            raise ValueError(
                f"expected a number, a Boolean or text as the default of '{option}' of '{name}', "
                f"got {default!r}"
            )
    return options


def _start(functions: Mapping[str, OwnAlgorithm]) -> None:
    global _functions
    _functions = functions


def _ready() -> int:
    return os.getpid()


def _call(
    name: str, instance: _core.Instance | _core.Formula, seed: int, options: dict[str, Any]
) -> NDArray[Any]:
    problem = Perceptron(instance) if isinstance(instance, _core.Instance) else Formula(instance)
    return np.asarray(_functions[name](problem, seed, **options))


class OwnAlgorithms:
    """While it is entered, the functions are algorithms of the library, known by their names.

    The processes are forked before any thread of the library runs, so that functions of a notebook and
    lambdas do as well as those of a module.
    """

    def __init__(self, functions: Mapping[str, OwnAlgorithm], processes: int) -> None:
        self._functions = dict(functions)
        self._options = {name: options_of(name, function) for name, function in self._functions.items()}
        self._processes = processes
        self._pool: ProcessPoolExecutor | None = None
        self._added: list[str] = []

    def __enter__(self) -> OwnAlgorithms:
        if not self._functions:
            return self
        try:
            for name, function in self._functions.items():
                meaning = (inspect.getdoc(function) or "a function of Python").splitlines()[0]
                _core.add_algorithm(name, meaning, self._options[name], self._caller(name))
                self._added.append(name)
            self._pool = ProcessPoolExecutor(
                self._processes, multiprocessing.get_context("fork"), _start, (self._functions,)
            )
            self._pool.submit(_ready).result()  # the first call forks them all
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for name in self._added:
            _core.remove_algorithm(name)
        self._added = []
        if self._pool is not None:
            processes = list(self._pool._processes.values())
            self._pool.shutdown(wait=False, cancel_futures=True)
            for process in processes:  # what still runs was cancelled: nobody waits for its answer
                process.terminate()

    def _caller(self, name: str) -> Callable[..., NDArray[Any] | None]:
        def call(
            instance: _core.Instance | _core.Formula,
            seed: int,
            options: dict[str, Any],
            cancelled: Callable[[], bool],
        ) -> NDArray[Any] | None:
            assert self._pool is not None
            answer: Future[NDArray[Any]] = self._pool.submit(_call, name, instance, seed, options)
            while True:
                try:
                    return answer.result(timeout=0.05)
                except NotYet:
                    if answer.done():
                        raise  # one of the function's own
                    if cancelled():
                        return None

        return call
