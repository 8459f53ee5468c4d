# `make play` and `make test` need Python 3.11 and set up everything else in this folder.
# Variables: PORT=8000 LAN=1 for play; JOBS=2 for the tests; ARGS="…" is handed to pytest or bench.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-builtin-rules

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
PAGE := src/terminus/server/page/index.html
JOBS ?= 2
STRICT ?= ON
ARGS ?=

# Files that say of a step that it is done.
MADE := $(VENV)/.made
APP := $(VENV)/.installed-app
DEV := $(VENV)/.installed-dev
KERNEL := $(VENV)/.installed-kernel
NPM := web/node_modules/.installed

KERNEL_SOURCES := $(shell find kernel -type f -not -name '*.md' -not -path '*/build/*' -not -path '*/__pycache__/*' 2>/dev/null)
KERNEL_CODE := $(filter %.cpp %.hpp,$(KERNEL_SOURCES))
PAGE_SOURCES := $(shell find web -type f -not -path '*/node_modules/*' -not -path 'web/tests/*' 2>/dev/null)
CATALOGUES := src/terminus/locale/vocabulary.toml $(wildcard src/terminus/locale/*/LC_MESSAGES/terminus.po)
RULEBOOK := $(wildcard $(addprefix src/terminus/,server/rulebook/* rules/*.py rules/mechanics/*.py boards/*))
BOARDS := $(filter-out toy,$(basename $(notdir $(wildcard src/terminus/boards/*.toml))))
PYTHON_SOURCES := src tests $(wildcard bench kernel/python)

##@ Play
.PHONY: play cluster
play: $(APP) $(PAGE) ## set up and start the server (PORT=8000, LAN=1 for phones on this network)
	@$(MAKE) --no-print-directory STRICT=OFF $(KERNEL) || \
		printf '\n!!! NO NATIVE KERNEL: it does not build here; terminus goes on without\n\n'
	$(BIN)/terminus serve $(if $(PORT),--port $(PORT)) $(if $(LAN),--lan)

cluster: $(APP) $(PAGE) ## two servers and a worker on one PostgreSQL behind nginx, for trying (PORT=8000)
	tools/cluster.sh $(VENV) $(or $(PORT),8000)

##@ Test
.PHONY: test lint types page-check pytest unit browser differential sanitize crowd trials bench figures
test: lint types page-check pytest ## everything: what CI runs

lint: $(DEV) $(KERNEL) ## ruff and clang-format; the kernel compiles without a warning
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/clang-format --dry-run --Werror $(KERNEL_CODE)

types: $(DEV) ## mypy --strict
	$(BIN)/mypy $(PYTHON_SOURCES)

page-check: $(NPM) | $(APP) ## svelte-check and the page's unit tests
	tools/page.sh $(VENV) check
	tools/page.sh $(VENV) test

pytest: $(DEV) $(KERNEL) $(PAGE) | chromium company
	$(BIN)/pytest -n $(JOBS) --dist worksteal $(ARGS)

unit: $(DEV) $(KERNEL) | company ## the tests that need no browser
	$(BIN)/pytest -n $(JOBS) --ignore=tests/browser $(ARGS)

browser: $(DEV) $(PAGE) | chromium ## the page in a real browser
	$(BIN)/pytest -n $(JOBS) tests/browser $(ARGS)

differential: $(DEV) $(KERNEL) ## engine against kernel, at length
	$(BIN)/pytest -n $(JOBS) -m differential $(ARGS)

sanitize: $(DEV) ## the kernel under the sanitizers of memory, of undefined behaviour and of threads
	tools/sanitize.sh $(VENV)

crowd: $(DEV) $(KERNEL) ## many games of experts at eight tables at once
	$(BIN)/pytest -m crowd tests/server/test_experts.py $(ARGS)

trials: $(DEV) $(KERNEL) ## servers killed, databases gone, a siege, hostile input, ten thousand games: three hours, into bench/RESULTS.md
	for trial in kills outages siege frames calls files boards games; do $(BIN)/python -m bench.trials.$$trial --results $(ARGS); done

bench: $(DEV) $(KERNEL) ## how many games a second
	for board in $(BOARDS); do $(BIN)/terminus bench $$board $(ARGS); done

figures: $(DEV) $(KERNEL) ## the bots' means, into bench/RESULTS.md (ARGS="--cpu-minutes 30")
	$(BIN)/python -m bench.arena $(ARGS)

##@ Build
.PHONY: pictures gallery prints colours setup kernel page catalogues chromium company format clean help
setup: $(DEV) $(KERNEL) $(PAGE) | chromium company ## everything that the tests need

kernel: $(KERNEL) ## the native engine, into .venv

page: $(PAGE) ## the page, into src/terminus/server/page

colours: $(DEV) ## how far the page's colours are apart, into docs/colours.md
	$(BIN)/python -m tools.colours

pictures: $(DEV) $(PAGE) | chromium ## the page as it looks, into docs/pictures (ARGS=paper for what goes with games on paper)
	$(BIN)/python -m tests.browser.pictures $(ARGS)

gallery: $(DEV) $(PAGE) | chromium ## every page in every language, size and theme, into a folder to look at (FOLDER=/tmp/gallery)
	$(BIN)/python -m tests.browser.gallery $(or $(FOLDER),/tmp/gallery) $(ARGS)

prints: $(DEV) ## every print in every language, on both papers, in colour and sparing ink, into a folder to look at (FOLDER=/tmp/prints)
	$(BIN)/python -m tests.drawing.prints $(or $(FOLDER),/tmp/prints) $(ARGS)

catalogues: $(DEV) ## bring the languages in line with what is said
	$(BIN)/python -m tools.catalogues

chromium:
	@tools/chromium.sh

company:
	@tools/company.sh

format: $(DEV) ## let ruff and clang-format mend what they can
	$(BIN)/ruff check --fix
	$(BIN)/ruff format
	$(BIN)/clang-format -i $(KERNEL_CODE)

clean: ## remove all that these targets made
	rm -rf $(VENV) web/node_modules src/terminus/server/page kernel/build dist .mypy_cache .pytest_cache \
		.ruff_cache .hypothesis
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +

help: ## this list
	@awk -F ':.*## ' '/^##@/ { printf "\n%s\n", substr($$0, 5) } \
		/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

$(MADE):
	tools/venv.sh $(VENV)
	touch $@

$(APP): pyproject.toml constraints.txt $(MADE)
	$(PIP) install --quiet -c constraints.txt -e '.[server,terminal]'
	touch $@

$(DEV): pyproject.toml constraints.txt $(MADE)
	$(PIP) install --quiet -c constraints.txt -e '.[dev]'
	touch $(APP) $@

$(KERNEL): $(KERNEL_SOURCES) tools/kernel.sh $(MADE)
	STRICT=$(STRICT) tools/kernel.sh $(VENV) $@

$(NPM): web/package.json web/package-lock.json web/.npmrc $(MADE)
	tools/page.sh $(VENV) install

$(PAGE): $(PAGE_SOURCES) $(CATALOGUES) $(RULEBOOK) $(NPM) | $(APP)
	tools/page.sh $(VENV) build
