# SPDX-License-Identifier: Apache-2.0
"""Builds wheels of the Python package: the hooks of PEP 517 and PEP 660 over CMake.

A build must work on Debian 12 without a package index, and a wheel must be made from a build folder that
exists already, because the tests and the Debian packages compile once. The only backend for CMake projects
in Debian 12 is scikit-build, which compiles in a folder of its own and needs a setup.py; scikit-build-core is
not packaged. All that is needed here is Python's standard library, CMake and pybind11.

    pip install .                                       from a package index, in isolation
    pip install --no-build-isolation .                  on Debian's own packages, without network
    pip install . --config-settings=build-dir=FOLDER    in a build folder that is there already
"""

import base64
import hashlib
import io
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "python" / "bitbasin"


def get_requires_for_build_wheel(config_settings=None):
    return [] if shutil.which("cmake") else ["cmake>=3.25", "ninja"]


get_requires_for_build_editable = get_requires_for_build_wheel


def project():
    with open(ROOT / "pyproject.toml", "rb") as file:
        return tomllib.load(file)["project"]


def version():
    """That of project(... VERSION ...)."""
    return re.search(r"project\(bitbasin VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text()).group(1)


def metadata():
    about = project()
    lines = [
        "Metadata-Version: 2.1",
        f"Name: {about['name']}",
        f"Version: {version()}",
        f"Summary: {about['description']}",
        f"Author: {', '.join(author['name'] for author in about['authors'])}",
        f"License: {about['license']['text']}",
        f"Keywords: {','.join(about['keywords'])}",
        *(f"Classifier: {classifier}" for classifier in about["classifiers"]),
        *(f"Project-URL: {label}, {url}" for label, url in about["urls"].items()),
        f"Requires-Python: {about['requires-python']}",
        *(f"Requires-Dist: {package}" for package in about["dependencies"]),
    ]
    for extra, packages in about["optional-dependencies"].items():
        lines.append(f"Provides-Extra: {extra}")
        lines += [f'Requires-Dist: {package}; extra == "{extra}"' for package in packages]
    lines += [
        "Description-Content-Type: text/markdown",
        "",
        (ROOT / about["readme"]).read_text(encoding="utf-8"),
    ]
    return "\n".join(lines).encode()


def tag():
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    platform = re.sub(r"[-. ]", "_", sysconfig.get_platform())
    return f"{python}-{python}-{platform}"


def build_module(config_settings):
    """Runs CMake and returns the folder of the package with the compiled module."""
    default = ROOT / "build" / f"python-{tag()}"
    folder = Path((config_settings or {}).get("build-dir", default)).resolve()
    if not (folder / "CMakeCache.txt").exists():
        configure = [
            "cmake",
            "-S",
            ROOT,
            "-B",
            folder,
            "-DCMAKE_BUILD_TYPE=Release",
            "-DBITBASIN_TESTS=OFF",
            "-DBITBASIN_PYTHON=ON",
            f"-DBITBASIN_PAGE={'ON' if shutil.which('npm') else 'OFF'}",
            f"-DPython_EXECUTABLE={sys.executable}",
        ]
        if shutil.which("ninja"):
            configure += ["-G", "Ninja"]
        try:
            import pybind11

            configure.append(f"-Dpybind11_DIR={pybind11.get_cmake_dir()}")
        except ImportError:
            pass  # Debian's pybind11-dev is where CMake looks anyway
        subprocess.run(configure, check=True)
    subprocess.run(["cmake", "--build", folder, "--parallel", "--target", "bitbasin_python"], check=True)
    return folder / "python" / "bitbasin"


def about_files():
    wheel = f"Wheel-Version: 1.0\nGenerator: bitbasin\nRoot-Is-Purelib: false\nTag: {tag()}\n"
    return [
        ("METADATA", metadata()),
        ("WHEEL", wheel.encode()),
        ("LICENSE", (ROOT / "LICENSE").read_bytes()),
    ]


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    """What pip wants to know before anything is built."""
    folder = Path(metadata_directory) / f"bitbasin-{version()}.dist-info"
    folder.mkdir()
    for name, content in about_files():
        (folder / name).write_bytes(content)
    return folder.name


prepare_metadata_for_build_editable = prepare_metadata_for_build_wheel


class Wheel:
    """A wheel that is being written: a zip file with a list of what is in it."""

    def __init__(self, folder):
        self.stem = f"bitbasin-{version()}"
        self.name = f"{self.stem}-{tag()}.whl"
        self._zip = zipfile.ZipFile(Path(folder) / self.name, "w", zipfile.ZIP_DEFLATED)
        self._record = []

    def add(self, name, content):
        info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))  # the same content is the same file
        info.external_attr = 0o644 << 16
        info.compress_type = zipfile.ZIP_DEFLATED
        self._zip.writestr(info, content)
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        self._record.append(f"{name},sha256={digest},{len(content)}\n")

    def close(self):
        about = f"{self.stem}.dist-info"
        for name, content in about_files():
            self.add(f"{about}/{name}", content)
        self._zip.writestr(f"{about}/RECORD", "".join(self._record) + f"{about}/RECORD,,\n")
        self._zip.close()
        return self.name


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    built = build_module(config_settings)
    wheel = Wheel(wheel_directory)
    for path in sorted(PACKAGE.iterdir()):
        if path.is_file() and path.suffix in (".py", ".pyi", ".typed"):
            wheel.add(f"bitbasin/{path.name}", path.read_bytes())
    module = "_core" + sysconfig.get_config_var("EXT_SUFFIX")
    wheel.add(f"bitbasin/{module}", (built / module).read_bytes())
    return wheel.close()


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    """A path to the build folder, where the Python files are links to the source tree."""
    built = build_module(config_settings)
    wheel = Wheel(wheel_directory)
    wheel.add("bitbasin.pth", f"{built.parent}\n".encode())
    return wheel.close()


def git(*arguments):
    return subprocess.run(["git", *arguments], cwd=ROOT, check=True, capture_output=True).stdout.decode()


def sources():
    """What is under version control; in an unpacked archive, all of it."""
    if (ROOT / ".git").exists():
        return sorted(name for name in git("ls-files", "-z").split("\0") if name)
    files = (path.relative_to(ROOT).as_posix() for path in ROOT.rglob("*") if path.is_file())
    return sorted(name for name in files if not name.startswith("build/") and "__pycache__" not in name)


def build_sdist(sdist_directory, config_settings=None):
    stem = f"bitbasin-{version()}"
    written = {"PKG-INFO": metadata()}
    if (ROOT / ".git").exists():  # what `git archive` would write there
        commit = git("describe", "--always", "--dirty", "--abbrev=12", "--match=")
        written["cmake/source_commit.txt"] = commit.encode()
    with tarfile.open(Path(sdist_directory) / f"{stem}.tar.gz", "w:gz", format=tarfile.PAX_FORMAT) as archive:
        for name in sources():
            if name not in written:
                archive.add(ROOT / name, f"{stem}/{name}", recursive=False)
        for name, content in written.items():
            info = tarfile.TarInfo(f"{stem}/{name}")
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
    return f"{stem}.tar.gz"
