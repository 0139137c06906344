# From a clean clone, with Python 3.11 or newer, a C++20 compiler and make: `make demo` and `make test`.
# Everything is installed into .venv and built in build/; nothing outside this folder is touched.

PYTHON  ?= python3
GENOMES ?= 200
GAMES   ?= 1000
RUNS    ?= 100000
SEED    ?= 1
ARGS    ?=
TORCH   ?= 2.13.0
PYTHONS ?= $(PYTHON)

BIN       := .venv/bin
SOURCES   := $(shell find core src $(wildcard games) -type f -not -name '*.pyc') CMakeLists.txt pyproject.toml README.md LICENSE
CPP_FILES := $(shell find core -name '*.cpp' -o -name '*.hpp')
CMAKE     := $(BIN)/cmake
ASAN      := address,undefined
WITH_ASAN  = PYTHONPATH=build/asan/site ASAN_OPTIONS=detect_leaks=0 \
             LD_PRELOAD="$$($(CXX) -print-file-name=libasan.so) $$($(CXX) -print-file-name=libubsan.so)"
CORE_ONLY := -G Ninja -DCMAKE_MAKE_PROGRAM=$(abspath $(BIN))/ninja -DDARWINDECK_PYTHON=OFF -DDARWINDECK_TESTS=ON
# The requirements of pyproject.toml, one a line: of the build, or of an extra.
REQUIRES  := import sys, tomllib; t = tomllib.load(open("pyproject.toml", "rb")); \
             print(*(t["project"]["optional-dependencies"][sys.argv[1]] if sys.argv[1:] else t["build-system"]["requires"]), sep="\n")

.DELETE_ON_ERROR:
.PHONY: demo test check format stubs ops-page twists-page figures collection core-test sanitize tsan fuzz fuzz-native fuzz-chess fuzz-json golden validate-chess crosscheck cuda wheels clean

# A fixed amount of work: the same games on every machine, on a slow one later.
demo: .venv/installed
	$(BIN)/darwindeck run --name demo --seed 1 --population 32 --generations 5 --gallery 6

test: .venv/installed .venv/dev core-test
	$(BIN)/pytest -n auto --dist loadfile $(ARGS)

# The torch evaluator on a CUDA device.
cuda: .venv/installed .venv/dev
	$(BIN)/pytest tests/cuda

check: .venv/installed .venv/dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy --strict src
	$(BIN)/clang-format --dry-run -Werror $(CPP_FILES)
	$(BIN)/pytest tests/test_layers.py tests/test_stubs.py

format: .venv/dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/clang-format -i $(CPP_FILES)

# The extension's type stubs are generated and checked in; tests/test_stubs.py fails when they are out of date.
stubs: .venv/installed
	$(BIN)/python -m nanobind.stubgen -q -m darwindeck._core -o src/darwindeck/_core.pyi

# The page about ops is generated too; tests/test_vocabulary.py fails when it is out of date.
ops-page: .venv/installed
	$(BIN)/python -m tests.ops_page

# And the page about twists; tests/evolve/test_twists.py fails when it is out of date.
twists-page: .venv/installed
	$(BIN)/python -m tests.twists_page

# What is measured of the known games for the web table; only of those that have changed.
figures: .venv/installed
	$(BIN)/python -m tests.portrait.figures $(ARGS)

# What docs/collection.md says by measuring; new games need `make figures` before.
collection: .venv/installed
	$(BIN)/python -m tests.portrait.collection $(ARGS)

golden: .venv/installed
	$(BIN)/python -m tests.golden.regenerate

fuzz: .venv/installed
	$(BIN)/python -m tests.reference.fuzz --genomes $(GENOMES) --seed $(SEED)

# Hostile bytes: the program loader and the VM under sanitizers. Needs clang with libFuzzer (Debian: clang); without it
# skipped, and says so. What it learns stays in build/fuzz; faults are written to build/fuzz/.
fuzz-native: .venv/installed
	@$(call native_fuzz,load_program,tests.fuzz_seeds,-max_len=16384 -dict=core/fuzz/program.dict)

# The same for FEN and what follows from a position.
fuzz-chess: .venv/installed
	@$(call native_fuzz,parse_fen,tests.chess.fuzz_seeds,-max_len=160 -dict=core/fuzz/fen.dict)

# Random games of chess beside python-chess: `make validate-chess GAMES=10000`.
validate-chess: .venv/installed .venv/dev
	$(BIN)/python -m tests.chess.validate --games $(GAMES) --seed $(SEED)

# Matches of known games beside OpenSpiel and PokerKit: `make crosscheck GAMES=100 ARGS="--game hearts gin-rummy"`.
crosscheck: .venv/installed .venv/dev
	$(BIN)/python -m tests.crosscheck --games $(GAMES) --seed $(SEED) $(ARGS)

# A source archive and wheels, each tried in a fresh environment: `make wheels PYTHONS="python3.12 python3.13"`.
wheels: .venv/build-tools
	$(BIN)/python -m tests.wheel --folder dist --python $(PYTHONS)

# Hostile text: the JSON reader, the checks, the compiler and a short game of what passes.
fuzz-json: .venv/installed
	$(BIN)/python -m tests.fuzz_json --runs $(RUNS) --seed $(SEED)

