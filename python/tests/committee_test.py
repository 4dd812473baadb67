# SPDX-License-Identifier: Apache-2.0
"""Committees, and perceptrons under other constraints, against the program."""

import pickle

import numpy as np
import pytest
from program import run_json

import bitbasin


def test_a_committee_is_that_of_the_program():
    problem = bitbasin.committee(51, 0.4, units=3, seed=2)
    found = bitbasin.solve_committee(problem, seed=2)
    said = run_json("solve committee", units=3, n=51, alpha=0.4, seed=2)
    assert found.solved and said["solved"]
    assert (found.iterations, found.units, found.alpha) == (said["iterations"], 3, said["alpha"])
    assert problem.check(found.weights) == 0
    around = bitbasin.local_entropy(problem, found, [0.05])
    assert around.converged.all() and around.errors == 0
    assert bitbasin.walk(problem, found, sweeps=1, points=3).end_errors == 0


def test_a_committee_of_arrays():
    taught = bitbasin.committee(21, 0.5, units=3, tree=True, task="teacher")
    mine = bitbasin.committee(taught.x, np.ones(taught.patterns, np.int8), units=3, tree=True)
    assert mine.check(taught.teacher) == 0
    votes = (mine.x.reshape(-1, 3, 21) * taught.teacher.reshape(3, 21)).sum(axis=2) > 0
    assert (votes.sum(axis=1) >= 2).all()
    assert pickle.loads(pickle.dumps(taught)) == taught and pickle.loads(pickle.dumps(mine)) == mine
    with pytest.raises(ValueError, match="odd number of units"):
        bitbasin.committee(21, 0.5, units=2)


def test_constraints_are_those_of_the_program():
    problem = bitbasin.perceptron(301, 1.0, constraint="symmetric", kappa=1)
    found = bitbasin.solve(problem)
    said = run_json("solve perceptron", n=301, alpha=1.0, constraint="symmetric", kappa=1)
    assert (found.iterations, found.kappa_eff) == (said["iterations"], said["kappa_eff"])
    assert np.abs(problem.x.astype(int) @ found.weights).max() <= np.sqrt(301)
    assert pickle.loads(pickle.dumps(problem)) == problem
    own = bitbasin.perceptron(problem.inputs, problem.labels, constraint="symmetric")
    assert own == problem and own != bitbasin.perceptron(problem.inputs, problem.labels)
    with pytest.raises(ValueError, match="kappa that weights can satisfy"):
        bitbasin.perceptron(11, 0.5, kappa=100)
