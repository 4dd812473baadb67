#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Reinforced belief propagation as one would write it in NumPy, compared with `bitbasin solve --algorithm rbp`.

The same instances, the same equations (amp.h), the paper's form without a margin, one core each:

    bench/peers/rbp_numpy.py [--program build/release/bitbasin] [--n 2001] [--alpha 0.7] [--instances 5]

NumPy multiplies through its BLAS: with --dtype float64, which is what arrays are unless one asks, or with
--dtype float32, which is the fastest it has for this. Needs Debian's python3-numpy, python3-scipy and libopenblas0.
"""

import argparse
import json
import os
import subprocess
import tempfile
import time

for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ[variable] = "1"

import numpy as np  # noqa: E402  (after the threads are set)
from scipy.special import erfcx  # noqa: E402


def hazard(z):
    """phi(z) / Phi(z)."""
    return np.sqrt(2 / np.pi) / erfcx(-z / np.sqrt(2))


def solve(x, rate, most, rng):
    """Returns (errors, iterations). x: P x N, labels absorbed."""
    p, n = x.shape
    theta = 0.01 * rng.uniform(-1, 1, n)
    m = np.tanh(theta)
    g = np.zeros(p)
    for t in range(most):
        v = max(0.5, np.sum(1 - m * m))
        w = x @ m.astype(x.dtype) - v * g
        g = hazard(w / np.sqrt(v)) / np.sqrt(v)
        onsager = np.sum(g * (w / v + g))
        u = g.astype(x.dtype) @ x + m * onsager
        theta = np.clip(u + rate * t * theta, -30, 30)
        m = np.tanh(theta)
        errors = int(np.sum(x @ np.where(theta >= 0, 1, -1).astype(x.dtype) <= 0))
        if errors == 0:
            break
    return errors, t + 1


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--program", default="build/release/bitbasin")
    parser.add_argument("--n", type=int, default=2001)
    parser.add_argument("--alpha", type=float, default=0.7)
    parser.add_argument("--instances", type=int, default=5)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--dtype", default="float64", choices=["float64", "float32"])
    args = parser.parse_args()

    print(f"{args.dtype}, N = {args.n}, alpha = {args.alpha}, rate {args.rate}, one core")
    print("seed   NumPy: errors  iterations  ms/iteration   bitbasin: errors  iterations  ms/iteration   ratio")
    ratios = []
    for seed in range(1, args.instances + 1):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "p.npy")
            shape = ["--n", str(args.n), "--alpha", str(args.alpha), "--seed", str(seed)]
            subprocess.run([args.program, "generate", "perceptron", *shape, "--out", path, "--quiet"], check=True)
            patterns = np.load(path).astype(args.dtype)
            labels = np.load(os.path.join(folder, "p-labels.npy")).astype(args.dtype)
        x = np.ascontiguousarray(patterns * labels[:, None])
        start = time.perf_counter()
        errors, iterations = solve(x, args.rate, int(1 / args.rate), np.random.default_rng(seed))
        numpy_ms = 1e3 * (time.perf_counter() - start) / iterations
        spec = f"rbp:rate={args.rate},margin=0,restarts=0"
        ours = subprocess.run(
            [args.program, "solve", "perceptron", "--algorithm", spec, *shape, "--threads", "1", "--json"],
            stdout=subprocess.PIPE)
        result = json.loads(ours.stdout)
        ours_ms = 1e3 * result["seconds"] / result["iterations"]
        ratios.append(numpy_ms / ours_ms)
        print(f"{seed:4} {errors:15} {iterations:11} {numpy_ms:13.3f} {result['errors']:18} "
              f"{result['iterations']:11} {ours_ms:13.4f} {ratios[-1]:7.1f}")
    print(f"bitbasin is {np.median(ratios):.1f} times faster per iteration (median)")


if __name__ == "__main__":
    main()
