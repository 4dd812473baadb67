# SPDX-License-Identifier: Apache-2.0
import pickle

import numpy as np
import pytest

import bitbasin
from program import command_error, run_json


def same(a, b):
    return a.dtype == b.dtype and np.array_equal(a, b)


def test_random_instances_are_those_of_the_command_line(tmp_path):
    path = tmp_path / "patterns.txt"
    for task in ("classify", "teacher"):
        run_json("generate perceptron", n=101, alpha=0.5, seed=7, task=task, out=path)
        problem = bitbasin.perceptron(101, 0.5, seed=7, task=task)
        read = bitbasin.read_patterns(path)
        assert same(problem.x, read.x) and same(problem.labels, read.labels)
        assert (problem.teacher is not None) == (task == "teacher")
    assert problem == bitbasin.perceptron(101, patterns=51, seed=7, task="teacher", threads=2)
    assert problem != bitbasin.perceptron(101, 0.5, seed=8, task="teacher")


@pytest.mark.parametrize(
    "dtype",
    [
        bool,
        np.uint8,
        np.int8,
        np.int16,
        np.int64,
        np.uint32,
        np.float16,
        np.float32,
        np.float64,
        ">f8",
        ">i4",
    ],
)
def test_arrays_of_any_kind_make_the_same_instance(dtype):
    rng = np.random.default_rng(1)
    bits = rng.integers(0, 2, (70, 131))
    labels = rng.integers(0, 2, 70)
    expected = bitbasin.perceptron(2 * bits - 1, 2 * labels - 1)
    assert np.array_equal(expected.inputs, 2 * bits - 1)
    assert np.array_equal(expected.x, (2 * bits - 1) * (2 * labels[:, None] - 1))
    assert bitbasin.perceptron(bits.astype(dtype), labels.astype(dtype)) == expected
    wide = np.zeros((140, 262), dtype)
    wide[::2, ::-2] = bits
    assert bitbasin.perceptron(wide[::2, ::-2], labels) == expected  # strides of any kind
    assert bitbasin.perceptron(np.asfortranarray(bits.astype(dtype)), labels) == expected


def test_packed_bits_in_and_out():
    rng = np.random.default_rng(2)
    bits = rng.integers(0, 2, (9, 77))
    labels = np.ones(9)
    packed = np.packbits(bits, axis=1, bitorder="little")
    problem = bitbasin.perceptron(packed, labels, bit_packed=True, columns=77)
    assert problem == bitbasin.perceptron(bits, labels)
    assert bitbasin.perceptron(packed[:, ::-1][:, ::-1], labels, bit_packed=True, columns=77) == problem
    assert np.array_equal(problem.x_bits, packed)
    assert bitbasin.perceptron(np.full((2, 3), 255, np.uint8), [1, 1], bit_packed=True).n == 24
    with pytest.raises(ValueError, match="uint8 rows of 10 bytes for 77 bits, got uint8 of shape"):
        bitbasin.perceptron(packed[:, :-1], labels, bit_packed=True, columns=77)


def test_the_bits_are_seen_where_they_lie():
    problem = bitbasin.perceptron(1001, 0.1)
    view = problem.x_bits
    assert not view.flags.writeable and not view.flags.owndata
    assert view.__array_interface__["data"] == problem.x_bits.__array_interface__["data"]
    assert view.strides == (128, 1)
    x = problem.x
    del problem
    assert np.array_equal(np.unpackbits(view, axis=1, count=1001, bitorder="little"), x > 0)


@pytest.mark.parametrize(
    "patterns, labels, sentence",
    [
        (
            [[1, 2]],
            [1],
            r"patterns row 0, column 1 \(counted from 0\): expected elements "
            r"\+1 or -1 \(or 0 and 1\), found 2",
        ),
        ([[1, 0], [-1, 1]], [1, 1], "patterns row 1, column 0 .*; found both 0 and -1"),
        ([[1.0, np.nan]], [1], "column 1 .* found nan"),
        ([[1, 1]], [1, 1], "expected 1 label, one for each pattern, got 2"),
        (
            [1, 1],
            [1, 1],
            r"expected patterns as an array of two dimensions, one row each, got the shape \(2,\)",
        ),
        ([["a"]], [1], "Booleans, integers or floats, got the dtype <U1"),
        ([[1j]], [1], "got the dtype complex128"),
    ],
)
def test_what_is_no_pattern_is_refused(patterns, labels, sentence):
    with pytest.raises(ValueError, match=sentence):
        bitbasin.perceptron(patterns, labels)


def test_solving_is_what_the_command_line_does():
    problem = bitbasin.perceptron(401, 0.6, seed=3, task="teacher")
    for spec in ("rbp", "sbpi", "cpr"):
        found = bitbasin.solve(problem, spec, seed=3)
        keys = run_json("solve perceptron", n=401, alpha=0.6, seed=3, task="teacher", algorithm=spec)
        for name in (
            "algorithm",
            "spec",
            "n",
            "alpha",
            "patterns",
            "solved",
            "errors",
            "verified",
            "iterations",
            "restarts",
            "flips",
            "messages",
            "work",
            "seed",
            "stop_reason",
            "teacher_overlap",
            "generalization_error",
        ):
            assert getattr(found, name) == keys[name], name
        assert found.weights.dtype == np.int8 and problem.check(found.weights) == found.errors
        assert found.teacher_overlap == np.mean(found.weights * problem.teacher)


