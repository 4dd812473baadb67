# SPDX-License-Identifier: Apache-2.0
"""Long calls: the lock, progress, interrupts, processes."""

import io
import os
import signal
import subprocess
import sys
import threading
import time
import types

import numpy as np
import pytest

import bitbasin
from bitbasin import _progress


@pytest.fixture(scope="module")
def hard():
    """Beyond capacity: no search ever ends by itself."""
    return bitbasin.perceptron(1001, 1.5)


def test_other_threads_run_meanwhile(hard):
    counted = []
    thread = threading.Thread(target=lambda: bitbasin.solve(hard, "sbpi", time_limit=0.3))
    thread.start()
    while thread.is_alive():
        counted.append(time.monotonic())
    gaps = np.diff(counted)
    assert len(counted) > 100 and gaps.max() < 0.25  # with the lock held there would be one gap of 0.3 s


def test_progress_is_told(hard):
    told = []
    bitbasin.solve(hard, "sbpi", time_limit=0.5, progress=lambda *what: told.append(what))
    assert len(told) >= 2
    phase, done, total, best, detail = told[-1]
    assert phase == "solving" and done > 0 and isinstance(total, int) and best > 0 and detail == ""


def test_what_progress_raises_ends_the_call(hard):
    def refuse(*_):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        bitbasin.solve(hard, "sbpi", progress=refuse)


def test_a_bar_or_a_line_is_drawn(hard, capsys, monkeypatch):
    pytest.importorskip("tqdm")
    bitbasin.solve(hard, "sbpi", time_limit=0.3, progress=True)
    assert "solving" in capsys.readouterr().err
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)  # as if it were not installed
    bitbasin.solve(hard, "sbpi", time_limit=0.3, progress=True)
    assert "\rsolving " in capsys.readouterr().err


def test_notebooks_show_progress_without_being_asked(hard, capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    bitbasin.solve(hard, "sbpi", time_limit=0.3)
    assert capsys.readouterr().err == ""
    notebook = types.SimpleNamespace(get_ipython=lambda: types.SimpleNamespace(kernel=1))
    monkeypatch.setitem(sys.modules, "IPython", notebook)
    bitbasin.solve(hard, "sbpi", time_limit=0.3)
    assert "\rsolving " in capsys.readouterr().err
    bitbasin.solve(hard, "sbpi", time_limit=0.3, progress=False)
    assert capsys.readouterr().err == ""


def test_a_line_says_what_there_is(monkeypatch):
    text = io.StringIO()
    monkeypatch.setattr(sys, "stderr", text)
    line = _progress._Line()
    line("training", 3, 10, float("nan"), "2 errors")
    line("solving", 4, 0, 7.0, "")
    line.close()
    assert text.getvalue() == "\rtraining 3 of 10 (2 errors)\rsolving 4 (best 7)".ljust(0) + " " * 9 + "\n"


CALLS = {
    "solve": "bitbasin.solve(bitbasin.perceptron(1001, 1.5), 'sbpi')",
    "solve rbp": "bitbasin.solve(bitbasin.perceptron(2001, 1.5), 'rbp:restarts=1000000')",
    "solve_ksat": "bitbasin.solve_ksat(bitbasin.ksat(1000, 3, 8.0), 'probsat:flips=100000000000')",
    "local_entropy": """bitbasin.local_entropy(
        bitbasin.perceptron(2001, 0.3), np.ones(2001), tolerance=1e-14, max_sweeps=100000000)""",
    "walk": "bitbasin.walk(easy, bitbasin.solve(easy), sweeps=1e8)",
    "theory": "[bitbasin.theory.curve(0.6, np.linspace(0.001, 0.3, 2000)) for _ in range(100)]",
    "fit": "bitbasin.CommitteeClassifier(k2=60, epochs=1000000).fit(x, y)",
    "features": "bitbasin.CommitteeClassifier(features='rbm:301:epochs=10000').fit(x, y)",
    "sweep": """bitbasin.sweep({'sweep': [{'kind': 'solve perceptron', 'n': 1001, 'alpha': 1.5,
        'algorithm': 'sbpi', 'instances': 5}]}, store=sys.argv[1])""",
}


def wait_until_busy(process):
    """Returns when the process has computed for a while, far longer than it takes to begin the call."""

    def processor_seconds():
        with open(f"/proc/{process.pid}/stat", encoding="ascii") as stat:
            user, system = stat.read().rpartition(")")[2].split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")

    begin = processor_seconds()
    while processor_seconds() - begin < 0.3:
        assert process.poll() is None
        time.sleep(0.01)


@pytest.mark.parametrize("name", CALLS)
def test_ctrl_c_ends_a_call_with_keyboard_interrupt(name, tmp_path):
    program = f"""
import sys
import numpy as np
import bitbasin
rng = np.random.default_rng(1)
x, y = rng.normal(size=(2000, 20)), rng.integers(0, 2, 2000)
easy = bitbasin.perceptron(101, 0.1)
bitbasin.CommitteeClassifier  # so that nothing is imported when the signal comes
print("ready", flush=True)
try:
    {CALLS[name]}
    print("ended")
except KeyboardInterrupt:
    print("interrupted")
"""
    with subprocess.Popen(
        [sys.executable, "-c", program, tmp_path / "store.db"], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout.readline() == "ready\n"
        wait_until_busy(process)
        process.send_signal(signal.SIGINT)
        assert process.stdout.read() == "interrupted\n"
    assert process.returncode == 0


def test_handlers_of_ones_own_are_called(hard):
    heard = []
    begun = threading.Event()  # by which the search says that it is under way

    def send():
        begun.wait()
        os.kill(os.getpid(), signal.SIGUSR1)

    def progress(*_):
        begun.set()
        assert_heard(heard)

    before = signal.signal(signal.SIGUSR1, lambda *_: heard.append(True))
    sender = threading.Thread(target=send)
    try:
        sender.start()
        stopped = bitbasin.solve(hard, "sbpi", time_limit=0.5, progress=progress)
    finally:
        begun.set()
        sender.join()
        signal.signal(signal.SIGUSR1, before)
    assert heard == [True] and stopped.stop_reason == "time_limit"  # a handler that returns lets it go on


def assert_heard(heard):
    assert len(heard) <= 1


def test_a_forked_process_may_use_threads():
    program = """
import os, bitbasin
problem = bitbasin.perceptron(2001, 0.5, threads=2)
bitbasin.solve(problem, threads=2)
child = os.fork()
if child == 0:
    raise SystemExit(0 if bitbasin.solve(problem, threads=2).solved else 1)
assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
print("done")
"""
    ended = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=120, check=True
    )
    assert ended.stdout == "done\n"


def test_threads_change_nothing():
    problem = bitbasin.perceptron(1001, 0.6)
    one, two = (bitbasin.solve(problem, threads=threads) for threads in (1, 2))
    assert np.array_equal(one.weights, two.weights) and one.iterations == two.iterations


def test_the_simd_level_changes_nothing():
    problem = bitbasin.perceptron(501, 0.6)
    best = bitbasin.solve(problem)
    try:
        for level in bitbasin.simd_levels():
            bitbasin.set_simd_level(level)
            assert bitbasin.simd_level() == level
            assert np.array_equal(bitbasin.solve(problem).weights, best.weights)
    finally:
        bitbasin.set_simd_level("auto")
    with pytest.raises(ValueError, match="expected a SIMD level of this CPU"):
        bitbasin.set_simd_level("mmx")
