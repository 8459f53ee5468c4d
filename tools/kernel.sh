#!/usr/bin/env bash
# Builds the native kernel and installs it into the virtual environment VENV. Without a compiler or
# Python's headers it says so and succeeds, without touching STAMP: everything works without the kernel,
# only slower. A kernel that fails to compile is an error; with STRICT=ON in the environment so is one that compiles
# with warnings.
set -euo pipefail
source "$(dirname "$0")/machine.sh"
venv=$1
stamp=$2

without() {
    loud "NO NATIVE KERNEL: $1; terminus goes on with the slower engine in Python"
    exit 0
}

compiler=
for name in "${CXX:-c++}" g++ clang++; do
    if command -v "${name%% *}" >/dev/null 2>&1; then
        compiler=$name
        break
    fi
done
[ -n "$compiler" ] || without "there is no C++ compiler"

include=$("$venv/bin/python" -c 'import sysconfig; print(sysconfig.get_path("include"))')
[ -e "$include/Python.h" ] || without "the headers of this Python (Python.h) are not installed"

echo "building the kernel with $compiler"
CXX=$compiler "$venv/bin/python" -m pip install --quiet --disable-pip-version-check \
    --force-reinstall --no-deps -C cmake.define.TERMINUS_STRICT="${STRICT:-OFF}" ./kernel
touch "$stamp"
