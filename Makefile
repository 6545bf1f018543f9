# Two commands are enough: `make run` and `make test`. Everything else is for people who change the code.
PYTHON  ?= python3
VENV    := .venv
BIN     := $(VENV)/bin
READY   := $(VENV)/.ready
SPECS   := test,bench,codes
# Debian packages: python3-venv makes the environment.
DEBIAN  := python3-venv

.DEFAULT_GOAL := help
.PHONY: help setup run test check bench clean

help:          ## what can be made
	@grep -hE '^[a-z-]+: .*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

setup: $(READY) ## everything that the other targets need, in .venv

$(READY): pyproject.toml Makefile
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed, this is $$($(PYTHON) --version)."; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || $(MAKE) --no-print-directory debian
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[$(SPECS)]'
	@touch $@

.PHONY: debian
debian:
	@install="apt-get install --yes --no-install-recommends $(DEBIAN)"; \
	if [ "$$(id -u)" = 0 ]; then apt-get update --quiet && $$install; \
	elif sudo -n true 2>/dev/null; then sudo apt-get update --quiet && sudo $$install; \
	else echo "Some Debian packages are missing. Run this line, then try again:"; echo "  sudo $$install"; exit 1; fi

run: setup     ## the app; until it has a screen: a recorded evening in the terminal
	@$(BIN)/companion demo

test: setup    ## every test, in a few minutes
	$(BIN)/python -m pytest -n 2

check: setup   ## ruff and mypy
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: setup   ## the measured figures, beside their peers
	$(BIN)/python -m tests.bench

clean:         ## removes the environment
	rm -rf $(VENV)
