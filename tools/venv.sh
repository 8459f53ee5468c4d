#!/usr/bin/env bash
# Makes the virtual environment VENV with a Python of 3.11 or newer. PYTHON names one to use instead of
# the first that is found.
set -euo pipefail
source "$(dirname "$0")/machine.sh"
venv=$1

new_enough() {
    "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1
}

pythons() {
    if [ -n "${PYTHON:-}" ]; then
        echo "$PYTHON"
    else
        type -aP python3 python3.11 python3.12 python3.13 python3.14 || true
    fi
}

make_venv() {
    local python
    while read -r python; do
        new_enough "$python" || continue
        found=$python
        rm -rf "$venv"
        if "$python" -m venv "$venv" >/dev/null 2>&1; then
            echo "virtual environment $venv: $("$venv/bin/python" --version), from $python"
            return 0
        fi
    done < <(pythons)
    return 1
}

found=
if ! make_venv; then
    if [ -z "$found" ]; then
        loud "NO PYTHON: terminus needs Python 3.11 or newer; set PYTHON=/path/to/python if it is not on the PATH"
        exit 1
    fi
    # Debian keeps the venv module in a package of its own.
    apt_install python3-venv && make_venv || {
        loud "NO VIRTUAL ENVIRONMENT: '$found -m venv' fails; on Debian and Ubuntu install python3-venv"
        exit 1
    }
fi
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check --upgrade 'pip>=26'
