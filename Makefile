# Two commands are enough: `make run` and `make test`. Everything else is for people who change the code.
PYTHON  ?= python3
VENV    := .venv
BIN     := $(VENV)/bin
READY   := $(VENV)/.ready
SPECS   := test,android,bench,codes
# Debian packages: for the environment, for the window and a virtual screen in tests, for a QR reader that ours are
# measured against, for the gauge's firmware and its simulated board.
DEBIAN  := python3-venv
WINDOW  := libgl1 libegl1 libmtdev1 xvfb xauth xdotool
ZBAR    := libzbar0
AVR     := build-essential gcc-avr avr-libc libsimavr-dev libelf-dev avrdude
GAUGE   := devices/firmware
PREPARED := $(VENV)/.prepared

.DEFAULT_GOAL := help
.PHONY: help setup run test check bench learn mutants soundness screenshots pictures firmware flash gauge-board gauge-mutants gauge-soak clean

help:          ## what can be made
	@grep -hE '^[a-z-]+: .*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

setup: $(READY) $(PREPARED) ## everything that the other targets need, in .venv

$(READY): pyproject.toml Makefile
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed, this is $$($(PYTHON) --version)."; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || $(MAKE) --no-print-directory debian PACKAGES="$(DEBIAN)"
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[$(SPECS)]'
	@touch $@

$(PREPARED): $(READY) $(wildcard assets/rulings/*.toml assets/rulings/*/*.txt rules/judge/*.py)
	@$(BIN)/python -m companion.prepare_rulings && touch $@

.PHONY: debian window zbar
window:
	@{ ldconfig -p | grep -q libGL.so.1 && ldconfig -p | grep -q libEGL.so.1 && command -v Xvfb && command -v xdotool; } >/dev/null 2>&1 \
	  || $(MAKE) --no-print-directory debian PACKAGES="$(WINDOW)"

zbar:
	@ldconfig -p | grep -q libzbar.so.0 || $(MAKE) --no-print-directory debian PACKAGES="$(ZBAR)" \
	  || echo "Without it the bench goes on, and says where ZBar is left out."

debian:
	@install="apt-get install --yes --no-install-recommends $(PACKAGES)"; \
	if [ "$$(id -u)" = 0 ]; then apt-get update --quiet && $$install; \
	elif sudo -n true 2>/dev/null; then sudo apt-get update --quiet && sudo $$install; \
	else echo "Some Debian packages are missing. Run this line, then try again:"; echo "  sudo $$install"; exit 1; fi

run: setup window ## the app; where there is no screen, a whole evening by itself in the terminal
	@if [ -n "$$DISPLAY$$WAYLAND_DISPLAY" ]; then $(BIN)/companion; else $(BIN)/companion demo; fi

test: setup window firmware ## the tests, in some six minutes (not those marked slow)
	$(BIN)/python -m pytest -n 2 --dist worksteal

check: setup   ## ruff and mypy
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

learn: setup   ## the judge's weights, from all its wordings: run it after these have changed
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[learn]'
	$(BIN)/python -m tests.judge.learning
	$(BIN)/python -m companion.prepare_rulings

mutants: setup ## every rule, switched off on its own, is missed by some test
	$(BIN)/python -m tests.rules.mutants

soundness: setup ## 10,000 simulated games for every mode and number of players
	$(BIN)/python -m pytest -n 2 -m slow tests/rules

screenshots: setup window ## every screen at every size, into build/screenshots
	$(BIN)/python -m tests.app.screenshots

pictures: setup window ## the README's pictures, taken by the app
	$(BIN)/python -m tests.app.pictures

bench: setup zbar ## the measured figures, beside their peers
	$(BIN)/python -m tests.bench

$(GAUGE)/protocol.h: devices/protocol.py devices/header.py | setup
	$(BIN)/python -m devices.header > $@

firmware: setup $(GAUGE)/protocol.h ## the gauge's firmware (.hex) and its simulated board
	@{ command -v cc && command -v avr-gcc && ls /usr/lib/avr/include/avr/io.h /usr/include/simavr/sim_avr.h /usr/include/libelf.h; } >/dev/null 2>&1 \
	  || $(MAKE) --no-print-directory debian PACKAGES="$(AVR)"
	@$(MAKE) --no-print-directory -C $(GAUGE)

flash: firmware ## uploads the firmware: make flash PORT=/dev/ttyUSB0
	@command -v avrdude >/dev/null || $(MAKE) --no-print-directory debian PACKAGES=avrdude
	@$(MAKE) --no-print-directory -C $(GAUGE) flash

gauge-board: setup ## the conformance suite against a real board: make gauge-board PORT=/dev/ttyUSB0
	PORT=$(PORT) $(BIN)/python -m pytest tests/devices/test_conformance.py tests/devices/test_buttons.py -rs

gauge-mutants: setup firmware ## takes one safeguard at a time out of the firmware; the suite must notice each
	$(BIN)/python -m tests.devices.mutants

gauge-soak: setup firmware ## 24 simulated hours
	$(BIN)/python -m tests.devices.soak 24

clean:         ## removes the environment
	rm -rf $(VENV) $(GAUGE)/build
