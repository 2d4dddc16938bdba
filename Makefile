# Everything happens in a virtual environment of the project's own, .venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SOURCES := pyproject.toml README.md LICENSE $(shell find rules search ebl explorer -name '*.py' -o -name '*.pl')
ROOMS := -p arcwise.rules -p arcwise.search -p arcwise.ebl -p arcwise.explorer

.PHONY: demo test benchmark clean

demo: $(VENV)/installed
	@PATH="$(CURDIR)/$(BIN):$$PATH" sh examples/demo.sh

test: $(VENV)/installed-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy $(ROOMS)
	$(BIN)/pytest -q

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
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
