# SPDX-License-Identifier: Apache-2.0
# Written by tools/write-python-stubs; a test keeps it up to date.
from typing import Any

import numpy
from numpy.typing import NDArray

__version__: str

class CommitteeInstance:
    """An instance for a committee: patterns times labels, as bits."""

    def __init__(self, *args: Any, **kwargs: Any) -> None: ...

    @property
    def alpha(self) -> float: ...

    def check(self, weights: NDArray[Any]) -> int:
        """The number of patterns that a committee gets wrong, by the slow checker."""

    @property
    def labels(self) -> NDArray[numpy.int8]: ...

    @property
    def n(self) -> int: ...

    @property
    def patterns(self) -> int: ...

    @property
    def teacher(self) -> NDArray[numpy.int8] | None: ...

    @property
    def tree(self) -> bool: ...

    @property
    def units(self) -> int: ...

    @property
    def x(self) -> NDArray[numpy.int8]: ...

class FeatureMap:
    """From rows of numbers to bits, learned and then fixed."""

    def __init__(self, *args: Any, **kwargs: Any) -> None: ...

    @property
    def bits(self) -> int: ...

    @property
    def depth(self) -> int: ...

    def encode(self, x: NDArray[Any], threads: int | None) -> NDArray[Any]:
        """Packed bits, `depth` rows each."""

class Formula:
    """A formula in conjunctive normal form."""

    def __init__(self, *args: Any, **kwargs: Any) -> None: ...

    @property
    def alpha(self) -> float: ...

    def check(self, assignment: NDArray[Any]) -> int:
        """The number of clauses without a true literal, by the slow checker."""

    @property
    def clauses(self) -> int: ...

    def frozen(self, solution: NDArray[Any]) -> NDArray[numpy.int8]:
        """+1 for the variables that are frozen at a solution, -1 for the others."""

    @property
    def k(self) -> int: ...

    @property
    def literals(self) -> NDArray[numpy.int32]: ...

    @property
    def n(self) -> int: ...

    @property
    def offsets(self) -> NDArray[numpy.uint32]: ...

class Instance:
    """A perceptron instance: patterns times labels, as bits."""

    def __init__(self, *args: Any, **kwargs: Any) -> None: ...

    @property
    def alpha(self) -> float: ...

    def check(self, weights: NDArray[Any]) -> int:
        """The number of patterns that violate the constraint, by the slow checker."""

    @property
    def constraint(self) -> str: ...

    @property
    def inputs(self) -> NDArray[numpy.int8]: ...

    @property
    def kappa(self) -> float: ...

    @property
    def kappa_eff(self) -> float: ...

    @property
    def labels(self) -> NDArray[numpy.int8]: ...

    @property
    def n(self) -> int: ...

    @property
    def patterns(self) -> int: ...

    @property
    def teacher(self) -> NDArray[numpy.int8] | None: ...

    @property
    def x(self) -> NDArray[numpy.int8]: ...

    @property
    def x_bits(self) -> NDArray[numpy.uint8]: ...

class Network:
    """A committee array with the feature map in front of it."""

    def __init__(self, *args: Any, **kwargs: Any) -> None: ...

    @property
    def columns(self) -> int: ...

    @property
    def curve(self) -> dict[str, Any]: ...

    @property
    def depth(self) -> int: ...

    @property
    def epochs(self) -> int: ...

    @property
    def feature_map(self) -> FeatureMap: ...

    @property
    def features_in(self) -> int: ...

    @property
    def k1(self) -> int: ...

    @property
    def k2(self) -> int: ...

    @property
    def labels(self) -> int: ...

    @property
    def n(self) -> int: ...

    @property
    def rows(self) -> int: ...

    def save(self, path: str, seed: int, options: list[tuple[str, str]], train_patterns: int, train_errors: int, views: str = 'none') -> None:
        """Writes a model file."""

    def sums(self, x: NDArray[Any], threads: int | None, views: str = 'none') -> NDArray[numpy.int32]:
        """The sums S_l of the last layer over all views, a row each."""

    def train_more(self, x: NDArray[Any], labels: NDArray[numpy.uint16], keywords: list[tuple[str, str]], seed: int, threads: int | None, progress: Any) -> tuple[Any, ...]:
        """The network after some more epochs, and whether nothing is left to learn."""

    @property
    def voters(self) -> int: ...

    @property
    def weights(self) -> NDArray[numpy.int8]: ...

