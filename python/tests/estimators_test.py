# SPDX-License-Identifier: Apache-2.0
import json
import pickle

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.datasets import load_breast_cancer, load_digits, load_iris
from sklearn.exceptions import NotFittedError
from sklearn.model_selection import GridSearchCV, cross_val_score, train_test_split
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import parametrize_with_checks

import bitbasin
from bitbasin import BinaryPerceptronClassifier, CommitteeClassifier
from program import command_error, run_json


@parametrize_with_checks([CommitteeClassifier(), BinaryPerceptronClassifier()])
def test_scikit_learn_is_content(estimator, check):
    check(estimator)


@pytest.fixture(scope="module")
def digits():
    return train_test_split(*load_digits(return_X_y=True), random_state=0)


@pytest.fixture(scope="module")
def cancer():
    return train_test_split(*load_breast_cancer(return_X_y=True), random_state=0)


def test_digits_are_learnt(digits):
    train, test, train_labels, test_labels = digits
    classifier = CommitteeClassifier(random_state=1).fit(train, train_labels)
    assert classifier.learnt_ and classifier.score(train, train_labels) == 1
    assert classifier.score(test, test_labels) > 0.95
    assert classifier.curve_["errors"][-1] == 0 and len(classifier.curve_["epoch"]) == classifier.n_iter_
    assert classifier.decision_function(test).shape == (len(test), 10)
    images = CommitteeClassifier(random_state=1, image_shape=(8, 8)).fit(train, train_labels)
    assert images.score(test, test_labels) > 0.95 and images.features_.startswith("patches:filters=32:size=3")
    with pytest.raises(ValueError, match=r"rows of 63 numbers for image_shape \(7, 9\), got 64"):
        CommitteeClassifier(image_shape=(7, 9)).fit(train, train_labels)


def test_any_labels_in_any_number(cancer):
    train, test, train_labels, test_labels = cancer
    names = np.array(["malignant", "benign"])
    classifier = CommitteeClassifier(random_state=1).fit(train, names[train_labels])
    assert classifier.classes_.tolist() == ["benign", "malignant"]
    assert np.mean(classifier.predict(test) == names[test_labels]) > 0.92
    scores = classifier.decision_function(test)
    assert scores.shape == (len(test),) and np.array_equal(
        scores > 0, classifier.predict(test) == "malignant"
    )
    many = np.arange(300) // 3
    one_each = CommitteeClassifier(k2=200, features="project:1001", random_state=1).fit(
        np.eye(100)[many], many * 7 - 5
    )
    assert np.array_equal(one_each.predict(np.eye(100)), np.arange(100) * 7 - 5)
    with pytest.raises(ValueError, match="only one class"):
        CommitteeClassifier().fit(np.eye(3), [1, 1, 1])


def test_it_works_in_pipelines_and_searches():
    x, y = load_iris(return_X_y=True)
    pipeline = make_pipeline(StandardScaler(), CommitteeClassifier(k1=5, k2=30, random_state=1, epochs=20))
    assert cross_val_score(pipeline, x, y, cv=3).mean() > 0.85
    search = GridSearchCV(
        pipeline,
        {
            "committeeclassifier__features": ["quantiles:3", "quantiles:15"],
            "committeeclassifier__robustness": [0, 5],
        },
        cv=3,
        n_jobs=2,
    )
    assert search.fit(x, y).best_score_ > 0.85
    assert search.best_params_.keys() == {"committeeclassifier__features", "committeeclassifier__robustness"}


def test_the_same_state_gives_the_same_network(digits):
    train, test, labels, _ = digits
    one = CommitteeClassifier(random_state=5, epochs=3).fit(train, labels)
    two = clone(one).set_params(n_jobs=2).fit(train.astype(np.float32), labels)
    assert np.array_equal(one.network_.weights, two.network_.weights)
    assert np.array_equal(one.decision_function(test), two.decision_function(test))
    other = CommitteeClassifier(random_state=6, epochs=3).fit(train, labels)
    assert not np.array_equal(one.network_.weights, other.network_.weights)
    state = [
        CommitteeClassifier(random_state=np.random.RandomState(3), epochs=1).fit(train, labels) for _ in "ab"
    ]
    assert np.array_equal(state[0].network_.weights, state[1].network_.weights)


