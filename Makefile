# Two commands set up a fresh machine: `make demo` and `make test`.
SHELL := bash
CARGO ?= cargo
GALLERY ?= target/gallery

# Mesa's device-select layer asks a display server which device comes first, and complains where there is none.
ifeq ($(DISPLAY)$(WAYLAND_DISPLAY),)
export NODEVICE_SELECT := 1
endif

.PHONY: help demo test test-full check adapter display

help:
	@echo "make demo       draw every demo headless into $(GALLERY) and write index.html there"
	@echo "make test       all tests"
	@echo "make test-full  the long tier: all tests with every random case, shader checks, benches, cross-checks"
	@echo "make check      formatting, lints, documentation and the project's own rules"

adapter:
	@scripts/adapter

display:
	@scripts/adapter display

demo: adapter
	$(CARGO) build --release -p retrograph-examples
	$(CARGO) run --quiet --release -p retrograph-examples --bin retrograph -- gallery --out $(GALLERY)

test: display
	$(CARGO) test --workspace

# Property tests read PROPTEST_CASES; the ordinary tier runs a twentieth of this.
test-full: test
	PROPTEST_CASES=5120 $(CARGO) test --workspace --release
	$(CARGO) run --quiet --release -p retrograph-examples --bin retrograph -- shader --check shaders/tests/corpus
	$(CARGO) test -p retrograph-shaders --release --features validators --test suite validators
	$(CARGO) bench --workspace
	scripts/adapters
	scripts/webgpu
	scripts/cross-check

check:
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets -- --deny warnings
	RUSTDOCFLAGS="--deny warnings" $(CARGO) doc --workspace --no-deps
	scripts/rules
