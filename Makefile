# Dossier. Needs python3 >= 3.11, make and git; everything else goes into .venv. `make help` lists the commands.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# What `make test` passes to pytest, e.g. make test ARGS='tests/test_search.py -k typo'
ARGS ?=
# mkdocs-material prints an advertisement-sized warning about MkDocs 2 on every build unless told not to.
export NO_MKDOCS_2_WARNING := 1
export PIP_DISABLE_PIP_VERSION_CHECK := 1
# A checkout must run its own code, whatever the caller's shell points at.
unexport PYTHONPATH PYTHONHOME
# A command that compiles all of our code anew takes twice as long.
unexport PYTHONDONTWRITEBYTECODE
# Prints which Python an environment was made with: one made with another is made anew, not mixed.
WHICH := import sys; print(sys.base_prefix, sys.version_info[:2])

.DEFAULT_GOAL := help
.PHONY: help setup site serve check lint test quick browser audit lock bench soak mutants clean

help: ## list these commands
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: $(VENV)/installed ## make .venv with the locked packages
	@:

$(VENV)/installed: pyproject.toml requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "Dossier needs Python 3.11 or newer; '$(PYTHON)' is $$($(PYTHON) --version 2>&1)." \
	       "Name another one: make PYTHON=python3.12 $(MAKECMDGOALS)" >&2; exit 1; }
	@echo "Making $(VENV) (about a minute the first time)"
	@$(PYTHON) -m venv $$([ "$$($(BIN)/python -c '$(WHICH)' 2>/dev/null)" = "$$($(PYTHON) -c '$(WHICH)')" ] || echo --clear) $(VENV)
	@$(BIN)/python -m pip install -qq --require-hashes -r requirements.lock
	@$(BIN)/python -m pip install -qq --no-deps --no-build-isolation --editable .
	@$(BIN)/python -m compileall -q generator
	@touch $@

site: setup ## check everything and write the site to site/
	@$(BIN)/dossier build

serve: setup ## open the site on localhost, and build it again when something is edited
	@$(BIN)/dossier serve

check: setup ## check cards, rules and rulings
	@$(BIN)/dossier check

browser: setup
	@$(BIN)/python tests/browser.py

lint: setup ## look for slips in the code, and whether its types agree
	@$(BIN)/ruff check --quiet
	@$(BIN)/ruff format --check --quiet
	@$(BIN)/mypy --no-error-summary

test: lint browser ## run every test, in a real browser too
	@$(BIN)/python -m pytest --numprocesses=auto --maxprocesses=4 --dist=loadfile --no-loadscope-reorder $(ARGS)

quick: browser ## run in a minute what your change can affect
	@$(BIN)/python scripts/quick.py

soak: browser ## the long runs (hours): random games, a million lines, killed builds, every test with more random examples
	@$(BIN)/python tests/soak.py
	@$(BIN)/python tests/run_fuzz.py
	@$(BIN)/python tests/kill_builds.py
	@DOSSIER_FIGURES=1 $(BIN)/python -m pytest --numprocesses=auto --maxprocesses=4 --dist=loadfile --no-loadscope-reorder --hypothesis-profile=soak $(ARGS)

bench: setup ## time the commands
	@$(BIN)/python scripts/bench.py $(ARGS)

mutants: setup ## break the rules one by one: does a ruling notice? (minutes)
	@$(BIN)/python scripts/mutants.py $(ARGS)

audit: setup ## ask whether a locked package has a known hole (needs a network)
	@$(PYTHON) -m venv --clear $(VENV)/audit && $(VENV)/audit/bin/python -m pip install -qq --require-hashes -r audit.lock || { \
	  echo "make audit needs a network: pip-audit could not be installed" >&2; exit 1; }
	@$(VENV)/audit/bin/python scripts/audit.py

UV_LOCK := uv pip compile --universal --python-version 3.11 --generate-hashes --upgrade --quiet \
  --no-annotate --no-emit-index-url --no-emit-find-links --custom-compile-command 'make lock'

lock: ## choose package versions anew (maintainers; needs uv)
	@$(UV_LOCK) --extra dev --output-file requirements.lock pyproject.toml
	@echo 'pip-audit>=2.10.1,<3' | $(UV_LOCK) --output-file audit.lock -

clean: ## remove everything that was made
	rm -rf $(VENV) build site .pytest_cache .hypothesis .ruff_cache .mypy_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
