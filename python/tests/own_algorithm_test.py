# SPDX-License-Identifier: Apache-2.0
import os
import signal
import threading
import time

import numpy as np
import pytest

import bitbasin
from program import run_json


def hebb(problem, seed, noise=0.0, rounds=1):
    """The clipped Hebb rule."""
    rng = np.random.default_rng(seed)
    return np.sign(problem.x.sum(axis=0) + noise * rng.normal(size=problem.n) * rounds + 0.5)


def plan_of(algorithm, **more):
    cell = {"kind": "solve perceptron", "n": 101, "alpha": 0.1, "algorithm": algorithm, "instances": 3}
    return {"sweep": [cell | more]}


def test_a_function_is_an_algorithm_like_any_other(tmp_path):
    store = tmp_path / "runs.db"
    ours = lambda problem, seed: bitbasin.solve(problem, "sbpi", seed=seed).weights
    algorithms = {"hebb": hebb, "ours": ours}
    plan = plan_of(["hebb", "hebb:noise=0.5", "ours", "sbpi"])
    ended = bitbasin.sweep(plan, store=store, algorithms=algorithms, threads=2)
    assert (ended.done, ended.failed) == (12, 0)
    rows = bitbasin.read_store(store)
    assert set(rows["algorithm"]) == {"hebb", "hebb:noise=0.5", "ours", "sbpi"}
    for row in np.flatnonzero(rows["algorithm"] == "hebb"):
        problem = bitbasin.perceptron(101, 0.1, seed=int(rows["seed"][row]))
        assert rows["errors"][row] == problem.check(hebb(problem, 0))
    by_name = {name: ended.cells["solved"][i] for i, name in enumerate(("hebb", "noisy", "ours", "sbpi"))}
    assert by_name["ours"] == by_name["sbpi"] == 3
    assert run_json("store status", store=store)["done"] == 12
    other = tmp_path / "other.db"
    bitbasin.sweep(plan, store=other, algorithms=algorithms, threads=1)
    same = bitbasin.read_store(other)
    order, other_order = np.argsort(rows["identity"]), np.argsort(same["identity"])
    for column in ("identity", "errors", "solved"):
        assert (rows[column][order] == same[column][other_order]).all()
    again = bitbasin.sweep(plan, store=store, algorithms=algorithms)
    assert again.known_before == 12


def test_formulas_are_solved_by_functions_too(tmp_path):
    def all_true(formula, seed):
        return np.ones(formula.n, dtype=np.int8)

    cell = {"kind": "solve ksat", "n": 20, "alpha": 0.1, "k": 3, "algorithm": "all", "instances": 4}
    plan = {"sweep": [cell]}
    ended = bitbasin.sweep(plan, store=tmp_path / "runs.db", algorithms={"all": all_true})
    rows = bitbasin.read_store(tmp_path / "runs.db")
    assert ended.done == 4 and (rows["unsatisfied"] <= 2).all()


def test_committees_are_solved_by_functions_too(tmp_path):
    def ours(problem, seed):
        assert isinstance(problem, bitbasin.Committee) and problem.tree
        return bitbasin.solve_committee(problem, "rbp", seed=seed).weights

    cell = {"kind": "solve committee", "n": 21, "units": 3, "tree": True, "alpha": 0.3, "instances": 2}
    plan = {"sweep": [cell | {"algorithm": ["ours", "rbp"]}]}
    ended = bitbasin.sweep(plan, store=tmp_path / "runs.db", algorithms={"ours": ours}, threads=2)
    assert ended.failed == 0 and ended.cells["solved"].tolist() == [2, 2]


def test_a_name_that_one_problem_has_is_taken_for_all(tmp_path):
    with pytest.raises(ValueError, match="already an algorithm named 'fms'"):
        bitbasin.sweep(plan_of("fms"), store=tmp_path / "runs.db", algorithms={"fms": hebb})
    names = [[known.name for known in bitbasin.algorithms(problem)] for problem in ("perceptron", "ksat")]
    assert "fms" not in names[0] and "fms" in names[1]


def test_the_processes_are_others(tmp_path):
    seen = tmp_path / "seen"
    seen.mkdir()

    def tells(problem, seed):
        time.sleep(0.2)
        (seen / str(os.getpid())).touch()
        return np.ones(problem.n)

    plan = plan_of("tells", instances=6)
    bitbasin.sweep(plan, store=tmp_path / "runs.db", algorithms={"tells": tells}, threads=2)
    pids = {int(file.name) for file in seen.iterdir()}
    assert len(pids) == 2 and os.getpid() not in pids


@pytest.mark.parametrize(
    "function, sentence",
    [
        (lambda problem, seed: 1 / 0, "ZeroDivisionError: division by zero"),
        (lambda problem, seed: np.ones(7), "101 values, one per variable"),
        (lambda problem, seed: np.arange(101), "+1 or -1"),
        (lambda problem, seed: os._exit(3), "BrokenProcessPool"),
    ],
)
def test_what_goes_wrong_fails_the_task(tmp_path, function, sentence):
    store = tmp_path / "runs.db"
    ended = bitbasin.sweep(plan_of("wrong", instances=1), store=store, algorithms={"wrong": function})
    assert ended.failed == 1
    assert sentence in bitbasin.read_store(store)["error"][0]


def test_mistakes_are_told_before_anything_runs(tmp_path):
    store = tmp_path / "runs.db"
    with pytest.raises(ValueError, match="already an algorithm named 'rbp'"):
        bitbasin.sweep(plan_of("rbp"), store=store, algorithms={"rbp": hebb})
    with pytest.raises(ValueError, match="already an algorithm named 'probsat'"):
        bitbasin.sweep(plan_of("probsat"), store=store, algorithms={"probsat": hebb})
    assert "probsat" not in [algorithm.name for algorithm in bitbasin.algorithms("perceptron")]
    with pytest.raises(ValueError, match="function of a problem and a seed as 'mine', got one of 1 arguments"):
        bitbasin.sweep(plan_of("mine"), store=store, algorithms={"mine": lambda problem: 1})
    with pytest.raises(ValueError, match="default of 'rate' of 'mine'"):
        bitbasin.sweep(plan_of("mine"), store=store, algorithms={"mine": lambda problem, seed, rate: 1})
    assert "hebb" not in [algorithm.name for algorithm in bitbasin.algorithms("perceptron")]
    ended = bitbasin.sweep(plan_of("hebb:nose=1"), store=store, algorithms={"hebb": hebb})
    assert ended.failed == 1 and "noise" in bitbasin.read_store(store)["error"][0]


def test_an_interrupt_does_not_wait_for_the_function(tmp_path):
    started = tmp_path / "started"

    def slow(problem, seed):
        started.touch()
        time.sleep(60)
        return np.ones(problem.n)

    def interrupt():
        while not started.exists():
            time.sleep(0.01)
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=interrupt)
    thread.start()
    before = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        bitbasin.sweep(plan_of("slow"), store=tmp_path / "runs.db", algorithms={"slow": slow})
    thread.join()
    assert time.monotonic() - before < 30
