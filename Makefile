# Everything happens in a virtual environment of the project's own, .venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Python compiles a module when it is imported; of most packages only a small part is.
OPTIONS := --disable-pip-version-check --no-compile
PIP := $(BIN)/pip install --quiet $(OPTIONS)
# Editable: an edit of Python code needs no installation. With EDITABLE= it is as users install it.
EDITABLE := -e
# Compiled Python is kept, whatever the shell says: else each process compiles all of it again.
unexport PYTHONDONTWRITEBYTECODE
INSTALL := $(PIP) --no-build-isolation $(SETTINGS) $(EDITABLE)
# The same, but the minutes of compiling are told of as they pass.
TOLD := @$(BIN)/python package/install.py $(OPTIONS) --no-build-isolation $(SETTINGS) $(EDITABLE)

PACKAGES := rules search logic planning ebl experiments explorer
COMPILED := pyproject.toml CMakeLists.txt $(shell find search/kernel -type f)
PYTEST := $(BIN)/pytest -q -n auto --dist worksteal
LINT := $(BIN)/ruff check . && $(BIN)/ruff format --check .

DEMO := tests/test_examples.py::test_the_demo_runs_to_its_verdicts
INSTRUMENTED := .venv-instrumented
KERNEL_TESTS := tests/search/native tests/search/heuristics/patterns tests/search/heuristics/test_relaxation.py tests/search/heuristics/test_landmarks.py tests/search/test_state_space.py \
	tests/search/climbing/test_native_climb.py tests/logic/prover/test_native.py tests/search/loops/test_novelty.py

.PHONY: demo demo-installed test test-all test-fast types together stubs site sanitize sanitize-tests sanitize-memory torture truth benchmark figures cliffs clean names wheel

demo: $(VENV)/installed
	@PATH="$(CURDIR)/$(BIN):$$PATH" sh examples/demo.sh

