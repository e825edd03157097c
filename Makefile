# The developer's and the newcomer's interface. Needs Python 3.11-3.13 and make.
PYTHON ?= python3
FULL_PYTHON = $$($(PYTHON) -c 'import sys; print(sys.executable)')
BIN := .venv/bin
UV := $(shell command -v uv || echo .uv/bin/uv)
COMPILE := uv pip compile -q --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-emit-find-links --no-annotate --no-header

# The processor's build of torch, for machines without CUDA, if a folder of wheels holds it.
CPU_TORCH := $(wildcard $(PIP_FIND_LINKS)/torch-2.13.0+cpu-*.whl)
ALL := requirements/$(if $(CPU_TORCH),all-cpu,all).txt

.PHONY: api extras serve demo ui report docs test test-all lint bench cases lock

demo: .venv/.core
	@$(BIN)/culture-conflict demo

ui: .venv/.core
	@$(BIN)/culture-conflict ui

report: .venv/.core
	@$(BIN)/culture-conflict report

docs: .venv/.core
	@$(BIN)/culture-conflict docs

test: .venv/.dev
	$(BIN)/python -m pytest -m "not slow" -n 2 --dist loadgroup

test-all: .venv/.all $(if $(CPU_TORCH),.venv-serve)
	$(BIN)/python -m pytest -n 2 --dist loadgroup -rs

# litellm, for models behind an API, from the lock that holds its hash.
api: .venv/.dev

# Every extra (torch, diffusers, transformers, EasyOCR, ...) from the lock.
extras: .venv/.all

# vLLM for CUDA, for open-weight models; the project's own environment never imports it.
serve: .venv-vllm/.made

lint: .venv/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: .venv/.dev
	$(BIN)/python -m culture_conflict_tests.benchmarks

cases: .venv/.dev
	$(BIN)/python -m culture_conflict_tests.cases $(FILE)

lock:
	$(COMPILE) pyproject.toml --group build -o requirements/core.txt
	$(COMPILE) pyproject.toml --extra api --extra hub --group build --group dev -o requirements/dev.txt
	$(COMPILE) pyproject.toml --all-extras --group build --group dev --group weights -o requirements/all.txt
	awk -v hash="$(shell sha256sum $(CPU_TORCH) | cut -d' ' -f1)" -f requirements/cpu.awk \
		requirements/all.txt > requirements/all-cpu.txt
	echo uv | $(COMPILE) - -o requirements/uv.txt
	$(COMPILE) requirements/serve.in -o requirements/serve.txt
	$(filter-out --universal,$(COMPILE)) --python-platform x86_64-manylinux_2_28 \
		--find-links $(PIP_FIND_LINKS) --override requirements/serve-cpu-left-out.in \
		requirements/serve-cpu.in -o requirements/serve-cpu.txt

.venv/.core: requirements/core.txt pyproject.toml | .venv $(UV)
	$(UV) pip install -q --python $(BIN)/python --require-hashes -r requirements/core.txt
	$(UV) pip install -q --python $(BIN)/python --no-deps --no-build-isolation -e .
	@touch $@

.venv/.dev: requirements/dev.txt pyproject.toml | .venv $(UV)
	$(UV) pip sync -q --python $(BIN)/python --require-hashes requirements/dev.txt
	$(UV) pip install -q --python $(BIN)/python --no-deps --no-build-isolation -e .
	@rm -f .venv/.all
	@touch $@ .venv/.core

.venv/.all: $(ALL) pyproject.toml | .venv $(UV)
	$(UV) pip sync -q --python $(BIN)/python --require-hashes \
		$(if $(CPU_TORCH),--find-links $(PIP_FIND_LINKS)) $(ALL)
	$(UV) pip install -q --python $(BIN)/python --no-deps --no-build-isolation -e .
	@touch $@ .venv/.dev .venv/.core

.venv-vllm/.made: requirements/serve.txt | $(UV)
	$(UV) venv -q --allow-existing --python $(FULL_PYTHON) .venv-vllm
	$(UV) pip sync -q --compile-bytecode --python .venv-vllm/bin/python --require-hashes $<
	@touch $@

# vLLM for processors, for its contract test; the shim makes torchvision load beside such a torch.
.venv-serve: .venv-serve/.made

.venv-serve/.made: requirements/serve-cpu.txt culture_conflict_tests/torch_shim/sitecustomize.py | $(UV)
	$(UV) venv -q --allow-existing --python $(FULL_PYTHON) .venv-serve
	$(UV) pip sync -q --compile-bytecode --python .venv-serve/bin/python --require-hashes \
		--find-links $(PIP_FIND_LINKS) $<
	cp culture_conflict_tests/torch_shim/sitecustomize.py .venv-serve/lib/python3.*/site-packages/
	@touch $@

.venv: | $(UV)
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' || \
		{ echo "$(PYTHON) is not Python 3.11-3.13; name one: make PYTHON=python3.12 ..."; exit 1; }
	$(UV) venv -q --python $(FULL_PYTHON) .venv

.uv/bin/uv: requirements/uv.txt
	$(PYTHON) -m venv .uv
	.uv/bin/python -m pip install -q --require-hashes -r requirements/uv.txt
	@touch $@
