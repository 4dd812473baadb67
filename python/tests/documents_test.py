# SPDX-License-Identifier: Apache-2.0
"""The tools that test the documents notice what they are there for."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

TOOLS = Path(__file__).resolve().parent.parent.parent / "tools"


def run(tool, *words):
    return subprocess.run(
        [sys.executable, "-B", TOOLS / tool, *words], capture_output=True, text=True, check=False
    )


def run_page(tmp_path, text, *words):
    page = tmp_path / "page.md"
    page.write_text(text, encoding="utf-8")
    return run("run-document-blocks", *words, page)


FINE = {
    "a command": "```sh\ntrue\n```\n",
    "its output": "```sh\necho 3\n```\n\nprints\n\n```text\n3\n```\n",
    "times that differ": "```sh\necho after 0.02 s\n```\n```text\nafter 17.5 s\n```\n",
    "lines left out": "```sh\nseq 9\n```\n```text\n1\n...\n8\n9\n```\n",
    "a shared folder": "```sh\necho 1 > a\n```\ntext\n```sh\ntest -f a\n```\n",
    "a shared interpreter": "```python\na = 1\n```\n```python\nprint(a)\n```\n```text\n1\n```\n",
    "a file": '```cpp title="a.cc"\nint a;\n```\n```sh\ncat a.cc\n```\n```text\nint a;\n```\n',
    "a reason": "<!-- not run: it needs a cluster -->\n```sh\nfalse\n```\n",
    "a reason for a page": "<!-- no block of this page is run: no -->\n```sh\nfalse\n```\n",
    "text that is no output": "```text\nanything\n```\n",
    "an indented block": "- item\n\n    ```sh\n    cat <<E\n    a\n    E\n    ```\n",
}

WRONG = {
    "a command that fails": ("```sh\nfalse\n```\n", "exit code 1"),
    "one before the last": ("```sh\nfalse\ntrue\n```\n", "exit code 1"),
    "one in a pipe": ("```sh\nfalse | cat\n```\n", "exit code 1"),
    "other output": ("```sh\necho 3\n```\n```text\n4\n```\n", "not what the block before prints"),
    "more output": ("```sh\nseq 3\n```\n```text\n1\n2\n```\n", "not what the block before prints"),
    "other digits": ("```sh\necho 0.123456\n```\n```text\n0.123457\n```\n", "not what the block"),
    "an exception": ("```python\n1 / 0\n```\n", "ZeroDivisionError"),
    "code that nothing runs": ("```cpp\nint a;\n```\n", "nothing runs it"),
    "a reason for something else": ("<!-- not run: no -->\n\ntext\n\n```sh\nfalse\n```\n", "exit code"),
}


@pytest.mark.parametrize("text", FINE.values(), ids=FINE.keys())
def test_a_page_that_is_right(tmp_path, text):
    ended = run_page(tmp_path, text)
    assert ended.returncode == 0, ended.stdout


@pytest.mark.parametrize(("text", "sentence"), WRONG.values(), ids=WRONG.keys())
def test_a_page_that_is_wrong(tmp_path, text, sentence):
    ended = run_page(tmp_path, text)
    assert ended.returncode == 1
    assert sentence in ended.stdout and "page.md:" in ended.stdout


def test_writing_the_output(tmp_path):
    text = "```sh\nseq 2\n```\n```text\nold\nlines\n```\nafter\n"
    assert run_page(tmp_path, text, "--write").returncode == 0
    assert (tmp_path / "page.md").read_text() == "```sh\nseq 2\n```\n```text\n1\n2\n```\nafter\n"
    failing = "```sh\necho no; false\n```\n```text\nold\n```\n"
    assert run_page(tmp_path, failing, "--write").returncode == 1
    assert (tmp_path / "page.md").read_text() == failing


LINKS = {
    "a file": ("[a](b.md)", True),
    "no file": ("[a](c.md)", False),
    "a heading": ("[a](b.md#two-words)", True),
    "no heading": ("[a](b.md#three-words)", False),
    "a heading of the page": ("# One\n\n[a](#one)", True),
    "no heading of the page": ("# One\n\n[a](#two)", False),
    "an image that is missing": ("![a](b.svg)", False),
    "another host": ("[a](https://example.org/nothing)", True),
    "code": ("`[a](c.md)`", True),
    "a block": ("```text\n[a](c.md)\n```", True),
    "a long line": ("word " * 30, False),
    "a long row": ("| " + "word " * 30 + "|", True),
}


@pytest.mark.parametrize(("text", "right"), LINKS.values(), ids=LINKS.keys())
def test_links_and_lines(tmp_path, text, right):
    (tmp_path / "a.md").write_text(text.rstrip() + "\n", encoding="utf-8")
    (tmp_path / "b.md").write_text("# B\n\n## Two `words`\n", encoding="utf-8")
    ended = run("check-documents", tmp_path)
    assert (ended.returncode == 0) == right, ended.stdout
    assert right or "a.md:" in ended.stdout


def test_the_data_of_a_report_make_the_same_page_again(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(TOOLS)
    import site_hooks

    curves = [{"name": "a", "points": [{"x": 1, "y": 0.1}]}, {"name": "</script>", "points": []}]
    claims = [{"id": "b", "interval": None}, {"id": "c"}]
    data = {"format": 1, "claims": claims, "figures": [{"series": curves}]}
    template = f'<p><script id="report-data" type="application/json">{site_hooks.PLACE}</script></p>'
    page = tmp_path / "page.html"
    page.write_text(site_hooks.filled(template, json.dumps(data)), encoding="utf-8")
    assert page.read_text().count("</script>") == 1
    taken = run("take-report-data", page)
    assert json.loads(taken.stdout) == data
    lines = [line.rstrip(",") for line in taken.stdout.splitlines()]
    for part in (*claims, *curves):
        assert json.dumps(part, separators=(",", ":")) in lines


def test_pages_are_in_the_navigation(tmp_path):
    (tmp_path / "doc").mkdir()
    (tmp_path / "doc" / "a.md").write_text("# A\n", encoding="utf-8")
    (tmp_path / "mkdocs.yml").write_text("nav:\n  - A: a.md\n", encoding="utf-8")
    assert run("check-documents", tmp_path).returncode == 0
    (tmp_path / "doc" / "b.md").write_text("# B\n", encoding="utf-8")
    ended = run("check-documents", tmp_path)
    assert ended.returncode == 1 and "doc/b.md is not in the navigation" in ended.stdout
