# SPDX-License-Identifier: Apache-2.0
"""Learning and optimisation with binary synapses, weights that are +1 or -1.

>>> import bitbasin
>>> problem = bitbasin.perceptron(1001, 0.6, seed=1)
>>> bitbasin.solve(problem, "rbp").solved
True
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import theory
from ._committee import Committee, CommitteeSolution, committee, solve_committee
from ._core import __version__, set_simd_level, simd_level, simd_levels
from ._data_sets import DataSet, KnownDataSet, data_sets, fetch_data_set, load_data_set
from ._entropy import LocalEntropy, Surveys, local_entropy, survey_entropy
from ._ksat import Formula, KsatSolution, cnf, ksat, read_cnf, solve_ksat
from ._online import OnlineLearning, learn_online
from ._options import Algorithm, Option, algorithms
from ._perceptron import Perceptron, PerceptronSolution, Walk, perceptron, read_patterns, solve, walk
from ._reproduce import Claim, Reproduction, claims, report, reproduce
from ._sweep import SweepResult, read_store, sweep

if TYPE_CHECKING:
    from ._estimators import BinaryPerceptronClassifier, CommitteeClassifier

__all__ = [
    "Algorithm",
    "BinaryPerceptronClassifier",
    "Claim",
    "Committee",
    "CommitteeClassifier",
    "CommitteeSolution",
    "DataSet",
    "Formula",
    "KnownDataSet",
    "KsatSolution",
    "LocalEntropy",
    "OnlineLearning",
    "Option",
    "Perceptron",
    "PerceptronSolution",
    "Reproduction",
    "Surveys",
    "SweepResult",
    "Walk",
    "__version__",
    "algorithms",
    "claims",
    "cnf",
    "committee",
    "data_sets",
    "fetch_data_set",
    "ksat",
    "learn_online",
    "load_data_set",
    "local_entropy",
    "perceptron",
    "read_cnf",
    "read_patterns",
    "read_store",
    "report",
    "reproduce",
    "set_simd_level",
    "simd_level",
    "simd_levels",
    "solve",
    "solve_committee",
    "solve_ksat",
    "survey_entropy",
    "sweep",
    "theory",
    "walk",
]


def __getattr__(name: str) -> Any:
    """Imports the classifiers on first use, because scikit-learn takes a second to import."""
    if name in ("BinaryPerceptronClassifier", "CommitteeClassifier"):
        from . import _estimators

        return getattr(_estimators, name)
    raise AttributeError(f"module 'bitbasin' has no attribute '{name}'")


def __dir__() -> list[str]:
    return __all__
