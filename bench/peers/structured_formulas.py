# SPDX-License-Identifier: Apache-2.0
"""Formulas that are not uniform random K-SAT, as lists of clauses: what bench/peers/sat_solvers names by NAME:SIZE."""

import itertools
import random


def parity(variables, odd):
    """Clauses that hold if an odd, or an even, number of variables is true."""
    for signs in itertools.product((1, -1), repeat=len(variables)):
        if signs.count(-1) % 2 != odd:  # the assignment that this clause excludes
            yield [s * v for s, v in zip(signs, variables)]


def pigeons(holes, _):
    """One pigeon more than holes."""
    place = lambda p, h: p * holes + h + 1
    yield from ([place(p, h) for h in range(holes)] for p in range(holes + 1))
    for h in range(holes):
        yield from ([-place(p, h), -place(q, h)] for p, q in itertools.combinations(range(holes + 1), 2))


def planted(n, rng):
    """3-SAT at alpha = 4.2 with a hidden solution."""
    solution = [rng.choice((1, -1)) for _ in range(n)]
    for _ in range(round(4.2 * n)):
        while True:
            clause = [rng.choice((1, -1)) * (v + 1) for v in rng.sample(range(n), 3)]
            if any(solution[abs(l) - 1] * l > 0 for l in clause):
                break
        yield clause


def colouring(n, rng):
    """Three colours on a random graph of mean degree 4.5."""
    colour = lambda v, c: 3 * v + c + 1
    for v in range(n):
        yield [colour(v, c) for c in range(3)]
    for _ in range(round(2.25 * n)):
        v, w = rng.sample(range(n), 2)
        yield from ([-colour(v, c), -colour(w, c)] for c in range(3))


def tseitin(n, rng):
    """Parities of the edges at each of N vertices of degree three, which add up to an odd number: unsatisfiable."""
    edges = [(v, (v + 1) % n) for v in range(n)]
    order = rng.sample(range(n), n)
    edges += list(zip(order[::2], order[1::2]))
    at = [[e + 1 for e, ends in enumerate(edges) if v in ends] for v in range(n)]
    for v in range(n):
        yield from parity(at[v], v == 0)


def xors(n, rng):
    """0.9 N equations of three variables with a solution."""
    solution = [rng.random() < 0.5 for _ in range(n)]
    for _ in range(round(0.9 * n)):
        chosen = rng.sample(range(n), 3)
        yield from parity([v + 1 for v in chosen], sum(solution[v] for v in chosen) % 2)


def counter(bits, _):
    """Bounded model checking: a counter of that many bits reaches its largest value in time, and has overflowed."""
    steps = 2**bits - 1
    bit = lambda t, i: 2 * (t * bits + i) + 1
    yield from ([-bit(0, i)] for i in range(bits))
    for t in range(steps):
        for i in range(bits):
            b, out, after = bit(t, i), bit(t, i) + 1, bit(t + 1, i)
            if i == 0:
                yield from itertools.chain(parity([b, after], True), parity([b, out], False))
                continue
            carry = bit(t, i - 1) + 1
            yield from parity([b, carry, after], False)
            yield from ([-b, -carry, out], [b, -out], [carry, -out])
    yield [bit(t, bits - 1) + 1 for t in range(steps)]


KINDS = {f.__name__: f for f in (pigeons, planted, colouring, tseitin, xors, counter)}


def write(path, kind, size, seed):
    clauses = list(KINDS[kind](size, random.Random(seed)))
    with open(path, "w") as out:
        out.write(f"p cnf {max(abs(l) for c in clauses for l in c)} {len(clauses)}\n")
        out.writelines(" ".join(map(str, c)) + " 0\n" for c in clauses)
