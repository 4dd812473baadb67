# SPDX-License-Identifier: Apache-2.0
# The two commands of the README are `make reproduce` and `make test`. Every command installs the missing
# packages that it needs (tools/packages).

.PHONY: help build page playground mpi python bench reproduce test test-release test-sanitized test-threads test-playground \
  format docs site figures dist package test-package clean
.DEFAULT_GOAL := help

help:
	@echo "make reproduce   build, reproduce the paper on this machine: a table, and report.html"
	@echo "make test        build, run all tests"
	@echo "make test-playground  compile bitbasin to WebAssembly, test the page of the playground"
	@echo "make build       build build/release/bitbasin"
	@echo "make page        the same with the page of bitbasin report"
	@echo "make playground  the same with the page of bitbasin playground"
	@echo "make mpi         the same with the module for mpirun"
	@echo "make python      the Python package in place: PYTHONPATH=build/release/python"
	@echo "make bench       rates against the floors of this machine"
	@echo "make format      lay out the sources with clang-format"
	@echo "make docs        update the generated pages of doc/reference"
	@echo "make site        build the documents as a site: build/site/index.html"
	@echo "make figures     draw the figures of doc/figures again"
	@echo "make dist        build/dist: a source archive that is built without git"
	@echo "make package     build/packages: Debian packages"
	@echo "make test-package  try them in a fresh Debian 12"
	@echo "make clean       remove build/ and web/node_modules/"

# Parts enabled earlier stay in the build.
configure = @cmake --preset release $(1) > /dev/null
compile = @cmake --build --preset release --target

build:
	@tools/install-dependencies build
	$(configure)
	$(compile) bitbasin

page:
	@tools/install-dependencies build page
	$(call configure,-DBITBASIN_PAGE=ON)
	$(compile) bitbasin

playground:
	@tools/install-dependencies build page playground
	$(call configure,-DBITBASIN_PAGE=ON -DBITBASIN_PLAYGROUND=ON)
	$(compile) bitbasin

mpi:
	@tools/install-dependencies build mpi
	$(call configure,-DBITBASIN_MPI=ON)
	$(compile) bitbasin

python:
	@tools/install-dependencies build python
	$(call configure,-DBITBASIN_PYTHON=ON)
	$(compile) bitbasin_python

bench:
	@tools/install-dependencies build
	$(call configure,-DBITBASIN_BENCH=ON)
	$(compile) bitbasin
	build/release/bitbasin bench

# Without the images of MNIST the claims about them are listed as not run.
reproduce: page
	-build/release/bitbasin data fetch mnist
	build/release/bitbasin reproduce --profile quick

# Three builds: optimised with g++; with clang under the address and undefined-behaviour sanitizers, with
# the fuzz targets; the threaded parts with clang under the thread sanitizer.
test: test-release test-sanitized test-threads

all_packages = @tools/install-dependencies build page mpi python site test

test-release:
	$(all_packages)
	cmake --preset test
	cmake --build --preset test
	ctest --preset test

test-sanitized:
	$(all_packages)
	cmake --preset dev
	cmake --build --preset dev
	ctest --preset dev

test-threads:
	$(all_packages)
	cmake --preset tsan
	cmake --build --preset tsan --target bitbasin_test
	ctest --preset tsan

test-playground:
	$(all_packages)
	@tools/install-dependencies playground
	cmake --preset test -DBITBASIN_PLAYGROUND=ON
	cmake --build --preset test --target bitbasin bitbasin_engine
	ctest --preset test -R web.playground

format:
	git ls-files -co --exclude-standard 'src/*.h' 'src/*.cc' 'src/*.cu' 'src/*.cuh' | xargs clang-format -i

docs: build python
	tools/write-generated-docs build/release/bitbasin
	PYTHONPATH=build/release/python /usr/bin/python3 -B tools/write-python-stubs

# A broken link fails the build. Report pages are made of data and of the page that npm has built.
site:
	@tools/install-dependencies build page site
	$(call configure,-DBITBASIN_PAGE=ON)
	$(compile) bitbasin_page
	/usr/bin/python3 -B -m mkdocs build --quiet
	@echo "build/site/index.html; to search as well: python3 -m http.server --directory build/site"

figures: build python
	@tools/install-dependencies figures
	PYTHONPATH=build/release/python BITBASIN_PROGRAM=build/release/bitbasin /usr/bin/python3 -B tools/draw-figures

# An unpacked archive contains the page.
dist:
ifneq ($(wildcard .git),)
	@tools/install-dependencies build page
	$(call configure,-DBITBASIN_PAGE=ON)
	$(compile) bitbasin_page
endif
	tools/make-dist

# VERSION=0.2.0+local1 gives the packages a version other than the source's.
package: dist
	@tools/install-dependencies build mpi python package
	tools/build-packages build/dist/bitbasin-*.tar.gz $(VERSION)

test-package:
	@tools/install-dependencies package
	tools/test-packages

clean:
	rm -rf build web/node_modules
