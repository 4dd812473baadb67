# SPDX-License-Identifier: Apache-2.0
"""Python functions as algorithms of a sweep, called in a pool of processes."""

from __future__ import annotations

import inspect
import multiprocessing
import os
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures import TimeoutError as NotYet
from types import TracebackType
from typing import Any, Callable, Mapping, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core
from ._committee import Committee
from ._ksat import Formula
from ._perceptron import Perceptron

# Called with a problem, a seed and its options by keyword; returns a value for each variable.
OwnAlgorithm = Callable[..., ArrayLike]
Instance = Union[_core.Instance, _core.CommitteeInstance, _core.Formula]

_functions: Mapping[str, OwnAlgorithm] = {}  # in a process of the pool


def options_of(name: str, function: OwnAlgorithm) -> dict[str, Any]:
    """The options of a function and their defaults: its parameters after the problem and the seed.

    >>> options_of("mine", lambda problem, seed, rate=0.1, rounds=3: None)
    {'rate': 0.1, 'rounds': 3}
    """
    parameters = list(inspect.signature(function).parameters.values())
    if len(parameters) < 2:
        raise ValueError(
            f"expected a function of a problem and a seed as '{name}', got one of {len(parameters)} arguments"
        )
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


def _problem(instance: Instance) -> Perceptron | Committee | Formula:
    if isinstance(instance, _core.Instance):
        return Perceptron(instance)
    return Committee(instance) if isinstance(instance, _core.CommitteeInstance) else Formula(instance)


def _call(name: str, instance: Instance, seed: int, options: dict[str, Any]) -> NDArray[Any]:
    return np.asarray(_functions[name](_problem(instance), seed, **options))


class OwnAlgorithms:
    """While entered, makes the functions algorithms of the library under their names.

    The processes are forked before any thread of the library runs, so lambdas and functions of a notebook
    work as well as those of a module.
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
                meaning = (inspect.getdoc(function) or "a Python function").splitlines()[0]
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
            for process in processes:  # running calls were cancelled, and their answers are not needed
                process.terminate()

    def _caller(self, name: str) -> Callable[..., NDArray[Any] | None]:
        def call(
            instance: Instance,
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
                        raise  # a TimeoutError of the function itself
                    if cancelled():
                        return None

        return call
