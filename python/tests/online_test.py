# SPDX-License-Identifier: Apache-2.0
import numpy as np
import pytest

import bitbasin
from program import run_json


@pytest.mark.parametrize("algorithm", ["sbpi", "cpr:reinforcement=0.2,flip=0.01"])
def test_online_learning_is_that_of_the_command_line(algorithm):
    flags = {"n": 201, "task": "teacher", "online": True, "algorithm": algorithm, "alpha": 5, "seed": 3}
    keys = run_json("solve perceptron", **flags)
    learned = bitbasin.learn_online(201, algorithm, alpha=5, seed=3)
    for key in ("algorithm", "spec", "n", "solved", "verified", "work", "stop_reason"):
        assert getattr(learned, key) == keys[key]
    for key in ("patterns", "alpha", "learnt", "teacher_overlap", "generalization_error"):
        column = getattr(learned, key)
        assert column.tolist() == [point[key] for point in keys["points"]]
        assert column[-1] == keys[key]
    assert len(learned) == len(keys["points"])


def test_the_teacher_is_found_and_options_are_keywords():
    learned = bitbasin.learn_online(201, "sbpi", probability=0.5, seed=2)
    assert learned.solved and "probability=0.5" in learned.spec
    assert np.array_equal(learned.weights, learned.teacher)
    problem = bitbasin.perceptron(201, 3.0, task="teacher", seed=2)
    assert np.array_equal(problem.teacher, learned.teacher)
    assert problem.check(learned.weights) == 0


def test_mistakes_are_sentences():
    with pytest.raises(ValueError, match="expected an odd N"):
        bitbasin.learn_online(200)
    with pytest.raises(ValueError, match="rules of online learning sbpi, cpr"):
        bitbasin.learn_online(201, "rbp")
