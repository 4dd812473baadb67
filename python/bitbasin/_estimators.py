# SPDX-License-Identifier: Apache-2.0
"""Classifiers in the style of scikit-learn."""

from __future__ import annotations

import ast
import json
import numbers
from dataclasses import replace
from os import fspath
from typing import Any, TypeVar

import numpy as np
from joblib import effective_n_jobs
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils import check_random_state
from sklearn.utils.multiclass import check_classification_targets, type_of_target
from sklearn.utils.validation import check_is_fitted

from . import _core
from ._options import Option, keywords, option_lines, text
from ._perceptron import Path
from ._progress import progress_function

Self = TypeVar("Self", bound="_BitClassifier")


def _validate(estimator: Any, x: Any, y: Any = "no_validation", *, reset: bool) -> Any:
    """Like check_array and check_X_y, but also checks the columns; scikit-learn 1.6 has moved it."""
    try:
        from sklearn.utils.validation import validate_data
    except ImportError:
        return estimator._validate_data(x, y, reset=reset)
    return validate_data(estimator, x, y, reset=reset)


class _BitClassifier(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """What both classifiers share: rows of numbers become bits, classes become numbers from 0."""

    features: str
    image_shape: tuple[int, int] | None
    random_state: Any
    n_jobs: int | None
    verbose: int

    def _features_spec(self) -> str:
        if self.features != "auto":
            return self.features
        return auto_features(self.image_shape)

    def _shape(self, columns: int) -> tuple[int, int]:
        if self.image_shape is None:
            return 1, columns
        height, width = self.image_shape
        if height * width != columns:
            raise ValueError(
                f"expected rows of {height * width} numbers for image_shape {self.image_shape}, "
                f"got {columns}"
            )
        return height, width

    def _seed(self) -> int:
        """A whole number is the seed itself, as on the command line; anything else supplies one."""
        if isinstance(self.random_state, numbers.Integral):
            return int(self.random_state)
        return int(check_random_state(self.random_state).randint(2**31 - 1))

    def _threads(self) -> int:
        return int(effective_n_jobs(self.n_jobs))

    def _validated(self, x: ArrayLike, y: ArrayLike) -> tuple[NDArray[Any], NDArray[Any]]:
        rows, labels = _validate(self, x, y, reset=True)
        check_classification_targets(labels)
        return rows, labels

    def _encode_classes(self, y: NDArray[Any]) -> NDArray[np.uint16]:
        self.classes_, codes = np.unique(y, return_inverse=True)
        if len(self.classes_) < 2:
            raise ValueError("expected at least 2 classes, but y has only one class")
        return np.asarray(codes, dtype=np.uint16)

    def predict(self, X: ArrayLike) -> NDArray[Any]:
        """The class of each row."""
        scores = self.decision_function(X)
        index = (scores > 0).astype(int) if scores.ndim == 1 else scores.argmax(axis=1)
        return np.asarray(self.classes_[index])

    def decision_function(self, X: ArrayLike) -> NDArray[np.float64]:
        """The score of each class; see the classifiers."""
        raise NotImplementedError

    def save(self, path: Path) -> None:
        """Writes a model file for ``bitbasin predict``, ``inspect`` and ``export``, where classes are
        numbers.
        """
        check_is_fitted(self)
        options = [
            (name, str(value)) for name, value in sorted(self.get_params().items()) if value is not None
        ]
        options.append(("classes", json.dumps(self.classes_.tolist())))
        options.append(("estimator", type(self).__name__))
        self.network_.save(
            fspath(path), self.seed_, options, self.train_patterns_, self.train_errors_, self._views()
        )

    @classmethod
    def load(cls: type[Self], path: Path) -> Self:
        """Reads a model file, from :meth:`save` or from ``bitbasin train``, whose classes are 0, 1, ..."""
        network, record = _core.load_network(fspath(path))
        options = dict(record["options"])
        estimator = cls()
        known = {name: _from_text(options[name]) for name in estimator.get_params() if name in options}
        estimator.set_params(**known)
        estimator._take_views(record["views"])
        estimator._take_network(network)
        estimator.seed_ = record["seed"]
        estimator.classes_ = np.array(json.loads(options.get("classes", "null")) or range(network.labels))
        estimator.n_features_in_ = network.features_in
        estimator.features_ = options.get("features", "auto")
        estimator.train_patterns_ = record["train_patterns"]
        estimator.train_errors_ = record["train_errors"]
        return estimator

    def _take_network(self, network: _core.Network) -> None:
        self.network_ = network

    def _views(self) -> str:
        return "none"

    def _take_views(self, views: str) -> None:
        if views != "none":
            raise ValueError(f"expected a model that looks at a row once, got the views {views}")


def _from_text(text: str) -> Any:
    """A parameter as written by :meth:`save`: a plain value, or text."""
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return text


def auto_features(image_shape: tuple[int, int] | None) -> str:
    """What ``features="auto"`` means: levels for tables, and small filters for images that are large enough.

    >>> auto_features(None), auto_features((28, 28))
    ('quantiles:15', 'patches:32')
    """
    side = 0 if image_shape is None else min(image_shape)
    if side >= 16:
        return "patches:32"
    return "patches:32:size=3:cells=3,quantiles:7" if side >= 6 else "quantiles:15"


class CommitteeClassifier(_BitClassifier):
    """Committees of binary perceptrons, trained without gradients.

    The network of ``bitbasin train``: `k2` committees of `k1` perceptrons with weights of +1 and -1 vote for
    the classes by a random code. It learns by multi-layer CP+R, in integers: the same random_state gives the
    same weights on every machine and for every n_jobs.

    Parameters
    ----------
    k1, k2, robustness, reinforcement, growth, flip, epochs : options of the training, listed below. Use far
        more committees than classes.
    features : how rows of numbers become bits, the stages of ``bitbasin train --features``; "auto" compares
        each number with 15 levels that divide the training set into equal parts, or, for images, lays small
        filters over them. A plus between two maps makes two networks that vote; k1 and k2 are those of each.
    image_shape : (height, width) if rows are images; all numbers of an image then share one scale.
    random_state : a whole number is the seed itself.
    n_jobs : threads; -1 for all cores.
    verbose : shows progress unless it is 0.
    size_limit : the largest model, such as "20KB"; k2, then k1 shrink until it fits, and the robustness with
        k2. In the file, the parameters and the names of the classes come on top.
    views : how else to look at an image before deciding, see below. Predictions take it from the estimator,
        so ``set_params(views="shifts")`` changes it without a new training.

    Attributes
    ----------
    classes_, n_features_in_ : as in every classifier.
    network_ : the network with its feature map, or several that vote.
    n_iter_ : the number of epochs.
    learnt_ : whether nothing was left to learn.
    curve_ : errors, signals and updates of each epoch.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> classifier = CommitteeClassifier(k1=5, k2=20, random_state=1).fit(X, y)
    >>> classifier.score(X, y) > 0.95
    True
    """

    def __init__(
        self,
        k1: int = 11,
        k2: int = 100,
        robustness: int = 30,
        reinforcement: float = 1e-4,
        growth: float = 1.0,
        epochs: int = 100,
        features: str = "auto",
        image_shape: tuple[int, int] | None = None,
        random_state: Any = None,
        n_jobs: int | None = None,
        verbose: int = 0,
        size_limit: str = "none",
        views: str = "none",
        flip: float = 0.0,
    ) -> None:
        self.k1 = k1
        self.k2 = k2
        self.robustness = robustness
        self.reinforcement = reinforcement
        self.growth = growth
        self.epochs = epochs
        self.features = features
        self.image_shape = image_shape
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.size_limit = size_limit
        self.views = views
        self.flip = flip

    def fit(self, X: ArrayLike, y: ArrayLike) -> CommitteeClassifier:
        """Learns the features and trains a new network."""
        rows, labels = self._validated(X, y)
        codes = self._encode_classes(labels)
        self._train(rows, codes, self.epochs, first=True)
        return self

    def partial_fit(
        self, X: ArrayLike, y: ArrayLike, classes: ArrayLike | None = None
    ) -> CommitteeClassifier:
        """Presents these rows once. The first call determines the features and needs all `classes`."""
        first = not hasattr(self, "network_")
        if first and classes is None:
            raise ValueError("the first call of partial_fit needs classes: all classes that will ever occur")
        rows, labels = _validate(self, X, y, reset=first)
        check_classification_targets(labels)
        if first:
            self._encode_classes(np.asarray(classes))
        elif classes is not None and not np.array_equal(np.unique(classes), self.classes_):
            raise ValueError(f"expected the classes {self.classes_} of the first call, got {classes!r}")
        codes = np.searchsorted(self.classes_, labels)
        known = self.classes_[np.minimum(codes, len(self.classes_) - 1)] == labels
        if not known.all():
            raise ValueError(
                f"expected labels among the classes {self.classes_}, got {labels[~known][0]!r}"
            )
        self._train(rows, codes.astype(np.uint16), 1, first=first)
        return self

    def decision_function(self, X: ArrayLike) -> NDArray[np.float64]:
        """The votes of the committees, one column per class; for two classes, those for the second class
        minus those for the first.
        """
        check_is_fitted(self)
        rows = _validate(self, X, reset=False)
        sums = self.network_.sums(rows, self._threads(), self.views).astype(float)
        return np.asarray(sums[:, 1] - sums[:, 0] if len(self.classes_) == 2 else sums)

    def _train(self, rows: NDArray[Any], codes: NDArray[np.uint16], epochs: int, *, first: bool) -> None:
        if first:
            self.seed_ = self._seed()
            self.features_ = _core.canonical_features(self._features_spec())
        options = keywords(
            features=self.features_,
            k1=self.k1,
            k2=self.k2,
            robustness=self.robustness,
            reinforcement=self.reinforcement,
            growth=self.growth,
            flip=self.flip,
            epochs=epochs,
            size_limit=self.size_limit,
            views=self.views,
        )
        with progress_function(bool(self.verbose)) as report:
            if first:
                network, self.learnt_ = _core.train_network(
                    rows,
                    codes,
                    *self._shape(rows.shape[1]),
                    self.image_shape is not None,
                    len(self.classes_),
                    options,
                    self.seed_,
                    self._threads(),
                    report,
                )
            else:
                network, self.learnt_ = self.network_.train_more(
                    rows, codes, options, self.seed_, self._threads(), report
                )
        self._take_network(network)
        self.train_patterns_ = len(rows)
        self.train_errors_ = int(network.curve["errors"][-1])
        self.n_iter_ = int(network.epochs)

    def _views(self) -> str:
        return self.views

    def _take_views(self, views: str) -> None:
        self.views = views

    @property
    def curve_(self) -> dict[str, NDArray[np.uint64]]:
        """Errors, signals and updates of each epoch."""
        check_is_fitted(self)
        return self.network_.curve


class BinaryPerceptronClassifier(_BitClassifier):
    """One perceptron with weights of +1 and -1, for two classes.

    The bits of a row are classified by the sign of W . x, and W is found by a solver of ``bitbasin solve
    perceptron``; if no W is right for all rows, the best one found is kept.

    Parameters
    ----------
    algorithm : the solver as a spec string, see ``bitbasin.solve``.
    epochs : the budget of the solver, in presentations of every row.
    features, image_shape, random_state, n_jobs, verbose : as in CommitteeClassifier.

    Attributes
    ----------
    weights_ : +1 and -1, one per bit.
    solved_ : whether all rows are right.
    train_errors_ : rows that are wrong.

    Examples
    --------
    >>> from sklearn.datasets import load_breast_cancer
    >>> X, y = load_breast_cancer(return_X_y=True)
    >>> BinaryPerceptronClassifier(random_state=1).fit(X, y).score(X, y) > 0.95
    True
    """

    def __init__(
        self,
        algorithm: str = "sbpi",
        epochs: int = 1000,
        features: str = "auto",
        image_shape: tuple[int, int] | None = None,
        random_state: Any = None,
        n_jobs: int | None = None,
        verbose: int = 0,
    ) -> None:
        self.algorithm = algorithm
        self.epochs = epochs
        self.features = features
        self.image_shape = image_shape
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.verbose = verbose

    def fit(self, X: ArrayLike, y: ArrayLike) -> BinaryPerceptronClassifier:
        """Learns the features and looks for weights."""
        rows, labels = self._validated(X, y)
        kind = type_of_target(labels)
        if kind != "binary":
            raise ValueError(f"Only binary classification is supported. The type of the target is {kind}.")
        codes = self._encode_classes(labels)
        height, width = self._shape(rows.shape[1])
        self.seed_ = self._seed()
        self.features_ = _core.canonical_features(self._features_spec())
        with progress_function(bool(self.verbose)) as report:
            features = _core.fit_feature_map(
                rows,
                height,
                width,
                self.image_shape is not None,
                self.features_,
                self.seed_,
                self._threads(),
                report,
            )
            if features.depth != 1:
                raise ValueError(
                    f"expected features of one bit each, but {self.features_} gives {features.depth}"
                )
            bits = features.encode(rows, self._threads())
            instance = _core.instance_from_bits(bits, features.bits, 2 * codes.astype(np.int8) - 1, [])
            keys, weights = _core.solve_perceptron(
                instance,
                self.algorithm,
                self.seed_,
                self._threads(),
                int(self.epochs) * len(rows),
                None,
                report,
                "auto",
            )
        self.solved_, self.train_errors_ = keys["solved"], keys["errors"]
        self.train_patterns_ = len(rows)
        self._take_network(_core.network_from_perceptron(features, weights))
        return self

    def decision_function(self, X: ArrayLike) -> NDArray[np.float64]:
        """W . x / sqrt(N): positive for the second class, and never zero."""
        check_is_fitted(self)
        rows = _validate(self, X, reset=False)
        n = len(self.weights_)
        packed = self._features.encode(rows, self._threads())
        weights = self.weights_.astype(np.float32)  # sums of at most 2^24 are exact
        fields = np.empty(len(rows))
        for begin in range(0, len(rows), 4096):
            bits = np.unpackbits(packed[begin : begin + 4096], axis=1, count=n, bitorder="little")
            fields[begin : begin + 4096] = (2 * bits.astype(np.float32) - 1) @ weights
        return np.asarray(fields / np.sqrt(n))

    def _take_network(self, network: _core.Network) -> None:
        if network.k1 * network.k2 != 1:
            raise ValueError(f"expected a network of one perceptron, got {network.k1 * network.k2}")
        self.network_ = network
        self.weights_ = network.weights[0]
        self._features = network.feature_map

    def _more_tags(self) -> dict[str, Any]:
        return {"binary_only": True}

    def __sklearn_tags__(self) -> Any:  # scikit-learn 1.6 and later
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        return tags


def _training_options() -> list[Option]:
    """The arguments of CommitteeClassifier that the table of trainings describes, with its own defaults."""
    defaults = CommitteeClassifier().get_params()
    return [
        replace(
            Option(**row), range=row["range"].removesuffix(" or auto"), default=text(defaults[row["name"]])
        )
        for row in _core.training_options()
        if row["name"] in defaults and row["name"] != "features"
    ]


CommitteeClassifier.__doc__ = (
    (CommitteeClassifier.__doc__ or "").rstrip()
    + "\n\n    Options of the training:\n\n"
    + option_lines(_training_options(), " " * 8)
)
