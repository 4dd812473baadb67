# SPDX-License-Identifier: Apache-2.0
"""Data sets of images."""

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
    """The data sets that have a name, and whether they are on this machine; see :func:`fetch_data_set`.

    >>> [known.name for known in data_sets()]
    ['mnist', 'fashion']
    """
    return [KnownDataSet(**known) for known in _core.data_sets()]


def fetch_data_set(name: str, folder: Path | None = None, *, time_limit: float | None = None) -> str:
    """Downloads a data set with npm or apt-get and verifies its checksums, as ``bitbasin data fetch`` does.

    Returns its folder, below `folder` or where :func:`load_data_set` looks for it. A data set that is already
    there is only verified.
    """
    return _core.fetch_data_set(name, None if folder is None else fspath(folder), time_limit)


def load_data_set(name: Path) -> DataSet:
    """A data set by its name, or by its folder, which holds four IDX files or four NumPy files."""
    train, test = _core.load_data_set(fspath(name))
    return DataSet(*train, *test)
