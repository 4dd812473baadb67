#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Tables of scikit-learn by its classifiers and by ours: cross-validated accuracy and bytes, one core each.

    PYTHONPATH=build/release/python bench/peers/table_classifiers.py [--repeats 3] [--data digits]
    ... --mlbench FOLDER --data vowels sonar vehicles satellite letters --repeats 1

The second line reads the tables of Debian's r-cran-mlbench with Debian's python3-rdata; FOLDER is what
`apt-get download r-cran-mlbench && dpkg -x r-cran-mlbench*.deb FOLDER` makes, without any R.

Ten folds, shuffled from random_state 101; the same folds for all. The error is that of the mean over folds
and repeats, as if they were independent, which they are not quite. Bytes are those of a model of all rows:
pickled, or ours as a model file.
"""

import argparse
import os
import pickle
import tempfile
import time
import warnings

for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ[variable] = "1"

import numpy as np  # noqa: E402  (after the threads are set)
from sklearn import datasets  # noqa: E402
from sklearn.base import clone  # noqa: E402
from sklearn.ensemble import HistGradientBoostingClassifier, RandomForestClassifier  # noqa: E402
from sklearn.linear_model import LogisticRegression  # noqa: E402
from sklearn.model_selection import RepeatedStratifiedKFold, cross_val_score  # noqa: E402
from sklearn.neighbors import KNeighborsClassifier  # noqa: E402
from sklearn.neural_network import MLPClassifier  # noqa: E402
from sklearn.pipeline import make_pipeline  # noqa: E402
from sklearn.preprocessing import StandardScaler  # noqa: E402

import bitbasin  # noqa: E402

DATA = {
    "digits": datasets.load_digits,
    "breast cancer": datasets.load_breast_cancer,
    "wine": datasets.load_wine,
    "iris": datasets.load_iris,
}
# Spoken vowels, echoes, silhouettes, pixels in four colours, and letters:
# file, label, columns left out (the speaker).
MLBENCH = {
    "vowels": ("Vowel", "Class", ["V1"]),
    "sonar": ("Sonar", "Class", []),
    "vehicles": ("Vehicle", "Class", []),
    "satellite": ("Satellite", "classes", []),
    "letters": ("LetterRecognition", "lettr", []),
}


def read_mlbench(folder, name):
    import rdata

    file, label, left_out = MLBENCH[name]
    path = os.path.join(folder, f"usr/lib/R/site-library/mlbench/data/{file}.rda")
    table = rdata.conversion.convert(rdata.parser.parse_file(path))[file]
    x = table.drop(columns=[label, *left_out]).to_numpy(float)
    return x, np.unique(table[label].astype(str), return_inverse=True)[1]


def classifiers(name):
    yield "LogisticRegression", make_pipeline(StandardScaler(), LogisticRegression(max_iter=1000))
    yield "MLPClassifier", make_pipeline(StandardScaler(), MLPClassifier(max_iter=500, random_state=1))
    yield "KNeighborsClassifier", make_pipeline(StandardScaler(), KNeighborsClassifier())
    yield "RandomForestClassifier", RandomForestClassifier(random_state=1)
    yield "HistGradientBoostingClassifier", HistGradientBoostingClassifier(random_state=1)
    yield "CommitteeClassifier", bitbasin.CommitteeClassifier(random_state=1)
    yield 'CommitteeClassifier, size_limit="10KB"', bitbasin.CommitteeClassifier(
        random_state=1, size_limit="10KB"
    )
    if name == "digits":
        yield "CommitteeClassifier, image_shape=(8, 8)", bitbasin.CommitteeClassifier(
            random_state=1, image_shape=(8, 8)
        )
    if name == "letters":
        yield "CommitteeClassifier with products and flips", bitbasin.CommitteeClassifier(
            random_state=1, features="quantiles:15,products:15", k2=400, robustness=200, flip=0.0625
        )
    if name == "breast cancer":
        yield "BinaryPerceptronClassifier", bitbasin.BinaryPerceptronClassifier(random_state=1)


def model_bytes(classifier, x, y):
    fitted = clone(classifier).fit(x, y)
    if not hasattr(fitted, "save"):
        return len(pickle.dumps(fitted))
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.model")
        fitted.save(path)
        return os.path.getsize(path)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--data", nargs="*", default=list(DATA), choices=[*DATA, *MLBENCH])
    parser.add_argument("--mlbench", metavar="FOLDER", help="where r-cran-mlbench was unpacked")
    arguments = parser.parse_args()
    if arguments.mlbench is None and not set(arguments.data) <= set(DATA):
        parser.error("expected --mlbench FOLDER with these data, got none")
    warnings.simplefilter("ignore")
    print("| data | classifier | accuracy | bytes | seconds for all folds |\n|---|---|---|---|---|")
    for name in arguments.data:
        x, y = read_mlbench(arguments.mlbench, name) if name in MLBENCH else DATA[name](return_X_y=True)
        folds = RepeatedStratifiedKFold(n_splits=10, n_repeats=arguments.repeats, random_state=101)
        for title, classifier in classifiers(name):
            start = time.perf_counter()
            scores = cross_val_score(classifier, x, y, cv=folds)
            seconds = time.perf_counter() - start
            error = np.std(scores, ddof=1) / np.sqrt(len(scores))
            accuracy = f"{100 * scores.mean():.2f} +- {100 * error:.2f} %"
            size = model_bytes(classifier, x, y)
            print(f"| {name} | {title} | {accuracy} | {size:,} | {seconds:.1f} |", flush=True)


if __name__ == "__main__":
    main()
