# SPDX-License-Identifier: Apache-2.0
# The two commands of the README are `make reproduce` and `make test`; both install what is missing.

.PHONY: help deps build python test test-release test-sanitized test-threads reproduce bench format docs clean
.DEFAULT_GOAL := help

help:
	@echo "make reproduce   install what is missing, build, reproduce the paper on this machine"
	@echo "make test        install what is missing, build, run all tests"
	@echo "make build       build build/release/bitbasin"
	@echo "make python      build the Python package in place: PYTHONPATH=build/release/python"
	@echo "make bench       rates against the floors of this machine"
	@echo "make format      lay out the sources with clang-format"
	@echo "make docs        write the generated pages of doc/ again"
	@echo "make clean       remove build/ and web/node_modules/"

deps:
	@tools/install-dependencies

build: deps
	@cmake --preset release > /dev/null
	@cmake --build --preset release --target bitbasin

python: deps
	@cmake --preset release > /dev/null
	@cmake --build --preset release --target bitbasin_python

# Three builds: optimised with g++; with clang under the address and undefined-behaviour sanitizers, with
# the fuzz targets; the threaded parts with clang under the thread sanitizer.
test: test-release test-sanitized test-threads

test-release: deps
	cmake --preset release
	cmake --build --preset release
	ctest --preset release

test-sanitized: deps
	cmake --preset dev
	cmake --build --preset dev
	ctest --preset dev

test-threads: deps
	cmake --preset tsan
	cmake --build --preset tsan --target bitbasin_test
	ctest --preset tsan

# Without the images of MNIST the claims about them are listed as not run.
reproduce: build
	-build/release/bitbasin data fetch mnist
	build/release/bitbasin reproduce --profile quick

bench: build
	build/release/bitbasin bench

format:
	git ls-files -co --exclude-standard 'src/*.h' 'src/*.cc' | xargs clang-format -i

docs: build python
	tools/write-generated-docs build/release/bitbasin
	PYTHONPATH=build/release/python /usr/bin/python3 -B tools/write-python-stubs

clean:
	rm -rf build web/node_modules
