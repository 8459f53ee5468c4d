#!/usr/bin/env bash
# Builds the native kernel with the compiler's sanitizers, each into a folder of its own beside kernel/build, and
# runs under them what the kernel does most: lock-step with the engine, batches, search, and a crowd of threads.
# First address and undefined behaviour (with leaks), then threads. Any report is an error. Where the compiler has
# no sanitizers it says so and succeeds.
set -euo pipefail
source "$(dirname "$0")/machine.sh"
venv=$1
compiler=${CXX:-g++}
built=kernel/build
tests=(
    tests/kernel/test_lockstep.py
    tests/kernel/test_batch.py
    tests/kernel/test_decks.py
    tests/bots/test_native.py
    tests/bots/test_judge.py
    tests/bots/test_threads.py
)
slow="better_than or train or refine or be_learned or longer or short_way" # thousands of games, the same code

# The compiler's own libraries of a sanitizer, as the loader wants them: before everything else.
runtime() {
    local found=() name
    for name in "$@" libstdc++.so; do
        name=$("$compiler" -print-file-name="$name")
        [ -e "$name" ] || return 1
        found+=("$name")
    done
    (IFS=:; echo "${found[*]}")
}

build() { # SANITIZERS FOLDER
    echo "building the kernel with -fsanitize=$1"
    CXX=$compiler "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps --upgrade \
        --target "$2" -C cmake.define.TERMINUS_SANITIZE="$1" -C install.strip=false ./kernel
}

# Without schemathesis, whose libraries leak. With PYTHONMALLOC nothing of CPython's looks leaked, so that no
# suppressions are needed.
run() { # FOLDER LIBRARIES
    echo "running under ${1##*/}"
    LD_PRELOAD=$2 PYTHONPATH=$1${PYTHONPATH:+:$PYTHONPATH} PYTHONMALLOC=malloc TERMINUS_LOCKSTEP_GAMES=2 \
        TSAN_OPTIONS=halt_on_error=1 UBSAN_OPTIONS=print_stacktrace=1 \
        "$venv/bin/python" -m pytest -q -p no:cacheprovider -p no:schemathesis -k "not ($slow)" "${tests[@]}"
}

if ! command -v "$compiler" >/dev/null 2>&1 || ! address=$(runtime libasan.so libubsan.so) || ! thread=$(runtime libtsan.so); then
    loud "NO SANITIZERS: $compiler has none here; the kernel is not looked at for memory errors and races"
    exit 0
fi
build address,undefined "$built/address"
run "$built/address" "$address"
build thread "$built/thread"
run "$built/thread" "$thread"
echo "the sanitizers found nothing"
