#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Committees by rFBP (github.com/Nico-Curti/rFBP) beside `bitbasin solve committee`, on the same pattern files.

    bench/peers/committees_rfbp.py TRAIN [--program build/release/bitbasin] [--seeds 3] [--limit 300]

TRAIN is rFBP's train program, compiled from its sources without OpenMP (g++ -std=c++17 -O3 src/*.cpp
example/train_main.cpp; the linker needs --allow-multiple-definition). It runs with `-a exact -m 0`: `-a approx` ends
with a crash, and the other magnetisations ask for a table to be downloaded. One core each; seconds of processor time.
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
        ended = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=limit, check=False)
    except subprocess.TimeoutExpired:
        return None, limit
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return ended.stdout, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


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
                make = [program, "generate", "committee", "--units", "3", "--n", str(n), "--alpha", str(alpha)]
                subprocess.run([*make, "--seed", str(seed), "--out", "p.txt", "--quiet"], cwd=folder, check=True)
                theirs = [train, "-f", "p.txt", "-dl", " ", "-k", "3", "-a", "exact", "-m", "0", "-o", "progress.txt"]
                output, their_seconds = timed(theirs, folder, args.limit)
                errors = "limit"
                if output is not None:
                    with open(os.path.join(folder, "progress.txt"), encoding="utf-8") as lines:
                        errors = lines.read().split()[-1]  # the last column is the number of errors
                ours = [program, "solve", "committee", "--input", "p.txt", "--units", "3", "--threads", "1", "--json"]
                output, our_seconds = timed(ours, folder, None)
                print(
                    f"{n:3}  {alpha:5}  {seed:4}  {errors:>13}  {their_seconds:7.1f}"
                    f"  {json.loads(output)['errors']:>17}  {our_seconds:7.3f}  {their_seconds / our_seconds:13.0f}",
                    flush=True,
                )


if __name__ == "__main__":
    main()
