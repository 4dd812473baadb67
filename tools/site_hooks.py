# SPDX-License-Identifier: Apache-2.0
"""What `make site` does in addition to mkdocs: copies Debian's KaTeX into the site, makes pages of reports.

Most of a page of `bitbasin report` is the same for all data. So doc/ has only the data, which
tools/take-report-data has written; links to the data become links to the page that is made here.
"""

import shutil
from pathlib import Path

from mkdocs.exceptions import PluginError

ROOT = Path(__file__).resolve().parent.parent
KATEX = Path("/usr/share/javascript/katex")
FONTS = Path("/usr/share/fonts/truetype/katex")
TEMPLATES = (ROOT / "web/page.html", ROOT / "build/web/index.html")  # in a source archive; as npm builds it
PLACE = '"BITBASIN_REPORT_DATA"'
REPORTS = ("measurements/full-profile.json",)


def on_files(files, config):
    for file in files:
        if file.src_uri in REPORTS:
            file.dest_uri = file.url = str(Path(file.src_uri).with_suffix(".html"))
            file.abs_dest_path = str(Path(config["site_dir"]) / file.dest_uri)


def on_post_build(config):
    site = Path(config["site_dir"])
    copy_katex(site / "katex")
    for name in REPORTS:
        data = (Path(config["docs_dir"]) / name).read_text(encoding="utf-8")
        page = (site / name).with_suffix(".html")
        page.write_text(filled(report_template(), data), encoding="utf-8")


def copy_katex(target):
    (target / "fonts").mkdir(parents=True, exist_ok=True)
    for file in ("katex.min.js", "katex.min.css", "contrib/auto-render.js"):
        shutil.copy(KATEX / file, target / Path(file).name)
    for font in FONTS.glob("*.woff2"):
        shutil.copy(font, target / "fonts" / font.name)


def report_template():
    for template in TEMPLATES:
        if template.exists():
            return template.read_text(encoding="utf-8")
    raise PluginError("the report page is not built, which needs npm: run 'make page'")


def filled(template, data):
    """As fill_page of src/bitbasin/report/report.cc: a < could begin the end of the script element."""
    before, place, after = template.partition(PLACE)
    if not place:
        raise PluginError("the report page has no place for its data")
    return before + data.strip().replace("<", "\\u003c") + after