def add_algorithm(name: str, meaning: str, defaults: dict[str, Any], function: function) -> None:
    """Adds function(instance, seed, options, cancelled) to the solvers of all problems."""

def canonical_features(features: str) -> str:
    """The spec of features with every option named."""

def claims() -> list[Any]:
    """The claims of the paper, as `reproduce --list` has them."""

def committee_algorithms() -> list[Any]:
    """The solvers of `solve committee` with their options."""

def committee_entropy(instance: CommitteeInstance, configuration: NDArray[Any], distances: list[float], keywords: list[tuple[str, str]], seed: int, threads: int | None, time_limit: float | None, progress: Any) -> dict[str, Any]:
    """The keys of `entropy committee --json`, with points as arrays."""

def committee_from_arrays(patterns: NDArray[Any], labels: NDArray[Any], form: list[tuple[str, str]]) -> CommitteeInstance:
    """An instance of one's own patterns and labels."""

def data_sets() -> list[Any]:
    """The data sets that have a name, as `data list` has them."""

def feature_stages() -> list[Any]:
    """The stages of features with their options."""

def fetch_data_set(name: str, home: str | None, time_limit: float | None) -> str:
    """Fetches a data set as `data fetch` does, and returns its folder."""

def fit_feature_map(x: NDArray[Any], rows: int, columns: int, shared_scale: bool, features: str, seed: int, threads: int | None, progress: Any) -> FeatureMap:
    """Learns the map that a spec describes, without labels."""

def formula_from_arrays(offsets: NDArray[numpy.uint32], literals: NDArray[numpy.int32], n: int) -> Formula:
    """Clause a holds the literals from offsets[a] up to offsets[a + 1], numbered as in DIMACS files."""

def generate_committee(keywords: list[tuple[str, str]], seed: int, threads: int | None) -> CommitteeInstance:
    """A random instance, by the options of `generate committee`."""

def generate_ksat(keywords: list[tuple[str, str]], seed: int, threads: int | None) -> Formula:
    """A random instance, by the options of `generate ksat`."""

def generate_perceptron(keywords: list[tuple[str, str]], seed: int, threads: int | None) -> Instance:
    """A random instance, by the options of `generate perceptron`."""

def instance_from_arrays(patterns: NDArray[Any], labels: NDArray[Any], constraint: list[tuple[str, str]]) -> Instance:
    """An instance of one's own patterns and labels."""

def instance_from_bits(bits: NDArray[Any], n: int, labels: NDArray[Any], constraint: list[tuple[str, str]]) -> Instance:
    """The same of packed bits, n of each row."""

def ksat_algorithms() -> list[Any]:
    """The solvers of `solve ksat` with their options."""

def ksat_entropy(instance: Formula, configuration: NDArray[Any], distances: list[float], keywords: list[tuple[str, str]], seed: int, threads: int | None, time_limit: float | None, progress: Any) -> dict[str, Any]:
    """The keys of `entropy ksat --json`, with points as arrays."""

def ksat_surveys(formula: Formula, keywords: list[tuple[str, str]], seed: int, time_limit: float | None, progress: Any) -> dict[str, Any]:
    """The keys of `entropy ksat --level surveys --json`."""

def learn_online(keywords: list[tuple[str, str]], seed: int, budget: int, time_limit: float | None, progress: Any) -> tuple[Any, ...]:
    """The keys of `solve perceptron --online --json`, with points as arrays, the weights and the teacher."""

def load_data_set(name: str) -> tuple[Any, ...]:
    """Images and labels, to train and to test."""

def load_network(path: str) -> tuple[Any, ...]:
    """Reads a model file: the network and its record."""

def network_from_perceptron(features: FeatureMap, weights: NDArray[Any]) -> Network:
    """A single perceptron as a network."""

def parse_spec(text: str) -> tuple[str, list[tuple[str, str]]]:
    """The name and the options of a spec string."""

def perceptron_algorithms() -> list[Any]:
    """The solvers of `solve perceptron` with their options."""

