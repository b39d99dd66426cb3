# movetray: everything one does with a clone. `make` alone lists it.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

PYTHON ?= python3
export HOME ?= $(shell echo ~)
# Right even where the environment is empty.
export PATH := $(or $(PATH),/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin):$(HOME)/.cargo/bin
export PIP_DISABLE_PIP_VERSION_CHECK := 1

BIN := .venv/bin
PY := $(BIN)/python
CRATES := $(shell find crates -name '*.rs' -o -name Cargo.toml) Cargo.toml Cargo.lock

.PHONY: help setup play web check test soak bench docs words pins clean

help: ## this list
	@sed -n 's/^\([a-z]*\):.*## /\1	/p' $(MAKEFILE_LIST) | expand -t 10

setup: .venv/kernel ## prepare everything: .venv with pinned packages, the kernel

# Stamps: a second `make setup` does nothing, a changed crate rebuilds the kernel only.
.venv/packages: requirements-dev.txt
	@PYTHON='$(PYTHON)' tools/prerequisites
	[ -x $(PY) ] || $(PYTHON) -m venv .venv
	$(BIN)/pip install -q -r requirements-dev.txt
	@touch $@

.venv/kernel: .venv/packages pyproject.toml $(CRATES)
	$(BIN)/maturin develop --release --locked -q >/dev/null
	@touch $@

play: setup ## judge a bundled situation, explain it, draw it
	$(BIN)/movetray play

web: setup ## build the table in the browser (web/dist); needs node and npm
	@command -v npm >/dev/null || { echo 'make web needs Node 20 or newer with npm' >&2; exit 1; }
	cd web && npm ci
	$(BIN)/movetray schema --wire | (cd web && npm run -s types)
	cd web && npm run build

check: setup ## linters, formatters and types; changes nothing
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	cargo fmt --check
	@if cargo clippy --version >/dev/null 2>&1; then \
	  echo 'cargo clippy'; PYO3_PYTHON='$(CURDIR)/$(PY)' cargo clippy --locked --workspace --all-targets -q -- -D warnings; \
	else echo 'no clippy on this machine: Rust is not linted'; fi

test: check ## all of `check`, then every test; ends with pytest's own line
	cargo test --locked -q -p movetray-kernel
	$(BIN)/pytest

soak: setup ## what is too long for `test`
	$(BIN)/pytest -m soak

bench: setup ## the speed ratios against peers; fails where one is missed
	$(PY) -m benchmarks

words: setup ## renew the catalogues from the texts in the source
	$(PY) -m tools.words

docs: setup ## make the pages and pictures of the rule sets again
	$(PY) -m tools.pages

pins: .venv/packages ## renew requirements-dev.txt from pyproject.toml
	$(PY) tools/pins.py

clean: ## remove what was built here
	rm -rf .venv target out dist build .mypy_cache .ruff_cache .pytest_cache .hypothesis src/movetray/_kernel*.so
