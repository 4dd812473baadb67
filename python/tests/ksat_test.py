# SPDX-License-Identifier: Apache-2.0
import pickle

import numpy as np
import pytest

import bitbasin
from program import command_error, needs_cadical, run_json


def test_random_formulas_are_those_of_the_command_line(tmp_path):
    run_json("generate ksat", n=50, k=4, alpha=3.0, seed=5, out=tmp_path / "f.cnf.gz")
    formula = bitbasin.ksat(50, 4, 3.0, seed=5)
    assert bitbasin.read_cnf(tmp_path / "f.cnf.gz") == formula
    assert (formula.n, formula.k, formula.clauses, formula.alpha) == (50, 4, 150, 3.0)
    assert np.array_equal(formula.offsets, np.arange(151) * 4) and formula.literals.shape == (600,)
    formula.save(tmp_path / "again.cnf")
    assert bitbasin.read_cnf(tmp_path / "again.cnf") == pickle.loads(pickle.dumps(formula)) == formula


def test_clauses_of_ones_own():
    formula = bitbasin.cnf([[1, -2], [3], []], n=4)
    assert (formula.n, formula.clauses, formula.k) == (4, 3, 2)
    assert formula.literals.tolist() == [1, -2, 3] and formula.offsets.tolist() == [0, 2, 3, 3]
    assert formula.check([0, 0, 0, 0]) == 2 and formula.check([-1, 1, 1, 1]) == 2
    assert bitbasin.cnf(np.array([[1, 2], [-1, 2]])).n == 2
    assert bitbasin.cnf([]).clauses == 0
    with pytest.raises(ValueError, match=r"literals from 1 to 2 or their negatives, but literal 1 .* is 3"):
        bitbasin.cnf([[1, 3]], n=2)
    with pytest.raises(ValueError, match="is 0"):
        bitbasin.cnf([[1, 0]])
    with pytest.raises(ValueError, match="expected 4 values, one per variable, got 2"):
        formula.check([1, 1])


def test_solving_is_what_the_command_line_does():
    formula = bitbasin.ksat(300, 3, 3.8, seed=2)
    for spec in ("auto", "edmc", "probsat", "rbp", "bsp", "fms", "sa"):
        found = bitbasin.solve_ksat(formula, spec, seed=2)
        keys = run_json("solve ksat", n=300, k=3, alpha=3.8, seed=2, algorithm=spec)
        for name in (
            "algorithm",
            "spec",
            "n",
            "alpha",
            "clauses",
            "k",
            "solved",
            "unsatisfied",
            "verified",
            "status",
            "iterations",
            "flips",
            "messages",
            "restarts",
            "work",
            "frozen",
            "seed",
            "stop_reason",
        ):
            assert getattr(found, name) == keys[name], name
        assert formula.check(found.assignment) == found.unsatisfied
        assert found.found_by == keys.get("found_by")
    assert "unsatisfied" in repr(found)


@needs_cadical
def test_a_formula_without_solutions():
    square = bitbasin.cnf([[1, 2], [-1, 2], [1, -2], [-1, -2]])
    for spec in ("auto", "cadical"):
        found = bitbasin.solve_ksat(square, spec)
        assert (found.status, found.solved, found.unsatisfied) == ("unsatisfiable", False, 1)
    assert bitbasin.solve_ksat(square).found_by == "cadical"
    assert bitbasin.solve_ksat(square, "sa").status == "unknown"
    assert bitbasin.solve_ksat(bitbasin.cnf([[]], n=1), "probsat").status == "unsatisfiable"


def test_errors_are_those_of_the_command_line(tmp_path):
    with pytest.raises(ValueError) as raised:
        bitbasin.solve_ksat(bitbasin.ksat(10, 3, 1.0), "edmc", sweeps=3)
    sentence = command_error("solve ksat", n=10, k=3, alpha=1.0, algorithm="edmc:sweeps=3")
    assert sentence == f"bitbasin: {raised.value}\n"
    bad = tmp_path / "bad.cnf"
    bad.write_text("p cnf 2 1\n1 3 0\n")
    with pytest.raises(ValueError) as raised:
        bitbasin.read_cnf(bad)
    assert command_error("solve ksat", cnf=bad) == f"bitbasin: {raised.value}\n"


def test_whitening():
    cycle = bitbasin.cnf([[-1, 2], [-2, 3], [-3, 1], [-1, 4]])
    assert cycle.frozen([1, 1, 1, 1]).tolist() == [True] * 4
    assert cycle.frozen([-1, -1, -1, 1]).tolist() == [True, True, True, False]
    with pytest.raises(ValueError, match="expected a solution"):
        cycle.frozen([1, -1, 1, 1])
    assert bitbasin.solve_ksat(bitbasin.ksat(300, 3, 3.0)).frozen == 0
    assert bitbasin.solve_ksat(bitbasin.cnf([[1], [-1]])).frozen is None


def test_surveys_are_those_of_the_command_line():
    clusters = bitbasin.survey_entropy(bitbasin.ksat(500, 3, 4.2, seed=4), tolerance=1e-4, seed=4)
    keys = run_json("entropy ksat", n=500, k=3, alpha=4.2, seed=4, level="surveys", tolerance=1e-4)
    for name in ("complexity", "frozen", "bias", "converged", "sweeps", "stop_reason"):
        assert getattr(clusters, name) == keys[name], name
    with pytest.raises(ValueError, match="empty clause"):
        bitbasin.survey_entropy(bitbasin.cnf([[]], n=1))


def test_entropy_is_that_of_the_command_line():
    formula = bitbasin.ksat(200, 3, 3.0, seed=4)
    around = bitbasin.local_entropy(formula, bitbasin.solve_ksat(formula, seed=4), [0.0, 0.02, 0.05], seed=4)
    keys = run_json("entropy ksat", n=200, k=3, alpha=3.0, seed=4, distances="0,0.02,0.05")
    assert around.entropy.tolist() == [point["entropy"] for point in keys["points"]]
    assert around.bethe_entropy == keys["bethe_entropy"] and around.errors == 0
    with pytest.raises(ValueError, match="empty clause"):
        bitbasin.local_entropy(bitbasin.cnf([[]], n=1), [1])