def test_it_can_learn_bit_by_bit(digits):
    train, test, labels, test_labels = digits
    classifier = CommitteeClassifier(random_state=1)
    with pytest.raises(ValueError, match="classes"):
        classifier.partial_fit(train[:100], labels[:100])
    for epoch in range(4):
        for begin in range(0, len(train), 300):
            rows = slice(begin, begin + 300)
            classifier.partial_fit(train[rows], labels[rows], classes=range(10))
    assert classifier.score(test, test_labels) > 0.9
    with pytest.raises(ValueError, match="expected labels among the classes .*, got 10"):
        classifier.partial_fit(train[:1], [10])
    with pytest.raises(ValueError, match="of the first call"):
        classifier.partial_fit(train[:1], [1], classes=[0, 1])
    # Going on after a pickle is going on.
    copy = pickle.loads(pickle.dumps(classifier))
    for estimator in (classifier, copy):
        estimator.partial_fit(train[:500], labels[:500])
    assert np.array_equal(classifier.network_.weights, copy.network_.weights)


def test_a_size_limit_shrinks_the_network(cancer, tmp_path):
    train, _, labels, _ = cancer
    model = CommitteeClassifier(size_limit="20KB", epochs=3, random_state=1).fit(train, labels)
    model.save(tmp_path / "a.model")
    about = run_json("inspect", tmp_path / "a.model")
    assert about["k1"] == 11 and about["k2"] < 100
    assert 18000 < about["bytes"]["total"] - about["bytes"]["record"] <= 20000


@pytest.mark.parametrize(
    "estimator", [CommitteeClassifier(random_state=1, epochs=20), BinaryPerceptronClassifier(random_state=1)]
)
def test_models_are_files_of_the_program(estimator, cancer, tmp_path):
    train, test, labels, _ = cancer
    names = np.array(["malignant", "benign"])[labels]
    fitted = clone(estimator).fit(train, names)
    fitted.save(tmp_path / "cancer.model")
    np.save(tmp_path / "test.npy", test)
    answers = run_json("predict", tmp_path / "cancer.model", tmp_path / "test.npy")["predictions"]
    assert np.array_equal(fitted.classes_[answers], fitted.predict(test))
    about = run_json("inspect", tmp_path / "cancer.model")
    assert about["labels"] == 2 and json.loads(about["options"]["classes"]) == ["benign", "malignant"]
    loaded = type(estimator).load(tmp_path / "cancer.model")
    assert np.array_equal(loaded.predict(test), fitted.predict(test))
    assert np.array_equal(loaded.decision_function(test), fitted.decision_function(test))
    assert loaded.get_params() == fitted.get_params() and loaded.n_features_in_ == 30
    copy = pickle.loads(pickle.dumps(fitted))
    assert np.array_equal(copy.decision_function(test), fitted.decision_function(test))


def test_flipped_bits_change_what_is_learned():
    x, y = load_digits(return_X_y=True)
    given = dict(k1=3, k2=30, epochs=5, random_state=1)
    plain = CommitteeClassifier(**given).fit(x[:1000], y[:1000])
    noisy = CommitteeClassifier(**given, flip=0.1).fit(x[:1000], y[:1000])
    assert np.any(noisy.decision_function(x) != plain.decision_function(x))
    again = CommitteeClassifier(**given, flip=0.1).fit(x[:1000], y[:1000])
    assert np.array_equal(noisy.decision_function(x), again.decision_function(x))
    assert noisy.score(x[1000:], y[1000:]) > 0.8