def test_options_are_keywords_too():
    problem = bitbasin.perceptron(101, 0.5)
    by_keyword = bitbasin.solve(problem, "rbp:margin=0", rate=0.01, restarts=3)
    by_spec = bitbasin.solve(problem, "rbp:margin=0,rate=0.01,restarts=3")
    assert by_keyword.spec == by_spec.spec
    assert np.array_equal(by_keyword.weights, by_spec.weights)
    assert bitbasin.solve(problem, "rbp", rate=None).spec == bitbasin.solve(problem, "rbp").spec
    assert bitbasin.solve(problem, "rbp", rate=np.float64(0.5)).spec.startswith("rbp:rate=0.5,")


def test_the_device_is_a_choice(monkeypatch):
    problem = bitbasin.perceptron(101, 0.5)
    on_cpu = bitbasin.solve(problem, device="cpu")
    assert same(on_cpu.weights, bitbasin.solve(problem, device="auto").weights)
    monkeypatch.setenv("BITBASIN_CUDA_MODULE", "/nowhere")
    with pytest.raises(ValueError, match="expected a GPU with .* for 51 patterns of 101 entries"):
        bitbasin.solve(problem, device="cuda")
    with pytest.raises(ValueError, match="cpu|cuda|auto"):
        bitbasin.solve(problem, device="tpu")


def test_no_option_is_hidden_by_an_argument():
    arguments = {"problem", "formula", "algorithm", "seed", "threads", "budget", "time_limit", "progress"}
    arguments.add("device")
    for algorithm in bitbasin.algorithms("perceptron") + bitbasin.algorithms("ksat"):
        assert arguments.isdisjoint(option.name for option in algorithm.options)
    for function, problem in ((bitbasin.solve, "perceptron"), (bitbasin.solve_ksat, "ksat")):
        for algorithm in bitbasin.algorithms(problem):
            assert f"    {algorithm.name}: {algorithm.meaning}" in function.__doc__
            for option in algorithm.options:
                assert f"{option.name}: {option.meaning}; {option.range}" in function.__doc__


@pytest.mark.parametrize("algorithm", ["rbx", "rbp:rat=1", "rbp:rate=2", "rbp:rate=a", "rbp:", "sbpi:rate"])
def test_errors_are_those_of_the_command_line(algorithm):
    problem = bitbasin.perceptron(11, 0.5)
    with pytest.raises(ValueError) as raised:
        bitbasin.solve(problem, algorithm)
    sentence = command_error("solve perceptron", n=11, alpha=0.5, algorithm=algorithm)
    assert sentence == f"bitbasin: {raised.value}\n"


@pytest.mark.parametrize(
    "arguments, sentence",
    [
        (dict(n=10, alpha=0.5), "expected an odd N, so that no sum over the synapses is 0, got 10"),
        (dict(n=11), "expected either alpha or patterns, got neither"),
        (dict(n=11, alpha=0.5, patterns=3), "got both"),
        (dict(n=11, alpha=-1), "alpha of perceptron"),
        (dict(n=11, alpha=0.5, task="learn"), "classify|teacher"),
        (
            dict(n=11, alpha=0.5, threads=0),
            "threads: expected a whole number from 1 to 1024, got '0'",
        ),
    ],
)
def test_what_makes_no_instance_is_refused(arguments, sentence):
    with pytest.raises(ValueError) as raised:
        bitbasin.perceptron(**arguments)
    assert sentence in str(raised.value)


def test_budgets_and_limits_end_a_search():
    problem = bitbasin.perceptron(1001, 1.5)
    stopped = bitbasin.solve(problem, "sbpi", budget=5000)
    assert not stopped.solved and stopped.stop_reason == "budget" and stopped.work <= 5000
    assert stopped.errors == problem.check(stopped.weights)
    assert bitbasin.solve(problem, "sbpi", time_limit=0.01).stop_reason == "time_limit"
    with pytest.raises(ValueError, match="time_limit"):
        bitbasin.solve(problem, time_limit=0)


def test_walks_are_those_of_the_command_line():
    problem = bitbasin.perceptron(301, 0.4, seed=2, task="teacher")
    walked = bitbasin.walk(problem, problem.teacher, sweeps=3, points=6, seed=2)
    keys = run_json(
        "walk perceptron", n=301, alpha=0.4, seed=2, task="teacher", teacher=True, sweeps=3, points=6
    )
    for name in ("proposals", "distance", "density", "test_error"):
        assert getattr(walked, name).tolist() == [point[name] for point in keys["points"]]
    assert walked.end_errors == 0 and len(walked) == 6
    assert (
        bitbasin.walk(bitbasin.perceptron(11, 0.2), bitbasin.solve(bitbasin.perceptron(11, 0.2))).test_error
        is None
    )
    with pytest.raises(ValueError, match="expected a solution to start a walk from, but the weights have"):
        bitbasin.walk(problem, -problem.teacher)
    with pytest.raises(ValueError, match="expected 301 weights, one per synapse, got 3"):
        bitbasin.walk(problem, [1, 1, 1])


def test_instances_are_pickled_and_saved(tmp_path):
    for problem in (bitbasin.perceptron(77, 0.5, task="teacher"), bitbasin.perceptron([[1, 0]], [1])):
        assert pickle.loads(pickle.dumps(problem)) == problem
    problem.save(tmp_path / "p.txt.gz")
    assert bitbasin.read_patterns(tmp_path / "p.txt.gz") == problem
    problem.save(tmp_path / "p.npy", tmp_path / "l.npy")
    assert np.array_equal(np.load(tmp_path / "p.npy"), problem.inputs)
    assert bitbasin.read_patterns(tmp_path / "p.npy", tmp_path / "l.npy") == problem
    with pytest.raises(ValueError, match="nothing-here"):
        bitbasin.read_patterns(tmp_path / "nothing-here")
