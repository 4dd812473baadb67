# SPDX-License-Identifier: Apache-2.0
import numpy as np
import pytest

import bitbasin
from program import command_error, run_json


def assert_same(curve, points):
    assert len(curve) == len(points)
    for name, value in points[0].items():
        expected = [np.nan if point[name] is None else point[name] for point in points]
        given = getattr(curve, name)
        finite = np.isfinite(given)
        assert np.array_equal(np.where(finite, given, np.nan), expected, equal_nan=True), name


def test_curves_are_those_of_the_command_line():
    curve = bitbasin.theory.curve(0.8, [0.1, 0.08], task="teacher")
    assert_same(curve, run_json("theory", alpha=0.8, distances="0.1,0.08", task="teacher")["points"])
    typical = bitbasin.theory.curve(0.6, 0.1, y=0)
    assert_same(typical, run_json("theory", alpha=0.6, distance=0.1, y=0)["points"])
    branch = bitbasin.theory.curve(0.7, [0.09, 0.1], branch=True)
    assert_same(branch, run_json("theory", alpha=0.7, distances="0.09,0.1", branch=True)["points"])
    assert len(bitbasin.theory.curve(0.5, [])) == 0


def test_equilibrium_is_that_of_the_command_line():
    for task in ("classify", "teacher"):
        found = bitbasin.theory.equilibrium(0.5, task=task)
        keys = run_json("theory equilibrium", alpha=0.5, task=task)
        assert (found.entropy, found.q, found.capacity) == (keys["entropy"], keys["q"], keys["capacity"])
    assert np.isnan(bitbasin.theory.equilibrium(0.5).spinodal)


def test_one_step_is_that_of_the_command_line():
    found = bitbasin.theory.one_step(0.7, 2)
    (point,) = run_json("theory 1rsb", alpha=0.7, m=2)["points"]
    assert [s["entropy"] for s in found.saddles] == [s["entropy"] for s in point["saddles"]]
    with pytest.raises(ValueError, match="alpha below 0.833"):
        bitbasin.theory.one_step(0.9)


def test_errors_are_those_of_the_command_line():
    with pytest.raises(ValueError) as raised:
        bitbasin.theory.curve(0.9, 0.1)
    assert command_error("theory", alpha=0.9, distance=0.1) == f"bitbasin: {raised.value}\n"
    with pytest.raises(
        ValueError, match="distance: expected a number from 0.0001 to 0.45, got '0.6'"
    ):
        bitbasin.theory.curve(0.5, 0.6)
    with pytest.raises(ValueError, match="classify|teacher"):
        bitbasin.theory.curve(0.5, 0.1, task="learn")
