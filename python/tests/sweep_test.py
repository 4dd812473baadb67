# SPDX-License-Identifier: Apache-2.0
import numpy as np
import pytest

import bitbasin
from program import run_json

PLAN = {
    "seed": 3,
    "sweep": [
        {
            "kind": "solve perceptron",
            "n": 101,
            "alpha": np.array([0.4, 0.5]),
            "algorithm": ["rbp", "sbpi"],
            "budget": 100000,
            "instances": 3,
        },
        {"kind": "theory", "alpha": 0.5, "distance": 0.1},
    ],
}


def test_a_sweep_goes_into_a_store_that_the_program_reads(tmp_path):
    store = tmp_path / "runs.db"
    told = []
    ended = bitbasin.sweep(PLAN, store=store, progress=lambda *what: told.append(what))
    assert (ended.tasks, ended.done, ended.failed, ended.remaining, ended.known_before) == (13, 13, 0, 0, 0)
    assert ended.cells["done"].tolist() == [3, 3, 3, 3, 1]
    status = run_json("store status", store=store)
    assert status["done"] == 13
    again = bitbasin.sweep(PLAN, store=store)
    assert again.known_before == 13
    rows = bitbasin.read_store(store)
    assert {len(column) for column in rows.values()} == {13}
    perceptrons = rows["kind"] == "solve perceptron"
    assert np.isnan(rows["iterations"][~perceptrons]).all() and (rows["iterations"][perceptrons] > 0).all()
    assert set(rows["algorithm"][perceptrons]) == {"rbp", "sbpi"} and rows["seconds"].dtype == float
    one = perceptrons & (rows["algorithm"] == "rbp") & (rows["alpha"] == 0.5) & (rows["seed"] == 4)
    found = bitbasin.solve(bitbasin.perceptron(101, 0.5, seed=4), "rbp", seed=4, budget=100000)
    assert rows["iterations"][one].tolist() == [found.iterations]


def test_a_file_is_the_same_as_a_dictionary(tmp_path):
    file = tmp_path / "plan.toml"
    file.write_text('[[sweep]]\nkind = "solve ksat"\nn = 100\nalpha = 3.0\ninstances = 2\n')
    first = bitbasin.sweep(file, store=tmp_path / "runs.db")
    plan = {"sweep": [{"kind": "solve ksat", "n": 100, "alpha": 3.0, "instances": 2}]}
    assert bitbasin.sweep(plan, store=str(tmp_path / "runs.db")).known_before == first.done == 2


def test_a_sweep_has_a_table_and_a_picture(tmp_path):
    pyplot = pytest.importorskip("matplotlib.pyplot")
    ended = bitbasin.sweep(PLAN, store=tmp_path / "runs.db")
    assert "<td>solve perceptron sbpi n=101 alpha=0.5" in ended._repr_html_()
    ax = ended.plot(pyplot.figure().add_subplot())
    lines = [bars.get_label() for bars in ax.containers]
    assert lines == ["solve perceptron rbp n=101 budget=100000", "solve perceptron sbpi n=101 budget=100000"]
    x, y = ax.containers[0].lines[0].get_data()
    rows = bitbasin.read_store(tmp_path / "runs.db")
    rbp = rows["algorithm"] == "rbp"
    rates = [np.mean(rows["solved"][rbp & (rows["alpha"] == alpha)].astype(bool)) for alpha in (0.4, 0.5)]
    assert x.tolist() == [0.4, 0.5] and y.tolist() == rates
    theory = bitbasin.sweep({"sweep": PLAN["sweep"][1:]}, store=tmp_path / "runs.db")
    with pytest.raises(ValueError, match="solve perceptron"):
        theory.plot()


def test_mistakes_are_told_with_their_place(tmp_path):
    with pytest.raises(ValueError, match="sweep:2:"):
        bitbasin.sweep({"sweep": {"kind": "solve everything"}}, store=tmp_path / "runs.db")
    with pytest.raises(ValueError, match="numbers, Booleans, text or lists"):
        bitbasin.sweep({"sweep": [{"kind": None}]}, store=tmp_path / "runs.db")
    with pytest.raises(ValueError, match="runs.db"):
        bitbasin.read_store(tmp_path / "runs.db")
