# run · dev · test · check · bench · lock · clean (README.md)

PYTHON ?= python3
export PORT ?= 8000
export PATH := $(CURDIR)/.venv/bin:$(PATH)
# Node and npm come from PyPI with the other requirements; nothing else is downloaded for the build.
export REFLEX_USE_NPM := 1
# Some images forbid to keep bytecode; without it the product takes twice as long to start, and the tests start it often.
export PYTHONDONTWRITEBYTECODE :=

SOURCES := rxconfig.py $(shell find webdev_certs assets reflex.lock -type f -not -path '*/__pycache__/*' -not -path 'assets/external/*')
# The pages hold the websocket's address, the key that social sign-in is kept under, and what is said of waits and
# validity, so they are built for one origin, one Supabase project and one choice of these, in a file or outside.
ORIGIN := $(or $(PUBLIC_URL),http://localhost:$(PORT))
SETTINGS := $(shell cat '$(or $(ENV_FILE),.env)' 2>/dev/null | cksum | cut -d ' ' -f 1)
CHOICES := $(ENVIRONMENT)$(addprefix days_,$(RETAKE_DAYS))$(addprefix years_,$(CERTIFICATE_YEARS))
BUILT := .web/.built-$(SETTINGS)-$(subst /,_,$(subst :,_,$(CHOICES)$(SUPABASE_URL)$(ORIGIN)))
COMPILE := uv pip compile --quiet --generate-hashes --no-header --universal --python-version 3.11 pyproject.toml

.PHONY: run dev test check bench lock clean build migrate

run: build migrate ## Set everything up and serve the product on PORT
	webdev-certs serve

dev: .venv/.ready-dev migrate ## Serve with hot reload: pages on 3000, API on PORT
	reflex run --frontend-port 3000 --backend-port $(PORT)

# On every core what needs no browser, then the browser's tests alone: they share one served product, and a machine
# that does other things besides makes it late. Both parts run, whatever the first one brings.
test: .venv/.ready-dev ## Run every test, or what ARGS says; finds a browser and PostgreSQL by itself
ifdef ARGS
	pytest $(ARGS)
else
	pytest --numprocesses auto --dist worksteal tests/unit tests/api tests/contract; first=$$?; \
	pytest tests/e2e && exit $$first
endif

check: .venv/.ready-dev ## Lint, types, import rule, question bank, and whether the lock is current
	ruff check .
	ruff format --check .
	pyright
	lint-imports
	webdev-certs questions check
	$(COMPILE) -o requirements.txt && $(COMPILE) --group dev -o requirements-dev.txt
	git diff --exit-code --stat -- requirements.txt requirements-dev.txt

bench: .venv/.ready-dev ## Print each figure as one JSON line
	python -m benchmarks

lock: .venv/.ready-dev ## Renew requirements.txt and requirements-dev.txt
	$(COMPILE) --upgrade -o requirements.txt
	$(COMPILE) --upgrade --group dev -o requirements-dev.txt

clean: ## Remove everything that was built; data/ stays
	rm -rf .venv .web .states assets/external

build: $(BUILT)

migrate: .venv/.ready
	alembic upgrade head

$(BUILT): .venv/.ready $(SOURCES)
	rm -f .web/.built-*
	reflex export --frontend-only --no-zip --loglevel warning
	touch $@

.venv/.ready: requirements.txt pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed: make PYTHON=python3.12 …")'
	test -x .venv/bin/python || $(PYTHON) -m venv .venv
	pip install --quiet --disable-pip-version-check --require-hashes -r requirements.txt
	pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	touch $@

.venv/.ready-dev: .venv/.ready requirements-dev.txt
	pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.txt
	touch $@
