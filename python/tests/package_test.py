# SPDX-License-Identifier: Apache-2.0
"""The package as a whole: documentation that runs, types that hold, a wheel that installs."""

import doctest
import importlib
import json
import os
import pkgutil
import subprocess
import sys
import zipfile
from pathlib import Path

import matplotlib
import pytest

import bitbasin

matplotlib.use("agg")

ROOT = Path(__file__).resolve().parent.parent.parent
SOURCES = sorted((ROOT / "python" / "bitbasin").glob("*.py"))
TESTS = sorted((ROOT / "python" / "tests").glob("*.py"))
MODULES = [name for _, name, _ in pkgutil.iter_modules(bitbasin.__path__) if name != "_core"]
PACKAGE = Path(bitbasin.__file__).parent


@pytest.mark.parametrize("name", ["bitbasin"] + [f"bitbasin.{name}" for name in MODULES])
def test_examples_in_docstrings_run(name):
    module = importlib.import_module(name)
    failed, tried = doctest.testmod(module)
    assert failed == 0
    assert tried > 0 or name.rpartition(".")[2] in ("_progress", "_result")


def notebook_cells(path):
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    assert all(not cell.get("outputs") for cell in cells), "outputs do not belong into the repository"
    return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]


def test_the_notebook_runs(tmp_path, monkeypatch):
    path = ROOT / "python" / "notebooks" / "getting_started.ipynb"
    monkeypatch.chdir(tmp_path)
    cells = notebook_cells(path)
    assert len(cells) >= 1
    names = {"__name__": "notebook"}
    for cell in cells:
        exec(compile(cell, path.name, "exec"), names)  # one after the other, as a reader does


def test_what_is_exported_is_documented():
    for name in bitbasin.__all__:
        value = getattr(bitbasin, name)
        assert isinstance(value, str) or (value.__doc__ or "").strip(), name
    assert dir(bitbasin) == sorted(bitbasin.__all__)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        bitbasin.nothing


def test_importing_does_not_import_scikit_learn():
    program = "import sys, bitbasin; print({'sklearn', 'matplotlib', 'tqdm'} & set(sys.modules))"
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ended.stdout == "set()\n"


def test_stubs_are_up_to_date():
    ended = subprocess.run(
        [sys.executable, ROOT / "tools" / "write-python-stubs", "--print"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert ended.stdout == (ROOT / "python" / "bitbasin" / "_core.pyi").read_text(), "run: make docs"


def test_types_hold(tmp_path):
    pytest.importorskip("mypy")
    ended = subprocess.run(
        [sys.executable, "-m", "mypy", "--config-file", "pyproject.toml", *map(str, SOURCES)],
        cwd=ROOT,
        env=dict(os.environ, MYPY_CACHE_DIR=str(tmp_path / "cache")),
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr


def test_sources_keep_the_house_rules():
    scripts = [
        ROOT / "tools" / "check-documents",
        ROOT / "tools" / "documents.py",
        ROOT / "tools" / "draw-figures",
        ROOT / "tools" / "gpu-check",
        ROOT / "tools" / "mutants",
        ROOT / "tools" / "mutations.py",
        ROOT / "tools" / "python_build.py",
        ROOT / "tools" / "run-document-blocks",
        ROOT / "tools" / "site_hooks.py",
        ROOT / "tools" / "take-report-data",
        ROOT / "tools" / "write-python-stubs",
        ROOT / "bench" / "python_overhead.py",
        ROOT / "bench" / "peers" / "committees_rfbp.py",
        ROOT / "bench" / "peers" / "table_classifiers.py",
    ]
    for path in [*SOURCES, *TESTS, *scripts, PACKAGE / "_core.pyi"]:
        lines = path.read_text(encoding="utf-8").splitlines()
        assert "# SPDX-License-Identifier: Apache-2.0" in lines[:2], path
        assert len(lines) <= 450, path
        for number, line in enumerate(lines, 1):
            assert line.isascii() and "\t" not in line and line == line.rstrip(), f"{path}:{number}"
            assert len(line) <= 110 or path.suffix == ".pyi", f"{path}:{number}"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """A wheel made by the hook that pip calls, in the build folder that the tests run in."""
    folder = tmp_path_factory.mktemp("wheel")
    program = (
        "import sys, python_build; "
        "print(python_build.build_wheel(sys.argv[1], {'build-dir': sys.argv[2]}))"
    )
    environment = dict(os.environ, PYTHONPATH=str(ROOT / "tools"))
    ended = subprocess.run(
        [sys.executable, "-B", "-c", program, folder, PACKAGE.parent.parent],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return folder / ended.stdout.splitlines()[-1]


def test_a_wheel_has_all_that_is_needed(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    assert {"bitbasin/__init__.py", "bitbasin/_core.pyi", "bitbasin/py.typed"} < set(names)
    assert sum(name.startswith("bitbasin/_core.cpython") for name in names) == 1
    assert not any("test" in name for name in names)
    about = zipfile.ZipFile(wheel).read(f"bitbasin-{bitbasin.__version__}.dist-info/METADATA").decode()
    assert f"\nVersion: {bitbasin.__version__}\n" in about and "\nRequires-Dist: numpy>=1.24\n" in about


def test_a_wheel_installs_and_runs(wheel, tmp_path):
    pytest.importorskip("pip")
    subprocess.run(
        [
            sys.executable,
            "-m",
            "pip",
            "install",
            "-q",
            "--no-index",
            "--no-deps",
            "--target",
            tmp_path,
            wheel,
        ],
        check=True,
        capture_output=True,
    )
    program = (
        "import bitbasin; assert bitbasin.__file__.startswith(__import__('sys').argv[1]); "
        "print(bitbasin.solve(bitbasin.perceptron(101, 0.5)).solved)"
    )
    ended = subprocess.run(
        [sys.executable, "-c", program, tmp_path],
        env=dict(os.environ, PYTHONPATH=str(tmp_path)),
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert ended.stdout == "True\n"
