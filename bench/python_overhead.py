#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""What Python costs: a small call, solving compared with the program, Ctrl-C, memory over many calls.

    PYTHONPATH=build/release/python bench/python_overhead.py [--program build/release/bitbasin]

Prints a table of measurements and goals.
"""

import argparse
import json
import os
import signal
import subprocess
import sys
import time

import bitbasin


def call_overhead():
    """Microseconds of perceptron(11, 0.5): the best of 20 rounds of 2000."""
    rounds = []
    for _ in range(20):
        start = time.perf_counter()
        for _ in range(2000):
            bitbasin.perceptron(11, 0.5)
        rounds.append((time.perf_counter() - start) / 2000)
    return min(rounds) * 1e6


def solving_ratio(program, n, alpha, algorithm, runs):
    """Seconds of the solver in Python over those in the program: the shortest of some runs each, in turns."""
    problem = bitbasin.perceptron(n, alpha, seed=1)
    line = [program, "solve", "perceptron", "--n", str(n), "--alpha", str(alpha), "--algorithm", algorithm]
    line += ["--threads", "1", "--json"]
    ours, theirs = [], []
    for _ in range(runs):
        ours.append(bitbasin.solve(problem, algorithm, threads=1).seconds)
        answer = subprocess.run(line, capture_output=True, text=True, check=False).stdout
        theirs.append(json.loads(answer)["seconds"])
    return min(ours) / min(theirs), min(theirs)


STOPPED = """
import sys, time
import numpy as np
import bitbasin
rng = np.random.default_rng(1)
x, y = rng.normal(size=(20000, 100)), rng.integers(0, 10, 20000)
classifier = bitbasin.CommitteeClassifier(k1=81, k2=200, epochs=1000000, n_jobs=int(sys.argv[1]))
print("ready", flush=True)
try:
    classifier.fit(x, y)
except KeyboardInterrupt:
    print(time.clock_gettime(time.CLOCK_MONOTONIC))
"""


def seconds_to_stop(threads, trials):
    """Seconds from SIGINT to KeyboardInterrupt in a fit: the longest of some trials."""
    waits = []
    for trial in range(trials):
        process = subprocess.Popen(
            [sys.executable, "-c", STOPPED, str(threads)], stdout=subprocess.PIPE, text=True
        )
        process.stdout.readline()
        time.sleep(1.5 + 0.037 * trial)
        sent = time.clock_gettime(time.CLOCK_MONOTONIC)
        process.send_signal(signal.SIGINT)
        waits.append(float(process.stdout.read()) - sent)
        process.wait()
    return max(waits)


def resident():
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def growth_over(calls):
    """Bytes by which resident memory grows over the given number of solves, after a warm-up."""
    problem = bitbasin.perceptron(101, 0.5)
    for _ in range(calls // 10):
        bitbasin.solve(problem, threads=1)
    before = resident()
    for _ in range(calls):
        bitbasin.solve(problem, threads=1)
    return resident() - before


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default="build/release/bitbasin")
    program = parser.parse_args().program
    print("| what | measured | goal |\n|---|---|---|")
    print(f"| `perceptron(11, 0.5)` | {call_overhead():.1f} us | at most 20 us |", flush=True)
    for n, alpha, algorithm in ((10001, 0.7, "rbp"), (10001, 0.6, "sbpi")):
        ratio, seconds = solving_ratio(program, n, alpha, algorithm, 21)
        print(
            f"| seconds of {algorithm}, N = {n}, alpha = {alpha}, over the program's {seconds:.3f} s | "
            f"{ratio:.3f} | at most 1.02 |",
            flush=True,
        )
    for threads in (1, 2):
        print(
            f"| Ctrl-C to KeyboardInterrupt in a fit, {threads} thread(s), longest of 10 | "
            f"{seconds_to_stop(threads, 10):.3f} s | at most 0.2 s |",
            flush=True,
        )
    print(f"| resident memory after 10000 more solves | {growth_over(10000) / 1024:+.0f} KiB | flat |")


if __name__ == "__main__":
    main()
