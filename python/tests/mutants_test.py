# SPDX-License-Identifier: Apache-2.0
"""Tests of tools/mutants: which changes it makes to a source."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tools"))

from mutations import in_random_order, mask, mutations  # noqa: E402


def changed(line):
    """The text with each of its changes, in their order."""
    return [mutation.apply(line) for mutation in mutations(line)]


def test_operators_are_flipped():
    assert changed("x = a + b;") == [";", "x = a - b;"]
    assert changed("return a < b;") == ["return a <= b;"]
    assert changed("return a == b && c;") == ["return a != b && c;", "return a == b || c;"]
    assert changed("return std::min(a, b);") == ["return std::max(a, b);"]


def test_constants_and_indices_are_off_by_one():
    assert changed("return x[i];") == ["return x[i + 1];"]
    assert changed("return 0xFFu;") == ["return 256u;"]
    assert changed("return 1'000;") == ["return 1001;"]
    assert changed("return 0666;") == ["return 439;"]
    assert changed("return 2.5e-3f;") == ["return 0.005f;"]
    assert changed("return 0.0;") == ["return 1.0;"]
    assert changed("int x[kSize];") == []


def test_signs_conditions_and_truth_are_negated():
    assert changed("return -x;") == ["return x;"]
    assert changed("return !done;") == ["return done;"]
    assert changed("return true;") == ["return false;"]
    assert changed("if (a) return b;") == ["if (!(a)) return b;"]
    assert changed("while (f(a)) {") == ["while (!(f(a))) {"]


def test_statements_are_dropped_where_it_is_safe():
    assert changed("  sort(values);") == ["  ;"]
    assert changed("  ++count;") == ["  --count;", "  ;"]
    assert changed("  if (a) f(b);") == ["  if (!(a)) f(b);", "  if (a) ;"]
    assert changed("  else f(b);") == ["  else ;"]
    assert changed("  continue;") == ["  ;"]
    assert changed("  std::vector<int> x(n);") == []  # a declaration
    assert changed("  each(v, [&](int i) { f(i); });") == []  # not the whole of a statement
    assert changed("      last_argument(a));") == []


def test_what_is_not_code_stays():
    for line in [
        "#include <a>  // 1 + 2",
        "#define N 1 + 2",
        "// a + b",
        "/* a + 1\n b - 2 */",
        'f = R"x(1 + 2)x"_s',
        "assert(a < b && c + 1 == d);",
        "static_assert(sizeof(T) == 8);",
        "std::vector<int> x;",
        "auto* p;",
        "std::array<T, n>&& x;",
    ]:
        assert changed(line) == [], line
    assert mask('f("a // b", 1);') == "f(        , 1);"
    assert mask("x = '\"'; y = 1'000;") == "x =    ; y = 1'000;"


def test_the_choice_follows_from_the_seed_and_begins_with_one_change_a_line():
    found = mutations("x = a + b + c + d;\ny = 1;\nz = 2;\n")
    first = in_random_order(found, "1")
    assert first == in_random_order(found, "1")
    assert sorted(mutation.line for mutation in first[:3]) == [1, 2, 3]
    assert sorted(map(repr, first)) == sorted(map(repr, found))
    assert any(in_random_order(found, str(seed)) != first for seed in range(2, 5))


def test_the_program_lists_its_changes_and_leaves_the_tree_alone():
    file = "src/bitbasin/bits/dot.cc"
    listed = subprocess.run(
        [ROOT / "tools" / "mutants", "--list", "--most", "3", file],
        cwd=ROOT, capture_output=True, text=True, check=True,
    ).stdout.splitlines()  # fmt: skip
    assert len(listed) == 3
    assert all(line.startswith(file + ":") for line in listed)
    wrong = subprocess.run(
        [ROOT / "tools" / "mutants", "README.md"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert wrong.returncode == 1
    assert wrong.stderr == "mutants: expected sources of the library, found none\n"
