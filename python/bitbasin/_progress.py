# SPDX-License-Identifier: Apache-2.0
"""Progress of long calls: tqdm if it is installed, otherwise a line of text; or a function of the caller."""

from __future__ import annotations

import math
import sys
from contextlib import contextmanager
from typing import Any, Callable, Iterator, Union

# Called with phase, done, total (0: not known), best (NaN: none) and detail.
ProgressFunction = Callable[[str, int, int, float, str], object]
# None: shown in notebooks only.
Progress = Union[None, bool, ProgressFunction]


def in_notebook() -> bool:
    """Whether a Jupyter kernel runs this."""
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return hasattr(shell, "kernel")


class _Bar:
    """A tqdm bar that restarts when the phase changes."""

    def __init__(self, tqdm: Any) -> None:
        self._tqdm = tqdm
        self._phase = ""
        self._bar: Any = None

    def __call__(self, phase: str, done: int, total: int, best: float, detail: str) -> None:
        if phase != self._phase:
            self.close()
            self._bar = self._tqdm(desc=phase, total=total or None, unit="", unit_scale=True)
            self._phase = phase
        text = detail or ("" if math.isnan(best) else f"best {best:g}")
        if text:
            self._bar.set_postfix_str(text, refresh=False)
        self._bar.update(done - self._bar.n)

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()


class _Line:
    """The same as one line of text that is overwritten."""

    def __init__(self) -> None:
        self._width = 0

    def __call__(self, phase: str, done: int, total: int, best: float, detail: str) -> None:
        text = f"{phase} {done}" + (f" of {total}" if total else "")
        text += f" ({detail})" if detail else "" if math.isnan(best) else f" (best {best:g})"
        self._width = max(self._width, len(text))
        sys.stderr.write("\r" + text.ljust(self._width))
        sys.stderr.flush()

    def close(self) -> None:
        if self._width:
            sys.stderr.write("\n")


@contextmanager
def progress_function(progress: Progress) -> Iterator[ProgressFunction | None]:
    """What a long call reports to: a function, a bar for True, nothing for False; for None a bar in
    notebooks and nothing elsewhere.
    """
    if callable(progress):
        yield progress
        return
    if not (in_notebook() if progress is None else progress):
        yield None
        return
    bar: _Bar | _Line
    try:
        from tqdm.auto import tqdm

        bar = _Bar(tqdm)
    except ImportError:
        bar = _Line()
    try:
        yield bar
    finally:
        bar.close()
