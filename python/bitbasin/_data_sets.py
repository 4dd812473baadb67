# SPDX-License-Identifier: Apache-2.0
"""Data sets of images that have a name."""

from __future__ import annotations

from dataclasses import dataclass
from os import fspath

import numpy as np
from numpy.typing import NDArray

from . import _core
from ._perceptron import Path
from ._result import Result


@dataclass(frozen=True)
class KnownDataSet:
    """A data set that has a name: what `bitbasin data list` shows."""

    name: str
    meaning: str
    path: str
    present: bool


@dataclass(frozen=True, repr=False, eq=False)
class DataSet(Result):
    """Images, (count, height, width) of pixels from 0 to 255, with their labels."""

    train_images: NDArray[np.uint8]
    train_labels: NDArray[np.uint16]
    test_images: NDArray[np.uint8]
    test_labels: NDArray[np.uint16]

    def __repr__(self) -> str:
        count, height, width = self.train_images.shape
        return f"DataSet({count} images of {height} x {width} to train, {len(self.test_images)} to test)"


def data_sets() -> list[KnownDataSet]:
    """The data sets that have a name, and whether they are here; ``bitbasin data fetch`` gets them.

    >>> [known.name for known in data_sets()]
    ['mnist', 'fashion']
    """
    return [KnownDataSet(**known) for known in _core.data_sets()]


def load_data_set(name: Path) -> DataSet:
    """A data set by its name, or by the folder that it is in: four IDX files, or four of NumPy."""
    train, test = _core.load_data_set(fspath(name))
    return DataSet(*train, *test)
