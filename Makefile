# What a person does with a clone. `make` alone lists it. Everything is installed into .venv, nothing elsewhere
# (but for a C compiler, and chromium for the tests, on a Debian where you are root: see scripts/make_venv.sh).

.DEFAULT_GOAL := help
.PHONY: help demo test lint format docs bench clean

BIN := .venv/bin
INSTALLED_FROM := pyproject.toml setup.py scripts/make_venv.sh $(shell find src -name "*.[ch]")

help: ## List these targets
	@echo "Turnwise: evaluate conversations, turn by turn."
	@awk 'BEGIN { FS = ":.*## " } /^[a-z]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: .venv/.demo ## Score three systems and tune an option list, on the samples that come with Turnwise
	@scripts/demo.sh

test: .venv/.dev ## Run all tests, with real data where ../shared/data is there
	@$(BIN)/python -m pytest -n 2

lint: .venv/.dev ## Check style, types, and which room imports which
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/python -m pytest tests/house/test_rooms.py

format: .venv/.dev ## Put the code into the one format
	@$(BIN)/ruff check --fix-only .
	@$(BIN)/ruff format .

docs: .venv/.dev ## Write the generated pages and build the documentation into site/
	@$(BIN)/python scripts/make_docs.py
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet
	@echo "Open site/index.html"

bench: .venv/.bench ## Time Turnwise beside its peers: a quarter of an hour, and 3.2 GB of files in .bench/
	@$(BIN)/python benchmarks/run.py --xl --many-runs
	@$(BIN)/python benchmarks/comparison.py
	@$(BIN)/python benchmarks/dialogues.py
	@$(BIN)/python benchmarks/agreement.py
	@$(BIN)/python benchmarks/agreement_coverage.py
	@$(BIN)/python benchmarks/retrieval.py
	@$(BIN)/python benchmarks/advice.py

clean: ## Remove caches, built pages and reports; .venv stays
	rm -rf build dist site demo-report .bench .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage
	find src tests scripts -name __pycache__ -type d -exec rm -rf {} +

.venv/.%: $(INSTALLED_FROM)
	@scripts/make_venv.sh $*
