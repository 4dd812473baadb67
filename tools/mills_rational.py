#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Fits of the Gaussian hazard g(x) = G(x) / H(x) for x >= 0.

Prints src/bitbasin/math/mills_coefficients.h (run clang-format on it).

With d = g - x (d ~ 1/x for large x) and e = d (2 d + x) - 1 (e ~ 2/x^4), so that g' = g d and g'' = g e:
    d(x) = N(x) / Q(x),   deg N = n - 1, deg Q = n,
    e(x) = N(x) / Q(x),   deg N = n - 4, deg Q = n,
rational functions with the right behaviour at infinity and positive coefficients (no cancellation in
Horner's rule). They interpolate d or e at Chebyshev points of t = (x - k) / (x + k), which takes [0, inf) to
[-1, 1); the errors in the header are measured here between the points, at 60 digits. Needs mpmath.
"""

from mpmath import cos, erfc, exp, lu_solve, matrix, mp, mpf, nstr, pi, polyval, sqrt

mp.dps = 60


def excess(x):
    """d = g - x, from the definition for small x, else from 1/(x + 2/(x + 3/(x + ...)))."""
    if x < 6:
        return sqrt(2 / pi) * exp(-x * x / 2) / erfc(x / sqrt(mpf(2))) - x
    tail = mpf(0)
    for n in range(4000 if x < 15 else 600, 1, -1):
        tail = n / (x + tail)
    return 1 / (x + tail)


def curvature(x):
    """e = d (2 d + x) - 1. The difference costs 4 log10(x) digits; the points below go to x ~ 1e6."""
    d = excess(x)
    return d * (2 * d + x) - 1


def to_x(t, k):
    return k * (1 + t) / (1 - t)


def fit(function, degree, drop, lead, k):
    """(N, Q) with N/Q = function at the points; Q monic of this degree, N of `drop` less, leading `lead`."""
    top = degree - drop
    unknowns = top + degree
    a = matrix(unknowns, unknowns)
    b = matrix(unknowns, 1)
    for i in range(unknowns):
        x = to_x(cos(pi * (2 * i + 1) / (2 * unknowns)), k)
        f = function(x)
        scale = 1 / (f * (x + k) ** degree)
        for j in range(top):
            a[i, j] = x**j * scale
        for j in range(degree):
            a[i, top + j] = -f * x**j * scale
        b[i] = (f * x**degree - lead * x**top) * scale
    solution = lu_solve(a, b)
    numerator = [solution[j] for j in range(top)] + [mpf(lead)]
    denominator = [solution[top + j] for j in range(degree)] + [mpf(1)]
    assert min(numerator) > 0 and min(denominator) > 0
    return numerator, denominator


def error(function, numerator, denominator, k, offset):
    """The largest |N/Q - f| / (f + offset(x))."""
    worst = mpf(0)
    points = 400
    for i in range(points):
        x = to_x(cos(pi * (i + mpf(1) / 3) / points), k)
        f = function(x)
        approximate = polyval(numerator[::-1], x) / polyval(denominator[::-1], x)
        worst = max(worst, abs(approximate - f) / (f + offset(x)))
    return worst


def table(name, comment, coefficients):
    print(f"// {comment}")
    print(f"inline constexpr double {name}[] = {{")
    for c in coefficients:
        print(f"    {float(c).hex()},")
    print("};\n")


def main():
    print("// SPDX-License-Identifier: Apache-2.0")
    print("// Written by tools/mills_rational.py; see there for what is fitted and how.")
    print("#pragma once\n")
    print("namespace bitbasin {\n")
    print("// Lowest power first; the leading coefficient of every denominator is 1.\n")
    # The centre k of the points is the best of a scan in steps of 0.25; errors are relative to f + offset.
    for name, function, degree, drop, lead, k, offset, what, relative_to in (
        ("Hazard", excess, 8, 1, 1, mpf("2.25"), lambda x: x, "g - x", "g"),
        ("Excess", excess, 11, 1, 1, mpf("3.75"), lambda x: 0, "g - x", "g - x"),
        ("Curvature", curvature, 13, 4, 2, mpf("3.75"), lambda x: 0, "g''/g", "g''/g"),
    ):
        numerator, denominator = fit(function, degree, drop, lead, k)
        worst = nstr(error(function, numerator, denominator, k, offset), 2)
        accuracy = f"relative error of {relative_to} below {worst}"
        table(f"k{name}Numerator", f"{what}, for x >= 0: {accuracy}.", numerator)
        table(f"k{name}Denominator", f"The denominator of {what}.", denominator)
    print("}  // namespace bitbasin")


if __name__ == "__main__":
    main()