# Its test with the package as users install it, which has to hold all that it needs.
demo-installed: wheel
	$(PYTHON) -m venv --clear --without-pip .venv-plain
	$(BIN)/pip --python .venv-plain/bin/python install --quiet --disable-pip-version-check --no-compile build/wheel/*.whl
	ARCWISE_COMMANDS="$(CURDIR)/.venv-plain/bin" $(BIN)/pytest -q -p no:cacheprovider $(DEMO)

# All but the tests that are marked long.
test: types
	$(LINT)
	$(PYTEST) -m 'not long'

# Every test. WITHOUT names one that is left out, as what another command of continuous integration runs too.
test-all: types
	$(LINT)
	$(PYTEST) $(addprefix --deselect ,$(WITHOUT))

# For every edit: the quick tests, with fewer random cases.
test-fast: $(VENV)/installed-test
	$(BIN)/ruff check .
	$(PYTEST) -m 'not slow and not long' --hypothesis-profile=fast

# mypy and the site do not see through an editable installation: they read the packages where they are as one package.
together:
	@mkdir -p build/mypy/arcwise
	@ln -sfn $(patsubst %,../../../%,package/arcwise/__init__.py package/arcwise/verify.py $(PACKAGES)) build/mypy/arcwise

types: $(VENV)/installed-test together
	$(BIN)/mypy

# The documentation site, in build/site; what would be a warning is an error.
site: $(VENV)/installed-docs together
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet
	@echo "build/site/index.html: open it as a file, or serve it, as the playground needs: $(BIN)/python -m http.server -d build/site"

# The kernel's types, as mypy sees them, from the module as it is installed.
stubs: $(VENV)/installed-test
	$(BIN)/python -m nanobind.stubgen -q -m arcwise.search._kernel -o search/_kernel.pyi
	$(BIN)/ruff check --fix -q search/_kernel.pyi
	$(BIN)/ruff format -q search/_kernel.pyi

# The kernel's tests, and memory refused at every allocation, while AddressSanitizer and UndefinedBehaviorSanitizer watch. This
# kernel counts allocations too, and sanitizers need memory of their own: three tests are of the other one.
sanitize: sanitize-tests sanitize-memory

sanitize-tests: $(INSTRUMENTED)/installed
	$(WATCHED) $(INSTRUMENTED)/bin/python -m pytest -q -n auto --dist load \
		--hypothesis-profile=fast -p no:cacheprovider -m 'not long' $(KERNEL_TESTS) \
		--deselect tests/search/native/test_border.py::test_stubs_are_up_to_date \
		--deselect tests/search/native/test_native.py::test_fractions_take_little_more_memory_than_breadth_first_search \
		--deselect tests/search/native/test_native.py::test_a_node_of_five_rows_of_five_tiles_takes_19_bytes_and_its_places_in_tables

sanitize-memory: $(INSTRUMENTED)/installed
	$(WATCHED) PYTHONPATH=benchmarks $(INSTRUMENTED)/bin/python -m torture memory --minutes 1 $(if $(SEED),--seed $(SEED))

# The kernel's own operator new, which can be refused, takes what the library's one made, and the other way round.
WATCHED := LD_PRELOAD="$$($(CXX) -print-file-name=libasan.so) $$($(CXX) -print-file-name=libstdc++.so)" \
	ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1:alloc_dealloc_mismatch=0

# What strangers and bad machines do, for so many minutes; SEED, KINDS and CASE repeat what was found. `make sanitize` refuses
# memory to the kernel, which is one built for that.
MINUTES ?= 60
torture: $(VENV)/installed-test
	@PYTHONPATH=benchmarks $(BIN)/python -m torture $(KINDS) --minutes $(MINUTES) \
		$(if $(SEED),--seed $(SEED)) $(if $(CASE),--case $(CASE))

# What arcwise says of random inputs against oracles of plain Python, for so many minutes; SEED, KINDS and CASE as above.
truth: $(VENV)/installed-test
	@PYTHONPATH=benchmarks $(BIN)/python -m truth $(KINDS) --minutes $(MINUTES) \
		$(if $(SEED),--seed $(SEED)) $(if $(CASE),--case $(CASE))

# Each prints its tables; the extra brings the libraries that arcwise is compared with.
benchmark: $(VENV)/installed
	$(INSTALL) '.[benchmarks]'
	for script in aa ida_star strength no_options best_first enumeration pattern_databases python_libraries orders dead_ends macro_tables transfer quality transfer_domains report_size psvn pddl_planner; do $(BIN)/python benchmarks/$$script.py || exit 1; done

# Measures that were once far behind a peer, beside it in the same run; ROWS names some by number.
cliffs: $(VENV)/installed
	$(INSTALL) '.[benchmarks]'
	@$(BIN)/python benchmarks/cliffs.py $(ROWS)

# Every figure beside what it is to reach and what was published; ONLY names a section, QUICK=1 takes minutes, not hours.
figures: $(VENV)/installed
	@$(BIN)/python benchmarks/figures.py $(if $(ONLY),--only $(ONLY)) $(if $(QUICK),--quick)

# What builds the kernel stays installed, so that after an edit only what changed is compiled again.
$(VENV)/created: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "arcwise needs Python 3.11 or newer; say make PYTHON=python3.11")'
	@echo "making a virtual environment in $(VENV)"
	@$(PYTHON) -m venv $(VENV)
	@$(PIP) cmake ninja $$($(BIN)/python -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"])')
	@touch $@

# `make -j2` compiles the kernel while packages are installed.
$(VENV)/kernel: $(VENV)/created $(COMPILED) build/names
	@echo "installing arcwise and what it needs in $(VENV)"
	$(TOLD) . --no-deps
	@touch $@

$(VENV)/packages-test: $(VENV)/created
	@echo "installing what tests need in $(VENV)"
	@$(BIN)/python package/needed.py test > $@.txt && $(PIP) -r $@.txt
	@touch $@

$(VENV)/installed: $(VENV)/kernel
	@$(BIN)/python package/needed.py > $@.txt && $(PIP) -r $@.txt
	@touch $@

$(VENV)/installed-test: $(VENV)/kernel $(VENV)/packages-test
	@touch $@ $(VENV)/installed

# The site needs no kernel: where arcwise is not installed yet, it is without one, until something else asks for it.
$(VENV)/installed-docs: $(VENV)/created
	@$(BIN)/python -c 'from importlib.metadata import version; version("arcwise")' 2>/dev/null || \
		$(INSTALL) . --no-deps --config-settings=wheel.cmake=false --config-settings=wheel.py-api=py3
	@$(BIN)/python package/needed.py docs > $@.txt && $(PIP) -r $@.txt
	@touch $@

# One kernel for both: sanitizers watch it, and memory can be refused to it. All other packages are those of $(VENV).
$(INSTRUMENTED)/installed: $(VENV)/installed-test
	$(PYTHON) -m venv --without-pip $(INSTRUMENTED)
	$(BIN)/python -c 'import sys; print(*(path for path in sys.path if path.endswith("site-packages")), sep="\n")' \
		> $(INSTRUMENTED)/lib/$$(ls $(INSTRUMENTED)/lib)/site-packages/packages.pth
	$(BIN)/pip --python $(INSTRUMENTED)/bin/python install --quiet --disable-pip-version-check --no-build-isolation --no-deps --force-reinstall -e . \
		--config-settings=cmake.define.ARCWISE_SANITIZE=ON --config-settings=cmake.define.ARCWISE_COUNT_ALLOCATIONS=ON \
		--config-settings=build-dir=build/instrumented
	@touch $@

# The package as users get it, from what was compiled for $(VENV).
wheel: $(VENV)/kernel
	@rm -rf build/wheel
	$(BIN)/pip wheel --quiet --disable-pip-version-check --no-build-isolation --no-deps --wheel-dir build/wheel .
	@ls build/wheel/*.whl

# Modules that came, went or became packages, and compilers: an installation has to hear of them.
build/names: names
	@mkdir -p build
	@{ find package $(PACKAGES) -name '*.py' | sort; for one in c++ g++ clang++; do command -v $$one; done; true; } > $@.new
	@cmp -s $@.new $@ && rm $@.new || mv $@.new $@

clean:
	rm -rf $(VENV) .venv-plain $(INSTRUMENTED) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
