# Everything happens in a virtual environment of the project's own, .venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SOURCES := pyproject.toml CMakeLists.txt README.md LICENSE \
	$(shell find package rules search ebl experiments explorer -name '*.py' -o -name '*.pyi' -o -name '*.pl' -o -name '*.?pp' \
	-o -name '*.html' -o -name '*.*ss' -o -name '*.js')
ROOMS := -p arcwise.rules -p arcwise.search -p arcwise.ebl -p arcwise.experiments -p arcwise.explorer

SANITIZED := .venv-sanitize
KERNEL_TESTS := tests/search/native tests/search/state_space/test_enumerate_states.py \
	tests/search/heuristics/test_pattern_database.py tests/search/climbing/test_native_climb.py

.PHONY: demo test stubs sanitize benchmark clean

demo: $(VENV)/installed
	@PATH="$(CURDIR)/$(BIN):$$PATH" sh examples/demo.sh

test: $(VENV)/installed-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy $(ROOMS)
	$(BIN)/pytest -q -n auto

# The kernel's types, as mypy sees them, from the module as it is installed.
stubs: $(VENV)/installed-test
	$(BIN)/python -m nanobind.stubgen -q -m arcwise.search._kernel -o search/_kernel.pyi
	$(BIN)/ruff check --fix -q search/_kernel.pyi
	$(BIN)/ruff format -q search/_kernel.pyi

# The kernel's tests again, with AddressSanitizer and UndefinedBehaviorSanitizer watching every access.
sanitize: $(SANITIZED)/installed
	LD_PRELOAD="$$($(CXX) -print-file-name=libasan.so) $$($(CXX) -print-file-name=libstdc++.so)" \
		ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 ARCWISE_STRIDE=997 \
		$(SANITIZED)/bin/pytest -q -p no:cacheprovider $(KERNEL_TESTS)

$(SANITIZED)/installed: $(SOURCES)
	$(PYTHON) -m venv $(SANITIZED)
	$(SANITIZED)/bin/pip install --quiet --disable-pip-version-check \
		--config-settings=cmake.define.ARCWISE_SANITIZE=ON --config-settings=build-dir=build/sanitize '.[test]'
	@touch $@

# Each prints its tables; the extra brings the libraries that arcwise is compared with.
benchmark: $(VENV)/created
	$(BIN)/pip install --quiet --disable-pip-version-check '.[benchmarks]'
	for script in ida_star best_first enumeration pattern_databases python_libraries transfer transfer_domains report_size psvn pddl_planner; do $(BIN)/python benchmarks/$$script.py || exit 1; done

$(VENV)/created:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "arcwise needs Python 3.11 or newer; say make PYTHON=python3.11")'
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/installed: $(VENV)/created $(SOURCES)
	$(BIN)/pip install --quiet --disable-pip-version-check .
	@touch $@

$(VENV)/installed-test: $(VENV)/created $(SOURCES)
	$(BIN)/pip install --quiet --disable-pip-version-check '.[test]'
	@touch $@ $(VENV)/installed

clean:
	rm -rf $(VENV) $(SANITIZED) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
