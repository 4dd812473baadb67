#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Committees by rFBP (github.com/Nico-Curti/rFBP) and by bitbasin, on the same pattern files.

    bench/peers/committees_rfbp.py TRAIN [--program build/release/bitbasin] [--seeds 3] [--limit 300]

TRAIN is rFBP's train program, compiled from its sources without OpenMP (g++ -std=c++17 -O3 src/*.cpp
example/train_main.cpp; the linker needs --allow-multiple-definition). It runs with `-a exact -m 0`:
`-a approx` ends with a crash, and the other magnetisations ask for a table to be downloaded. One core
each; seconds of processor time.
"""

import argparse
import json
import os
import resource
import subprocess
import tempfile

SIZES = [(51, 0.3), (101, 0.3), (101, 0.5), (201, 0.3)]


def timed(command, folder, limit):
    """Runs a command; returns its output and its processor time, None where the limit ended it."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        output = subprocess.run(
            command, cwd=folder, capture_output=True, text=True, timeout=limit, check=False
        ).stdout
    except subprocess.TimeoutExpired:
        return None, limit
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return output, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def theirs(train, folder, limit):
    """The errors and seconds of rFBP on p.txt."""
    options = ["-dl", " ", "-k", "3", "-a", "exact", "-m", "0", "-o", "progress.txt"]
    output, seconds = timed([train, "-f", "p.txt", *options], folder, limit)
    if output is None:
        return "limit", seconds
    with open(os.path.join(folder, "progress.txt"), encoding="utf-8") as lines:
        return lines.read().split()[-1], seconds  # the last column is the number of errors


def ours(program, folder):
    """The same of bitbasin."""
    options = ["--input", "p.txt", "--units", "3", "--threads", "1", "--json"]
    output, seconds = timed([program, "solve", "committee", *options], folder, None)
    return json.loads(output)["errors"], seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("train")
    parser.add_argument("--program", default="build/release/bitbasin")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--limit", type=float, default=300, help="seconds for one run of rFBP")
    args = parser.parse_args()
    train, program = os.path.abspath(args.train), os.path.abspath(args.program)
    print("  n  alpha  seed   rFBP: errors  seconds   bitbasin: errors  seconds   times faster")
    for n, alpha in SIZES:
        for seed in range(1, args.seeds + 1):
            with tempfile.TemporaryDirectory() as folder:
                make = [program, "generate", "committee", "--units", "3", "--out", "p.txt", "--quiet"]
                size = ["--n", str(n), "--alpha", str(alpha), "--seed", str(seed)]
                subprocess.run([*make, *size], cwd=folder, check=True)
                their_errors, their_seconds = theirs(train, folder, args.limit)
                errors, seconds = ours(program, folder)
                print(
                    f"{n:3}  {alpha:5}  {seed:4}  {their_errors:>13}  {their_seconds:7.1f}"
                    f"  {errors:>17}  {seconds:7.3f}  {their_seconds / seconds:13.0f}",
                    flush=True,
                )


if __name__ == "__main__":
    main()
