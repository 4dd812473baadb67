# SPDX-License-Identifier: Apache-2.0
"""Plays the runner of a SAT competition: it knows the solver only by its output and its exit code."""

import shutil
import subprocess
import time

import bitbasin
import pytest
from program import PROGRAM, needs_cadical

SQUARE = [[1, 2], [-1, 2], [1, -2], [-1, -2]]


def write(path, clauses, variables):
    lines = [f"c written by a runner\np cnf {variables} {len(clauses)}"]
    lines += [" ".join(map(str, [*clause, 0])) for clause in clauses]
    path.write_text("\n".join(lines) + "\n")
    return path


def run(formula, *flags):
    """The answer: 10, 20 or 0, and the literals that are true. Fails on what a runner would not accept."""
    line = [PROGRAM, "solve", "ksat", "--dimacs", "--cnf", formula, *flags]
    process = subprocess.run(line, capture_output=True, text=True)
    lines = process.stdout.splitlines()
    assert all(line[:2] in ("c ", "s ", "v ") for line in lines), process.stdout
    (status,) = [line[2:] for line in lines if line.startswith("s ")]
    values = [line for line in lines if line.startswith("v ")]
    assert process.returncode == {"SATISFIABLE": 10, "UNSATISFIABLE": 20, "UNKNOWN": 0}[status]
    if process.returncode != 10:
        assert not values
        return process.returncode, set()
    assert all(len(line) <= 78 for line in values)
    literals = [int(word) for line in values for word in line.split()[1:]]
    assert literals[-1] == 0 and 0 not in literals[:-1]
    model = set(literals[:-1])
    assert not any(-literal in model for literal in model)
    return 10, model


@needs_cadical
def test_every_answer_is_acceptable(tmp_path):
    for seed in range(1, 7):
        for n, alpha in ((30, 4.3), (200, 4.0), (1000, 3.5)):
            formula = bitbasin.ksat(n, 3, alpha, seed=seed)
            clauses = formula.literals.reshape(-1, 3).tolist()
            code, model = run(write(tmp_path / "f.cnf", clauses, n))
            assert code in (10, 20)
            if code == 10:
                assert len(model) == n and all(model & set(clause) for clause in clauses)
            else:
                assert run(tmp_path / "f.cnf", "--algorithm", "cadical")[0] == 20


@needs_cadical
def test_corner_cases(tmp_path):
    cases = [
        ([], 0, 10),
        ([], 3, 10),
        ([[]], 0, 20),
        ([[], [1]], 1, 20),
        ([[1], [-1]], 1, 20),
        ([[1, -1]], 1, 10),
        ([[2, 2, -1], [1]], 2, 10),
        (SQUARE, 2, 20),
        (SQUARE[1:], 5, 10),
    ]
    for clauses, variables, expected in cases:
        code, model = run(write(tmp_path / "f.cnf", clauses, variables))
        assert code == expected, clauses
        assert code != 10 or len(model) == variables


@needs_cadical
def test_limits_and_proofs(tmp_path):
    hard = bitbasin.ksat(600, 3, 4.26, seed=1)
    formula = write(tmp_path / "hard.cnf", hard.literals.reshape(-1, 3).tolist(), 600)
    started = time.monotonic()
    for algorithm in ("auto", "cadical", "probsat"):
        code, _ = run(formula, "--algorithm", algorithm, "--time-limit", "0.1", "--seed", "3")
        assert code in (0, 10)
    assert time.monotonic() - started < 20
    proof = tmp_path / "proof.drat"
    assert run(write(tmp_path / "f.cnf", SQUARE, 2), "--proof", proof)[0] == 20
    assert proof.read_text().splitlines()[-1] == "0"


@needs_cadical
def test_drat_trim_accepts_proofs(tmp_path):
    checker = shutil.which("drat-trim")
    if checker is None:
        pytest.skip("there is no drat-trim")
    proof = tmp_path / "proof.drat"
    for n, alpha in ((40, 6.0), (150, 5.0)):
        clauses = bitbasin.ksat(n, 3, alpha, seed=2).literals.reshape(-1, 3).tolist()
        formula = write(tmp_path / "f.cnf", clauses, n)
        for algorithm in ("auto", "cadical"):
            assert run(formula, "--algorithm", algorithm, "--proof", proof)[0] == 20
            checked = subprocess.run([checker, formula, proof], capture_output=True, text=True)
            assert "s VERIFIED" in checked.stdout.splitlines(), checked.stdout


def test_bad_input_is_one_sentence(tmp_path):
    headers = ("", "p cnf 1\n", "p dnf 1 1\n1 0\n")
    formulas = (*headers, "p cnf 1 1\n2 0\n", "p cnf 1 2\n1 0\n", "p cnf 1 1\nx 0\n")
    for text in formulas:
        path = tmp_path / "bad.cnf"
        path.write_text(text)
        line = [PROGRAM, "solve", "ksat", "--dimacs", "--cnf", path]
        process = subprocess.run(line, capture_output=True, text=True)
        assert process.returncode == 2 and process.stdout == "", text
        assert len(process.stderr.splitlines()) == 1 and process.stderr.startswith("bitbasin: "), text
