# SPDX-License-Identifier: Apache-2.0
"""What is released: one version everywhere, a source archive that needs no git, complete metadata, and Debian
packages that are built from the listed packages. Building those takes too long here; see `make package`."""

import email
import os
import re
import subprocess
import sys
import tarfile
import tomllib
from pathlib import Path

import pytest
from program import PROGRAM

import bitbasin

ROOT = Path(__file__).resolve().parent.parent.parent
VERSION = bitbasin.__version__


def text(name):
    return (ROOT / name).read_text(encoding="utf-8")


def run(*words, **options):
    return subprocess.run(words, capture_output=True, text=True, check=True, **options).stdout


def test_every_file_tells_the_same_version_and_day():
    cited = dict(re.findall(r"^(version|date-released): (\S+)$", text("CITATION.cff"), re.MULTILINE))
    assert cited["version"] == VERSION
    assert f"\nproject(bitbasin VERSION {VERSION} " in text("CMakeLists.txt")
    assert f"\n## [{VERSION}] - {cited['date-released']}\n" in text("CHANGELOG.md")
    assert text("debian/changelog").startswith(f"bitbasin ({VERSION}) ")
    assert run(PROGRAM, "--version").startswith(f"bitbasin {VERSION}")


def listed_packages(*lists):
    lines = "\n".join(text(f"tools/packages/{name}.txt") for name in lists)
    return set(re.sub("#.*", "", lines).split())


def control_field(name):
    """The packages of a field of debian/control, without their versions."""
    field = re.search(rf"^{name}:((?:.*\n)(?:[ #].*\n)*)", text("debian/control"), re.MULTILINE).group(1)
    return set(re.findall(r"[a-z][a-z0-9.+-]+", re.sub(r"\(.*?\)", "", field)))


def test_debian_packages_are_built_from_the_listed_packages():
    essential = {"g++", "make", "dpkg-dev"}
    not_for_building = {"lintian", "mmdebstrap", "openmpi-bin"}
    listed = listed_packages("build", "mpi", "python", "package") - essential - not_for_building
    assert control_field("Build-Depends") == listed - {"debhelper"} | {"debhelper-compat"}


def test_the_library_package_is_named_after_the_library():
    soversion = re.search(r"SOVERSION (\d+)", text("cmake/Install.cmake")).group(1)
    assert f"\nPackage: libbitbasin{soversion}\n" in text("debian/control")
    minor = VERSION.rpartition(".")[0]
    following = minor.partition(".")[0] + "." + str(int(minor.partition(".")[2]) + 1)
    bounds = f"libbitbasin{soversion} (>= {minor}~), libbitbasin{soversion} (<< {following}~)"
    assert bounds in text("debian/rules")


@pytest.fixture(scope="module")
def archive(tmp_path_factory):
    """The source archive, unpacked."""
    folder = tmp_path_factory.mktemp("archive")
    packed = run(ROOT / "tools" / "make-dist", folder).splitlines()[-1]
    with tarfile.open(packed) as tar:
        tar.extractall(folder)
    return folder / f"bitbasin-{VERSION}"


def test_the_source_archive_is_configured_without_git(archive, tmp_path):
    assert (archive / "web" / "page.html").stat().st_size > 100_000
    assert not list(archive.rglob("node_modules")) and not (archive / "build").exists()
    commit = (archive / "cmake" / "source_commit.txt").read_text().strip()
    assert re.fullmatch("[0-9a-f]{40}", commit)
    no_git = tmp_path / "git"
    no_git.write_text("#!/bin/sh\nexit 1\n")
    no_git.chmod(0o755)
    environment = dict(os.environ, PATH=f"{tmp_path}:{os.environ['PATH']}")
    run("cmake", "-S", archive, "-B", tmp_path / "build", env=environment)
    version_source = (tmp_path / "build" / "generated" / "version.cc").read_text()
    assert f'"{VERSION}"' in version_source and f'"{commit[:12]}"' in version_source


def test_an_unpacked_archive_makes_the_same_archive(archive, tmp_path):
    packed = run(archive / "tools" / "make-dist", tmp_path).splitlines()[-1]
    with tarfile.open(packed) as tar:
        names = {name for name in tar.getnames() if "/build" not in name}
    files = {path.relative_to(archive.parent).as_posix() for path in archive.rglob("*")}
    assert names == files | {archive.name}


def python_build(call, *arguments):
    program = f"import sys; sys.dont_write_bytecode = True; import python_build; {call}"
    environment = dict(os.environ, PYTHONPATH=str(ROOT / "tools"))
    return run(sys.executable, "-c", program, *arguments, env=environment)


def test_metadata_is_complete():
    project = tomllib.loads(text("pyproject.toml"))["project"]
    about = email.message_from_string(python_build("print(python_build.metadata().decode())"))
    assert (about["Name"], about["Version"], about["License"]) == ("bitbasin", VERSION, "Apache-2.0")
    assert about["Author"] == "The bitbasin developers"
    assert about.get_all("Classifier") == project["classifiers"] and len(project["classifiers"]) > 5
    assert about.get_all("Project-URL") == [f"{label}, {url}" for label, url in project["urls"].items()]
    assert about["Description-Content-Type"] == "text/markdown"
    assert about.get_payload().strip() == text("README.md").strip()


def test_an_sdist_knows_its_commit(tmp_path):
    python_build("python_build.build_sdist(sys.argv[1])", tmp_path)
    stem = f"bitbasin-{VERSION}"
    with tarfile.open(tmp_path / f"{stem}.tar.gz") as tar:
        for name in ("PKG-INFO", "pyproject.toml", "src/bitbasin/bits/dot.cc"):
            assert f"{stem}/{name}" in tar.getnames()
        commit = tar.extractfile(f"{stem}/cmake/source_commit.txt").read().decode()
    assert re.match("[0-9a-f]{12}", commit)
