# SPDX-License-Identifier: Apache-2.0
"""Options of algorithms, from the tables that the command line uses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable, TypeVar

from . import _core

Function = TypeVar("Function", bound=Callable[..., Any])


@dataclass(frozen=True)
class Option:
    """An option of an algorithm, as text."""

    name: str
    default: str
    range: str
    meaning: str
    symbol: str


@dataclass(frozen=True)
class Algorithm:
    """An algorithm with its options: what `bitbasin algorithms` lists."""

    problem: str
    name: str
    meaning: str
    options: tuple[Option, ...]


def _to_algorithm(problem: str, row: dict[str, Any]) -> Algorithm:
    options = tuple(Option(**option) for option in row["options"])
    return Algorithm(problem, row["name"], row["meaning"], options)


def algorithms(problem: str | None = None) -> list[Algorithm]:
    """The algorithms for a problem, "perceptron", "committee" or "ksat"; the stages of features, "images"; or
    all.

    >>> [algorithm.name for algorithm in algorithms("perceptron")]
    ['rbp', 'auto', 'fbp', 'rms', 'sbpi', 'cpr', 'edmc', 'sa']
    """
    rows = {
        "perceptron": _core.perceptron_algorithms,
        "committee": _core.committee_algorithms,
        "ksat": _core.ksat_algorithms,
        "images": _core.feature_stages,
    }
    if problem is not None and problem not in rows:
        raise ValueError(f"expected one of the problems {', '.join(rows)}; got '{problem}'")
    chosen = rows if problem is None else {problem: rows[problem]}
    return [_to_algorithm(name, row) for name, function in chosen.items() for row in function()]


def text(value: object) -> str:
    """A value as written in a spec string."""
    if value is None:
        return "auto"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return value
    if isinstance(value, float):
        return repr(float(value))
    item = getattr(value, "item", None)  # of a NumPy scalar
    return text(item()) if item is not None else str(value)


def keywords(**values: object) -> list[tuple[str, str]]:
    """The arguments that are given, as text."""
    return [(name, text(value)) for name, value in values.items() if value is not None]


def spec_with(spec: str, options: dict[str, object]) -> str:
    """The spec string with options added: "rbp" and rate=0.01 are "rbp:rate=0.01".

    >>> spec_with("rbp:margin=0", {"rate": None, "restarts": 3})
    'rbp:margin=0,rate=auto,restarts=3'
    """
    for name, value in options.items():
        spec += f"{',' if ':' in spec else ':'}{name}={text(value)}"
    return spec


def option_lines(options: list[Option] | tuple[Option, ...], indent: str) -> str:
    """A line for each option."""
    return "".join(f"{indent}{o.name}: {o.meaning}; {o.range}, {o.default} by default\n" for o in options)


def lists_algorithms(problem: str) -> Callable[[Function], Function]:
    """Adds the algorithms for a problem, with their options, to the docstring of a function."""

    def add(function: Function) -> Function:
        doc = (function.__doc__ or "").rstrip() + "\n\n    Algorithms and their options:\n"
        for algorithm in algorithms(problem):
            doc += f"\n    {algorithm.name}: {algorithm.meaning}\n" + option_lines(algorithm.options, " " * 8)
        function.__doc__ = doc
        return function

    return add
