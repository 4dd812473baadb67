# SPDX-License-Identifier: Apache-2.0
"""What the tools for documents share: the blocks, headings and links of a Markdown page."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FENCE = re.compile(r"^( *)(```+|~~~+) *(\w*) *(.*)$")
MARK = re.compile(r"^ *<!-- *not run: *(.*?) *-->$")
PAGE_MARK = re.compile(r"^<!-- *no block of this page is run: *(.*?) *-->$", re.MULTILINE)


@dataclass
class Block:
    """A fenced block of code. Lines count from 1; `first` is the line after the fence."""

    language: str
    title: str
    text: str
    first: int
    last: int
    indent: int
    reason: str  # why it is not run; empty if it is


def blocks_of(page: str) -> list[Block]:
    """All fenced blocks of a page, in its order."""
    lines = page.splitlines()
    found: list[Block] = []
    mark = ""
    at = 0
    while at < len(lines):
        fence = FENCE.match(lines[at])
        if fence is None:
            reason = MARK.match(lines[at])
            if reason:
                mark = reason[1]
            elif lines[at].strip():
                mark = ""
            at += 1
            continue
        indent, ticks, language, rest = fence.groups()
        end = at + 1
        while end < len(lines) and lines[end].strip() != ticks:
            end += 1
        text = "".join(line[len(indent) :] + "\n" for line in lines[at + 1 : end])
        title = re.search(r'title="([^"]*)"', rest)
        found.append(Block(language, title[1] if title else "", text, at + 2, end, len(indent), mark))
        mark = ""
        at = end + 1
    return found


def prose_of(page: str) -> list[str]:
    """The lines of a page, with fenced blocks and code spans blanked out."""
    lines = page.splitlines()
    for block in blocks_of(page):
        for number in range(block.first - 2, min(block.last + 1, len(lines))):
            lines[number] = ""
    return [re.sub(r"`[^`]*`", lambda span: " " * len(span[0]), line) for line in lines]


def slug(heading: str) -> str:
    """The anchor of a heading, as Python-Markdown and GitHub make it."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)|[`*]", lambda part: part[1] or "", heading)
    text = re.sub(r"[^\w\s-]", "", text).strip().lower()
    return re.sub(r"[-\s]+", "-", text)


def anchors_of(page: str) -> set[str]:
    """The anchors that links may name."""
    fenced = {n for b in blocks_of(page) for n in range(b.first - 1, b.last + 2)}
    anchors: set[str] = set()
    for number, line in enumerate(page.splitlines(), 1):
        heading = re.match(r"^#{1,6} +(.*?) *$", line)
        if heading is None or number in fenced:
            continue
        named = re.search(r"\{ *#([\w-]+)[^}]*\}$", heading[1])
        name = base = named[1] if named else slug(heading[1])
        count = 0
        while name in anchors:
            count += 1
            name = f"{base}_{count}"
        anchors.add(name)
    return anchors


def links_of(page: str) -> list[tuple[int, str]]:
    """The targets of links and images, with their lines."""
    found = []
    for number, line in enumerate(prose_of(page), 1):
        for target in re.findall(r"\]\(([^)\s]+)(?: +\"[^\"]*\")?\)", line):
            found.append((number, target))
        for target in re.findall(r"(?:src|href)=\"([^\"]+)\"", line):
            found.append((number, target))
    return found
