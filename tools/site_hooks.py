# SPDX-License-Identifier: Apache-2.0
"""What `make site` does in addition to mkdocs: copies Debian's KaTeX into the site."""

import shutil
from pathlib import Path

KATEX = Path("/usr/share/javascript/katex")
FONTS = Path("/usr/share/fonts/truetype/katex")


def on_post_build(config):
    target = Path(config["site_dir"]) / "katex"
    (target / "fonts").mkdir(parents=True, exist_ok=True)
    for file in ("katex.min.js", "katex.min.css", "contrib/auto-render.js"):
        shutil.copy(KATEX / file, target / Path(file).name)
    for font in FONTS.glob("*.woff2"):
        shutil.copy(font, target / "fonts" / font.name)
