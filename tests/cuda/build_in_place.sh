#!/bin/bash
# Builds the extension beside the sources where nothing can be installed: needs cmake, ninja, a compiler and nanobind's folder.
#   bash tests/cuda/build_in_place.sh FOLDER_WITH_NANOBIND && PYTHONPATH=src python3 -m tests.cuda.throughput
set -e
export PYTHONPATH="$1"
cmake -S . -B build/in-place -G Ninja -DCMAKE_BUILD_TYPE=Release -DPython_EXECUTABLE="$(command -v python3)" > /dev/null
cmake --build build/in-place --target _core > build/in-place.log || { tail -30 build/in-place.log; exit 1; }
cp build/in-place/_core*.so src/darwindeck/
