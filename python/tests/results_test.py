# SPDX-License-Identifier: Apache-2.0
"""What notebooks show."""

import dataclasses
import html.parser

import matplotlib
import numpy as np
import pytest

import bitbasin

matplotlib.use("agg")
from matplotlib import pyplot  # noqa: E402


class Balanced(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.open, self.cells = [], []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.cells.append(data)


@pytest.fixture(scope="module")
def problem():
    return bitbasin.perceptron(201, 0.3, task="teacher")


@pytest.fixture(scope="module")
def results(problem):
    formula = bitbasin.ksat(100, 3, 2.0)
    found = bitbasin.solve(problem)
    return [
        found,
        bitbasin.solve_ksat(formula),
        bitbasin.local_entropy(problem, found, [0.02, 0.05]),
        bitbasin.walk(problem, found, sweeps=1, points=4),
        bitbasin.theory.curve(0.5, [0.1, 0.2]),
        bitbasin.theory.equilibrium(0.5),
    ]


def test_results_are_one_line_and_a_table(results):
    for result in results:
        assert dataclasses.is_dataclass(result)
        assert "\n" not in repr(result) and repr(result).startswith(type(result).__name__ + "(")
        assert len(Balanced(result._repr_html_()).cells) > 4
        with pytest.raises(dataclasses.FrozenInstanceError):
            result.seconds = 3
    assert "solved=True, errors=0, algorithm=auto" in repr(results[0])
    assert "int8 array of shape (201,)" in Balanced(results[0]._repr_html_()).cells


def test_curves_are_drawn(results):
    for result in results:
        if not hasattr(result, "plot"):
            continue
        _, ax = pyplot.subplots()
        assert result.plot(ax) is ax and len(ax.lines) >= 1
        x = ax.lines[0].get_xdata()
        assert np.array_equal(x, result.distance if isinstance(result, bitbasin.Walk) else result.d)
        assert ax.get_xlabel() and ax.get_legend()
        pyplot.close()
    assert results[2].plot() is pyplot.gca()
    pyplot.close()


def test_drawing_without_matplotlib_says_what_is_missing(results, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "matplotlib", None)
    with pytest.raises(ImportError, match="drawing needs matplotlib"):
        results[2].plot()


def test_entropy_is_that_of_the_command_line(problem):
    from program import run_json

    around = bitbasin.local_entropy(problem, problem.teacher, [0.02, 0.3])
    keys = run_json(
        "entropy perceptron", n=201, alpha=0.3, task="teacher", teacher=True, distances="0.02,0.3"
    )
    for name in ("d", "gamma", "entropy", "bound", "converged"):
        assert getattr(around, name).tolist() == [point[name] for point in keys["points"]]
    assert around.bethe_entropy == keys["bethe_entropy"] and around.errors == keys["errors"] == 0
    with pytest.raises(ValueError, match="distance: expected a number from 0 to 1, got '1.5'"):
        bitbasin.local_entropy(problem, problem.teacher, 1.5)
    with pytest.raises(ValueError, match="tolerance of local_entropy"):
        bitbasin.local_entropy(problem, problem.teacher, tolerance=0)
