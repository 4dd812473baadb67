#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""MNIST by scikit-learn and by bitbasin on the same machine: one table, one core each.

    bench/peers/image_classifiers.py [--program build/release/bitbasin] [--dataset mnist] [--presets small paper]

Raw images in, labels out. Rates are those of whole predictions of the test set, with what comes before the network; bytes are those of the pickled
or saved model. Needs Debian's python3-sklearn and `bitbasin data fetch mnist`.
"""

import argparse
import gzip
import json
import os
import pickle
import subprocess
import tempfile
import time

for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ[variable] = "1"

import numpy as np  # noqa: E402  (after the threads are set)
from sklearn.linear_model import LogisticRegression  # noqa: E402
from sklearn.neighbors import KNeighborsClassifier  # noqa: E402
from sklearn.neural_network import MLPClassifier  # noqa: E402

NAMES = ["train-images-idx3-ubyte", "train-labels-idx1-ubyte", "t10k-images-idx3-ubyte", "t10k-labels-idx1-ubyte"]


def read_idx(path):
    with (gzip.open(path + ".gz") if os.path.exists(path + ".gz") else open(path, "rb")) as file:
        data = file.read()
    shape = np.frombuffer(data, ">i4", data[3], 4)
    return np.frombuffer(data, np.uint8, offset=4 + 4 * data[3]).reshape(shape)


def row(name, error, size, training, rate):
    print(f"| {name} | {100 * error:.2f} % | {size:,} | {training:.1f} | {rate:,.0f} |", flush=True)


def scikit(name, model, train, test):
    start = time.perf_counter()
    model.fit(*train)
    trained = time.perf_counter()
    answers = model.predict(test[0])
    ended = time.perf_counter()
    row(name, np.mean(answers != test[1]), len(pickle.dumps(model)), trained - start, len(answers) / (ended - trained))


def bitbasin(program, dataset, preset, files, test_labels):
    with tempfile.TemporaryDirectory() as folder:
        model = os.path.join(folder, "model")
        start = time.perf_counter()
        line = [program, "train", "--dataset", dataset, "--preset", preset, "--threads", "1", "--json", "--save", model]
        subprocess.run(line, check=True, stdout=subprocess.PIPE)
        trained = time.perf_counter()
        line = [program, "predict", model, files[2], "--threads", "1", "--json"]
        answers = json.loads(subprocess.run(line, check=True, stdout=subprocess.PIPE).stdout)["predictions"]
        ended = time.perf_counter()
        error = np.mean(np.array(answers) != test_labels)
        row(f"bitbasin, {preset}", error, os.path.getsize(model), trained - start, len(answers) / (ended - trained))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default="build/release/bitbasin")
    parser.add_argument("--dataset", default="mnist")
    parser.add_argument("--presets", nargs="*", default=["small", "paper"])
    given = parser.parse_args()
    listed = json.loads(subprocess.run([given.program, "data", "list", "--json"], check=True, stdout=subprocess.PIPE).stdout)
    folder = next((d["path"] for d in listed["data_sets"] if d["name"] == given.dataset), given.dataset)
    files = [os.path.join(folder, name) for name in NAMES]
    arrays = [read_idx(path) for path in files]
    train = (arrays[0].reshape(len(arrays[0]), -1) / np.float32(255), arrays[1])
    test = (arrays[2].reshape(len(arrays[2]), -1) / np.float32(255), arrays[3])

    print("| classifier | test error | bytes | training s | images/s |\n|---|---|---|---|---|")
    scikit("logistic regression", LogisticRegression(max_iter=100), train, test)
    scikit("multi-layer perceptron, 100 hidden, floats", MLPClassifier(max_iter=20, random_state=1), train, test)
    scikit("3 nearest neighbours", KNeighborsClassifier(3, algorithm="brute", n_jobs=1), train, test)
    for preset in given.presets:
        bitbasin(given.program, given.dataset, preset, files, test[1])


if __name__ == "__main__":
    main()
