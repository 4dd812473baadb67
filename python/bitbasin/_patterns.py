# SPDX-License-Identifier: Apache-2.0
"""What all problems of patterns with labels have in common."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core


class LabelledPatterns:
    """Patterns and the labels that weights of +1 and -1 should give them.

    >>> import bitbasin
    >>> problem = bitbasin.perceptron(21, patterns=8, task="teacher")
    >>> problem.patterns, problem.check(problem.teacher), problem == bitbasin.perceptron(21, patterns=8)
    (8, 0, False)
    """

    __slots__ = ("_instance",)

    _instance: _core.Instance | _core.CommitteeInstance

    @property
    def patterns(self) -> int:
        """The number of patterns, P."""
        return self._instance.patterns

    @property
    def labels(self) -> NDArray[np.int8]:
        """The label of each pattern, +1 or -1."""
        return self._instance.labels

    @property
    def x(self) -> NDArray[np.int8]:
        """The patterns times their labels."""
        return self._instance.x

    @property
    def teacher(self) -> NDArray[np.int8] | None:
        """The weights that made the labels, if any."""
        return self._instance.teacher

    def check(self, weights: ArrayLike) -> int:
        """The number of patterns that these weights get wrong, by slow and independent code."""
        return self._instance.check(np.asarray(weights))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and self._instance == other._instance

    __hash__ = None  # type: ignore[assignment]