# The core's own tests need the doctest header (Debian: doctest-dev). Without it they are skipped, and say so.
core-test: .venv/build-tools
	@$(call core_tests,build/core,-DCMAKE_BUILD_TYPE=Release)

# First the core's own tests, then the whole extension: random genomes, hostile bytes and hostile words.
sanitize: .venv/installed .venv/dev
	@$(call core_tests,build/asan,-DCMAKE_BUILD_TYPE=RelWithDebInfo -DDARWINDECK_SANITIZE=$(ASAN))
	$(CMAKE) -S . -B build/asan $(CORE_ONLY) -DCMAKE_BUILD_TYPE=RelWithDebInfo -DDARWINDECK_SANITIZE=$(ASAN) -DDARWINDECK_TESTS=OFF \
	  -DDARWINDECK_PYTHON=ON -DPython_EXECUTABLE=$(abspath $(BIN))/python > build/asan.log 2>&1 || { cat build/asan.log; exit 1; }
	$(CMAKE) --build build/asan --target _core
	rm -rf build/asan/site && cp -r src build/asan/site && rm -f build/asan/site/darwindeck/_core*.so build/asan/site/darwindeck/games
	$(CMAKE) --install build/asan --prefix build/asan/site > build/asan.log
	$(WITH_ASAN) $(BIN)/pytest -s -p no:cacheprovider tests/e2e/test_hostile_programs.py
	$(WITH_ASAN) $(BIN)/python -m tests.reference.fuzz --genomes 30 --seed 2 --no-coverage
	$(WITH_ASAN) $(BIN)/python -m tests.chess.fuzz_uci --runs 5000 --seed $(SEED)
	$(WITH_ASAN) $(BIN)/pytest -s -p no:cacheprovider tests/search/test_batched.py tests/search/test_cards.py tests/search/test_faults.py

tsan: .venv/build-tools
	@$(call core_tests,build/tsan,-DCMAKE_BUILD_TYPE=RelWithDebInfo -DDARWINDECK_SANITIZE=thread)

define core_tests
if echo '#include <doctest/doctest.h>' | $(CXX) -E -x c++ - > /dev/null 2>&1; then \
  $(CMAKE) -S . -B $(1) $(CORE_ONLY) $(2) > $(1).log 2>&1 || { cat $(1).log; exit 1; }; \
  $(CMAKE) --build $(1) && $(1)/core_tests; \
elif [ -n "$$DARWINDECK_NO_SKIP" ]; then \
  echo "the doctest header is missing, so the core's own tests cannot run" >&2; exit 1; \
else \
  echo "*** SKIPPED: the core's own tests; they need the doctest header (Debian: doctest-dev) ***" >&2; \
fi
endef

define native_fuzz
if echo 'extern "C" int LLVMFuzzerTestOneInput(const char*, unsigned long) { return 0; }' | \
    clang++ -fsanitize=fuzzer -x c++ - -o /dev/null > /dev/null 2>&1; then \
  mkdir -p build/fuzz/$(1)-corpus; \
  CXX=clang++ $(CMAKE) -S . -B build/fuzz $(CORE_ONLY) -DDARWINDECK_TESTS=OFF -DDARWINDECK_FUZZ=ON > build/fuzz.log 2>&1 || { cat build/fuzz.log; exit 1; }; \
  $(CMAKE) --build build/fuzz --target fuzz_$(1) && $(BIN)/python -m $(2) build/fuzz/$(1)-seeds && \
  build/fuzz/fuzz_$(1) -runs=$(RUNS) -seed=$(SEED) -timeout=600 -entropic=0 -reload=0 -verbosity=0 -print_final_stats=1 \
    $(3) -artifact_prefix=build/fuzz/ build/fuzz/$(1)-corpus build/fuzz/$(1)-seeds; \
elif [ -n "$$DARWINDECK_NO_SKIP" ]; then \
  echo "clang with libFuzzer is missing, so $(1) cannot be fuzzed" >&2; exit 1; \
else \
  echo "*** SKIPPED: fuzzing $(1); it needs clang with libFuzzer (Debian: clang) ***" >&2; \
fi
endef

.venv/made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed; try make PYTHON=python3.12" >&2; exit 1; }
	$(PYTHON) -m venv .venv
	@touch $@

# No build isolation: the build tools stay at one path, so that a change recompiles only what it touches.
.venv/build-tools: .venv/made pyproject.toml
	@mkdir -p build
	@$(BIN)/python -c '$(REQUIRES)' > .venv/build-tools.txt
	$(BIN)/pip install --quiet -r .venv/build-tools.txt cmake ninja
	@touch $@

.venv/installed: .venv/build-tools $(SOURCES)
	PATH="$(abspath $(BIN)):$$PATH" $(BIN)/pip install --quiet --no-build-isolation .
	@touch $@

.venv/dev: .venv/made pyproject.toml
	@$(BIN)/python -c '$(REQUIRES)' dev > .venv/dev.txt
	$(BIN)/pip install --quiet -r .venv/dev.txt torch==$(TORCH)
	@touch $@

clean:
	rm -rf build .venv .mypy_cache .pytest_cache .ruff_cache
