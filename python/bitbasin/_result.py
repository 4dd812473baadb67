# SPDX-License-Identifier: Apache-2.0
"""What all results have in common: one line of text, a table in notebooks, a plot."""

from __future__ import annotations

import html
from dataclasses import fields
from typing import Any

import numpy as np


def number(value: float) -> str:
    """A number as people read it: 6 digits at most."""
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def summary(value: object) -> str:
    """A value in one cell of a table."""
    if isinstance(value, np.ndarray):
        return f"{value.dtype} array of shape {value.shape}"
    return number(value) if isinstance(value, float) else str(value)


class Result:
    """A frozen dataclass whose representation is short."""

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
    """A result whose points are arrays of one length: a table in notebooks has a row for each of them."""

    _columns: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(getattr(self, self._columns[0]))

    def __repr__(self) -> str:
        shown = "".join(f", {name}={number(getattr(self, name))}" for name in self._headline)
        return f"{type(self).__name__}({len(self)} points{shown})"

    def _repr_html_(self) -> str:
        columns = [(name, getattr(self, name)) for name in self._columns if getattr(self, name) is not None]
        head = "".join(f"<th>{name}</th>" for name, _ in columns)
        rows = "".join(
            "<tr>" + "".join(f"<td>{number(column[i].item())}</td>" for _, column in columns) + "</tr>"
            for i in range(len(self))
        )
        return f"<table><caption>{html.escape(repr(self))}</caption><tr>{head}</tr>{rows}</table>"


def axes(ax: Any) -> Any:
    """The axes to draw into: those given, or the current ones of matplotlib."""
    if ax is not None:
        return ax
    try:
        from matplotlib import pyplot
    except ImportError as error:
        raise ImportError("drawing needs matplotlib, which is not installed") from error
    return pyplot.gca()
