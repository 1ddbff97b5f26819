#!/usr/bin/env bash
# Install Turnwise with one of its extras into .venv, starting from a Debian with Python 3.11 and nothing else.
#
#   scripts/make_venv.sh dev        PYTHON=/path/to/python chooses the interpreter
#
# The scanner is compiled where a C compiler and Python's headers are there. Where they, or Python's venv module, are
# not, they are installed with apt-get if that is possible (as root); if not, one sentence says what is missing, and
# Turnwise reads with its plain Python scanner: slower, same numbers. The tests (`dev`) also try the page of an avatar in
# Debian's chromium, which is installed in the same way; without it they are skipped.
set -euo pipefail
cd "$(dirname "$0")/.."
extra=$1

say() { printf '%s\n' "$*" >&2; }

new_enough() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; }

find_python() {
  local candidate
  for candidate in ${PYTHON:-python3 python3.14 python3.13 python3.12 python3.11}; do
    if new_enough "$candidate"; then
      echo "$candidate"
      return
    fi
  done
  say "Turnwise needs Python 3.11 or later, and ${PYTHON:-python3} is not: install it, or set PYTHON to one."
  exit 1
}

has_venv() { "$python" -c 'import ensurepip, venv' >/dev/null 2>&1; }
has_compiler() { command -v cc >/dev/null || command -v gcc >/dev/null; }
# A Python built from source, as pyenv does, brings its own headers; ask the one that will be used.
has_headers() {
  "$python" -c 'import os, sys, sysconfig; sys.exit(not os.path.exists(sysconfig.get_path("include") + "/Python.h"))'
}

has_browser() { command -v chromium || command -v chromium-browser || command -v google-chrome; } >/dev/null

# Print the Debian packages that would fill what is missing.
missing_packages() {
  local version
  version=$("$python" -c 'import sys; print("python%d.%d" % sys.version_info[:2])')
  has_venv || echo "$version-venv"
  has_compiler || echo gcc libc6-dev
  has_headers || echo "$version-dev"
}

install_packages() {
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    say "Installing with apt-get:" "$@"
    apt-get update -qq -o Acquire::http::Timeout=20 >/dev/null || say "apt-get could not look for news; trying anyway."
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null ||
      say "apt-get could not install them."
  fi
}

python=$(find_python)
packages=$(missing_packages)
# shellcheck disable=SC2086  # one word a package
[ -z "$packages" ] || install_packages $packages
if [ "$extra" = dev ] && ! has_browser; then
  install_packages chromium
  has_browser || say "There is no browser (the Debian package chromium), so the tests that need one are skipped."
fi

if [ ! -x .venv/bin/python ]; then
  if ! has_venv; then
    say "Python's venv module is missing: install the Debian package python3-venv, then run make again."
    exit 1
  fi
  "$python" -m venv .venv
fi

# Plain `torch` brings gigabytes for graphics cards; 2.13.0 is the version that has a build without them on every index
# that we know. Whoever has a torch keeps it.
case $extra in
  dev | neural | onnx | bench)
    .venv/bin/python -c 'import torch' 2>/dev/null ||
      .venv/bin/python -m pip install -qq --disable-pip-version-check 'torch==2.13.0' ||
      say "torch 2.13.0 is not to be had; taking the one that pip finds."
    ;;
esac

say "Installing Turnwise and its '$extra' extra into .venv ..."
.venv/bin/python -m pip install -qq --disable-pip-version-check --editable ".[$extra]"
if ! .venv/bin/python -c 'from turnwise.tables.kernel import COMPILED as c; import sys; sys.exit(not c)'; then
  if has_compiler && has_headers; then
    why="it did not compile: .venv/bin/python -m pip install -v -e . shows why"
  else
    why="it needs the Debian packages gcc, libc6-dev and python3-dev"
  fi
  say "There is no compiled scanner ($why), so Turnwise reads with its plain one: slower, same numbers."
fi
touch ".venv/.$extra"
