# SPDX-License-Identifier: Apache-2.0
"""What all results have in common: one line of text, a table in notebooks, a plot."""

from __future__ import annotations

import html
from dataclasses import fields
from typing import Any, Iterable, Sequence

import numpy as np


def number(value: float) -> str:
    """A number for people: at most 6 digits."""
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def summary(value: object) -> str:
    """A value in one cell of a table."""
    if isinstance(value, np.ndarray):
        return f"{value.dtype} array of shape {value.shape}"
    return number(value) if isinstance(value, float) else str(value)


def html_table(caption: str, names: Sequence[str], rows: Iterable[Iterable[object]]) -> str:
    """A table for notebooks.

    >>> html_table("a < b", ["n"], [[1.5]])
    '<table><caption>a &lt; b</caption><tr><th>n</th></tr><tr><td>1.5</td></tr></table>'
    """
    head = "".join(f"<th>{html.escape(name)}</th>" for name in names)
    body = "".join(
        "<tr>" + "".join(f"<td>{html.escape(summary(value))}</td>" for value in row) + "</tr>" for row in rows
    )
    return f"<table><caption>{html.escape(caption)}</caption><tr>{head}</tr>{body}</table>"


class Result:
    """A frozen dataclass with a short representation."""

    _headline: tuple[str, ...] = ()

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={number(getattr(self, name))}" for name in self._headline)
        return f"{type(self).__name__}({shown})"

    def _rows(self) -> list[tuple[str, str]]:
        named = ((field.name, getattr(self, field.name)) for field in fields(self))  # type: ignore[arg-type]
        return [(name, summary(value)) for name, value in named if value is not None]

    def _repr_html_(self) -> str:
        rows = "".join(f"<tr><th>{name}</th><td>{html.escape(text)}</td></tr>" for name, text in self._rows())
        return f"<table><caption>{type(self).__name__}</caption>{rows}</table>"


class Curve(Result):
    """A result whose columns are arrays of one length, shown in notebooks as a table."""

    _columns: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(getattr(self, self._columns[0]))

    def __repr__(self) -> str:
        shown = "".join(f", {name}={number(getattr(self, name))}" for name in self._headline)
        return f"{type(self).__name__}({len(self)} points{shown})"

    def _repr_html_(self) -> str:
        names = [name for name in self._columns if getattr(self, name) is not None]
        return html_table(repr(self), names, zip(*(getattr(self, name).tolist() for name in names)))


def axes(ax: Any) -> Any:
    """The axes to draw into: the given ones, or the current ones of matplotlib."""
    if ax is not None:
        return ax
    try:
        from matplotlib import pyplot
    except ImportError as error:
        raise ImportError("drawing needs matplotlib, which is not installed") from error
    return pyplot.gca()