def test_views_of_an_image_add_up(tmp_path):
    x, y = load_digits(return_X_y=True)
    parameters = {"k1": 3, "k2": 30, "epochs": 5, "features": "threshold", "random_state": 1}
    classifier = CommitteeClassifier(image_shape=(8, 8), **parameters).fit(x, y)
    images = x.reshape(-1, 8, 8)
    expected = classifier.decision_function(x)
    for axis in (1, 2):
        for step in (1, -1):
            moved = np.roll(images, step, axis=axis)
            edge = 0 if step == 1 else -1
            moved[(slice(None),) * axis + (edge,)] = 0
            expected = expected + classifier.decision_function(moved.reshape(len(x), -1))
    plain = classifier.decision_function(x)
    classifier.set_params(views="shifts")  # no new training
    assert np.array_equal(classifier.decision_function(x), expected)
    assert not np.array_equal(expected, plain)
    classifier.save(tmp_path / "digits.model")
    assert run_json("inspect", tmp_path / "digits.model")["views"] == "shifts"
    for copy in (CommitteeClassifier.load(tmp_path / "digits.model"), pickle.loads(pickle.dumps(classifier))):
        assert copy.views == "shifts"
        assert np.array_equal(copy.decision_function(x), expected)
    with pytest.raises(ValueError, match="expected views"):
        classifier.set_params(views="all").predict(x)
    with pytest.raises(ValueError, match="expected images of rows and columns for the views mirror"):
        CommitteeClassifier(epochs=1, views="mirror").fit(x, y)
    one = BinaryPerceptronClassifier(image_shape=(8, 8), random_state=1, epochs=5).fit(x[y < 2], y[y < 2])
    one.save(tmp_path / "one.model")
    other = tmp_path / "two.model"
    run_json("export", tmp_path / "one.model", "--model", "--views", "mirror", "--output", other)
    with pytest.raises(ValueError, match="expected a model that looks at a row once, got the views mirror"):
        BinaryPerceptronClassifier.load(other)


def test_voters_vote(tmp_path):
    x, y = load_iris(return_X_y=True)
    parameters = {"k1": 3, "k2": 20, "epochs": 5, "random_state": 1}
    maps = ["quantiles:3", "project:31"]
    vote = CommitteeClassifier(features="+".join(maps), **parameters).fit(x, y)
    alone = CommitteeClassifier(features=maps[0], **parameters).fit(x, y)
    assert vote.network_.voters == 2 and alone.network_.voters == 1
    assert not np.array_equal(vote.decision_function(x), alone.decision_function(x))
    vote.save(tmp_path / "vote.model")
    for copy in (CommitteeClassifier.load(tmp_path / "vote.model"), pickle.loads(pickle.dumps(vote))):
        assert copy.network_.voters == 2
        assert np.array_equal(copy.decision_function(x), vote.decision_function(x))
    with pytest.raises(ValueError, match="expected a single network to train more"):
        vote.partial_fit(x, y)


def test_models_of_the_program_are_loaded(tmp_path):
    run_json("generate images", out=tmp_path / "letters", train=300, test=100)
    trained = run_json(
        "train",
        dataset=tmp_path / "letters",
        features="threshold+quantiles:1",
        k1=5,
        k2=20,
        epochs=5,
        save=tmp_path / "letters.model",
    )
    classifier = CommitteeClassifier.load(tmp_path / "letters.model")
    raw = np.fromfile(tmp_path / "letters" / "t10k-images-idx3-ubyte", np.uint8, offset=16).reshape(100, -1)
    labels = np.fromfile(tmp_path / "letters" / "t10k-labels-idx1-ubyte", np.uint8, offset=8)
    assert np.sum(classifier.predict(raw) != labels) == trained["test_errors"]
    with pytest.raises(
        ValueError, match="row 0, column 0 .* expected a whole number from 0 to 255, found 0.5"
    ):
        classifier.predict(raw + 0.5)
    with pytest.raises(ValueError, match="expected a network of one perceptron, got 100"):
        BinaryPerceptronClassifier.load(tmp_path / "letters.model")
    with pytest.raises(ValueError, match="nothing"):
        CommitteeClassifier.load(tmp_path / "nothing")