def perceptron_entropy(instance: Instance, configuration: NDArray[Any], distances: list[float], keywords: list[tuple[str, str]], seed: int, threads: int | None, time_limit: float | None, progress: Any) -> dict[str, Any]:
    """The keys of `entropy perceptron --json`, with points as arrays."""

def read_formula(path: str) -> Formula:
    """Reads DIMACS CNF, plain or gzip."""

def read_instance(path: str, labels: str, constraint: list[tuple[str, str]]) -> Instance:
    """Reads pattern text or NPY; the latter with a file of labels."""

def remove_algorithm(name: str) -> None:
    """Removes such a function again."""

def reproduce(ids: list[str], profile: str, seed: int, store: str, out: str | None, threads: int | None, time_limit: float | None, progress: Any) -> dict[str, Any]:
    """Measures claims into a store, and writes the page where there is a name for it."""

def run_sweep(name: str, text: str, store: str, threads: int | None, retry_failed: bool, time_limit: float | None, progress: Any) -> dict[str, Any]:
    """Runs the tasks of a sweep file, given as text, into a store."""

def set_simd_level(level: str) -> None:
    """Chooses a level for the whole process; 'auto' is the best one."""

def simd_level() -> str:
    """The vector instructions in use; results do not depend on them."""

def simd_levels() -> list[str]:
    """What this CPU can run, best first."""

def solve_committee(instance: CommitteeInstance, spec: str, seed: int, threads: int | None, budget: int, time_limit: float | None, progress: Any, device: str) -> tuple[Any, ...]:
    """The keys of `solve committee --json`, and the configuration."""

def solve_ksat(instance: Formula, spec: str, seed: int, threads: int | None, budget: int, time_limit: float | None, progress: Any, device: str) -> tuple[Any, ...]:
    """The keys of `solve ksat --json`, and the configuration."""

def solve_perceptron(instance: Instance, spec: str, seed: int, threads: int | None, budget: int, time_limit: float | None, progress: Any, device: str) -> tuple[Any, ...]:
    """The keys of `solve perceptron --json`, and the configuration."""

def store_json_lines(path: str) -> str:
    """All results of a store, a JSON object per line."""

def theory_curve(alpha: float, distances: list[float], task: str, y: float | None, branch: bool, stability: bool, threads: int | None, time_limit: float | None, progress: Any) -> dict[str, Any]:
    """The points of `theory --json` as arrays."""

def theory_edges(keywords: list[tuple[str, str]], threads: int | None, progress: Any) -> Any:
    """The keys of `theory edges --json`."""

def theory_equilibrium(keywords: list[tuple[str, str]]) -> dict[str, Any]:
    """The keys of `theory equilibrium --json`."""

def theory_one_step(keywords: list[tuple[str, str]]) -> Any:
    """The keys of a point of `theory 1rsb --json`."""

def theory_transitions(alphas: list[float], task: str, threads: int | None, progress: Any) -> dict[str, Any]:
    """The keys of `theory transitions --json`."""

def train_network(x: NDArray[Any], labels: NDArray[numpy.uint16], rows: int, columns: int, shared_scale: bool, classes: int, keywords: list[tuple[str, str]], seed: int, threads: int | None, progress: Any) -> tuple[Any, ...]:
    """Learns features, then a network; and whether nothing is left to learn."""

def training_options() -> list[Any]:
    """The option table of training."""

def walk_committee(instance: CommitteeInstance, configuration: NDArray[Any], keywords: list[tuple[str, str]], seed: int, threads: int | None, time_limit: float | None, progress: Any) -> dict[str, Any]:
    """The keys of `walk committee --json`, with points as arrays."""

def walk_perceptron(instance: Instance, configuration: NDArray[Any], keywords: list[tuple[str, str]], seed: int, threads: int | None, time_limit: float | None, progress: Any) -> dict[str, Any]:
    """The keys of `walk perceptron --json`, with points as arrays."""

def write_formula(path: str, formula: Formula) -> None:
    """Writes DIMACS CNF."""

def write_instance(path: str, labels: str, instance: Instance) -> None:
    """Writes pattern text or NPY."""

def write_report(store: str, out: str) -> None:
    """Writes the page of a store."""
