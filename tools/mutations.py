# SPDX-License-Identifier: Apache-2.0
"""The small changes that tools/mutants makes to a C++ source, found in its text."""

import dataclasses
import random
import re


@dataclasses.dataclass(frozen=True)
class Mutation:
    begin: int  # offsets into the text of the file
    end: int
    new: str
    line: int
    what: str  # the change, for people, with the line as it is

    def apply(self, text):
        return text[: self.begin] + self.new + text[self.end :]


NOT_CODE = re.compile(
    r"//[^\n]*|/\*.*?\*/"  # comments
    r'|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|(?<!\w)\'(?:\\.|[^\'\\\n])+\''  # strings and characters
    r"|^[ \t]*#(?:\\\n|[^\n])*",  # lines of the preprocessor
    re.S | re.M,
)
ASSERTION = re.compile(r"\b(?:static_assert|assert)\s*(?=\()")


def blank(text):
    return re.sub(r"[^\n]", " ", text)


def closing(code, opening):
    """The offset of the bracket that closes the one at `opening`, or None."""
    depth = 0
    for at in range(opening, len(code)):
        depth += (code[at] in "([{") - (code[at] in ")]}")
        if depth == 0:
            return at
    return None


def is_balanced(code):
    return all(code.count(left) == code.count(right) for left, right in ("()", "[]", "{}"))


def mask(text):
    """The text with blanks for comments, strings, lines of the preprocessor and assertions."""
    code = NOT_CODE.sub(lambda match: blank(match.group()), text)
    for match in reversed(list(ASSERTION.finditer(code))):
        end = closing(code, match.end())
        if end is not None:
            code = code[: match.start()] + blank(code[match.start() : end]) + code[end:]
    return code


# clang-format puts a blank on both sides of binary operators, but not of template brackets, pointers, signs.
SWAPS = {
    "+": "-", "-": "+", "*": "/", "/": "*", "%": "/", "+=": "-=", "-=": "+=", "*=": "/=", "/=": "*=",
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "&&": "||", "||": "&&",
    "&": "|", "|": "&", "^": "|", "<<": ">>", ">>": "<<", "|=": "&=", "&=": "|=", "^=": "|=", "<<=": ">>=",
    ">>=": "<<=",
}  # fmt: skip
LONGEST_FIRST = sorted(SWAPS, key=len, reverse=True)
OPERATOR = re.compile(r"(?<=\s)(?:" + "|".join(re.escape(swap) for swap in LONGEST_FIRST) + r")(?=\s)")
WORD = re.compile(r"\b(true|false)\b|\bstd::(?:min|max)\b(?=[(<])")
WORDS = {"true": "false", "false": "true", "std::min": "std::max", "std::max": "std::min"}
SIGN = re.compile(r"(?<![\w)\]>-])(-|!)(?=[A-Za-z_(\d])")
STEP = re.compile(r"(?<!\w)(\+\+|--)(?=[A-Za-z_*(])")
NUMBER = re.compile(r"(?<![\w.'])(0[xX][0-9a-fA-F']+|\d[\d']*)([uUlLzZ]*)(?![\w.'])")
REAL = re.compile(r"(?<![\w.'])((?:\d+\.\d*|\.\d+)(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+)([fFlL]?)(?![\w.])")
INDEX = re.compile(r"(?<=[\w)\]])\[((?!k[A-Z])[A-Za-z_][\w.]*)\]")  # not the sizes of arrays, kSize
CONDITION = re.compile(r"\b(?:if|while) (?=\()")
STATEMENT = re.compile(
    r"(?:\+\+|--)[\w.>\[\]-]+;"
    r"|(?:continue|break|return);"
    r"|\*?[\w.>()\[\]-]+(?:\[[^;=]*\])? (?:[-+*/|&^%]|<<|>>)?= [^;]*;"
    r"|(?![A-Z_]+\()(?!return\b)[\w:.>\[\]-]+\([^;]*\);"
)


def statement_start(code, begin, end):
    """Where the last statement of a line begins: behind `else`, `if (...)`, `for (...)` and `while (...)`."""
    while True:
        head = re.compile(r"\}? ?else (?!\{)|(?:if|for|while) (?=\()").match(code, begin, end)
        if not head:
            return begin
        begin = head.end()
        if code[begin] == "(" and "else" not in head.group():
            last = closing(code, begin)
            if last is None or last + 2 >= end:
                return None
            begin = last + 2


def mutations(text):
    """All changes of a file, in their order."""
    code = mask(text)
    found = []

    def add(begin, end, new, what=None):
        first = text.rfind("\n", 0, begin) + 1
        line = text[first : text.find("\n", begin)].strip()
        what = what or f"{text[begin:end]} -> {new}"
        if not line.startswith(what.rsplit(" ", 1)[0]):
            what = f"{what} (column {begin - first + 1}) in {line}"
        found.append(Mutation(begin, end, new, text.count("\n", 0, begin) + 1, what))

    for match in OPERATOR.finditer(code):
        add(*match.span(), SWAPS[match.group()])
    for match in WORD.finditer(code):
        add(*match.span(), WORDS[match.group()])
    for match in SIGN.finditer(code):
        add(*match.span(), "", f"{match.group()} dropped")
    for match in STEP.finditer(code):
        add(*match.span(), "--" if match.group() == "++" else "++")
    for match in NUMBER.finditer(code):
        digits = match.group(1).replace("'", "")
        base = 8 if re.fullmatch("0[0-7]+", digits) else 0
        add(*match.span(), f"{int(digits, base) + 1}{match.group(2)}")
    for match in REAL.finditer(code):
        value = float(match.group(1))
        add(*match.span(), f"{2 * value or 1.0!r}{match.group(2)}")
    for match in INDEX.finditer(code):
        add(*match.span(1), f"{match.group(1)} + 1")
    for match in CONDITION.finditer(code):
        end = closing(code, match.end())
        if end is not None and ";" not in code[match.end() : end]:
            inside = text[match.end() : end + 1]
            add(match.end(), end + 1, f"(!{inside})", f"{' '.join(inside.split())} negated")
    begin = 0
    before = ";"
    for line in code.splitlines(keepends=True):
        start = statement_start(code, begin + len(line) - len(line.lstrip()), begin + len(line.rstrip()))
        match = start is not None and before[-1] in ";{}:)" and STATEMENT.match(code, start)
        if match and is_balanced(match.group()):
            add(*match.span(), ";", f"{' '.join(match.group().split())} dropped")
        before = line.rstrip() or before
        begin += len(line)
    return sorted(found, key=lambda m: (m.begin, m.end, m.new))


def in_random_order(found, seed):
    """One change of each line first, then the others, so that no table of numbers takes all the turns."""
    generator = random.Random(seed)
    by_line = {}
    for mutation in found:
        by_line.setdefault(mutation.line, []).append(mutation)
    lines = list(by_line.values())
    generator.shuffle(lines)
    for line in lines:
        generator.shuffle(line)
    order = []
    while lines:
        order += [line.pop() for line in lines]
        lines = [line for line in lines if line]
    return order