def test_a_single_perceptron(cancer):
    train, test, labels, test_labels = cancer
    for algorithm in ("sbpi", "cpr"):
        classifier = BinaryPerceptronClassifier(algorithm, random_state=1).fit(train, labels)
        assert classifier.score(test, test_labels) > 0.92
        assert set(classifier.weights_.tolist()) == {-1, 1} and len(classifier.weights_) % 2 == 1
        errors = np.sum(classifier.predict(train) != labels)
        assert errors == classifier.train_errors_ and classifier.solved_ == (errors == 0)
        assert np.all(classifier.decision_function(test) != 0)
    with pytest.raises(ValueError, match="Only binary classification is supported"):
        BinaryPerceptronClassifier().fit(*load_iris(return_X_y=True))
    with pytest.raises(ValueError, match="expected one of the algorithms rbp"):
        BinaryPerceptronClassifier("svm").fit(train, labels)
    with pytest.raises(ValueError, match="expected features of one bit each"):
        BinaryPerceptronClassifier(features="depth:2,quantiles").fit(train, labels)


@pytest.mark.parametrize(
    "parameters, sentence",
    [
        (dict(k1=4), r"odd number of units per committee \(k1\) from 1 to 1021, got 4"),
        (dict(growth=0.5), "growth of train: expected a number from 1 to 2 or auto, got '0.5'"),
        (dict(robustness=-1), "robustness of train"),
        (dict(features="rbn:3"), "expected one of the stages rbm"),
    ],
)
def test_parameters_are_checked_as_the_program_does(parameters, sentence):
    with pytest.raises(ValueError, match=sentence):
        CommitteeClassifier(**parameters).fit(*load_iris(return_X_y=True))


@pytest.mark.parametrize(
    "name, value",
    [
        ("k1", 1023),
        ("k2", 0),
        ("robustness", -1),
        ("reinforcement", 2.5),
        ("growth", 3.0),
        ("flip", 0.7),
        ("epochs", 0),
    ],
)
def test_sentences_about_ranges_are_those_of_the_program(name, value):
    with pytest.raises(ValueError) as raised:
        CommitteeClassifier(**{name: value}).fit(*load_iris(return_X_y=True))
    printed = command_error("train", **{name: value})
    assert str(raised.value).replace(f"{name} of train", f"--{name}") in printed


def test_what_is_not_fitted_says_so(tmp_path):
    for estimator in (CommitteeClassifier(), BinaryPerceptronClassifier()):
        with pytest.raises(NotFittedError):
            estimator.predict(np.eye(2))
        with pytest.raises(NotFittedError):
            estimator.save(tmp_path / "model")


def test_the_options_of_training_are_documented():
    arguments = CommitteeClassifier().get_params()
    rows = [row for row in bitbasin._core.training_options() if row["name"] in arguments]
    assert {row["name"] for row in rows} > {"k1", "k2", "robustness", "reinforcement", "growth", "epochs"}
    for row in rows:
        assert row["name"] == "features" or f"{row['name']}: {row['meaning']}" in CommitteeClassifier.__doc__
    assert "k2: committees; whole number from 1 to 1048576, 100 by default" in CommitteeClassifier.__doc__


def test_constant_columns_and_few_rows_do_no_harm():
    x = np.array([[1.0, 5.0, np.pi], [1.0, 6.0, np.pi]])
    classifier = CommitteeClassifier(random_state=1).fit(x, ["a", "b"])
    assert classifier.predict(x).tolist() == ["a", "b"]
    assert CommitteeClassifier(epochs=2, random_state=1).fit(np.ones((4, 2)), [0, 1, 0, 1]).predict(
        [[1, 1]]
    ) in (0, 1)
