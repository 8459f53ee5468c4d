#!/usr/bin/env bash
# page.sh VENV install|build|check|test: the page's packages, the page itself, svelte-check on its sources, its unit tests.
# Where Node cannot be had it says so and succeeds; a page that does not build is an error.
set -euo pipefail
source "$(dirname "$0")/machine.sh"
venv=$(cd "$1" && pwd)
source "$(dirname "$0")/node.sh"

provide_node || {
    loud "NO NODE: neither on this machine nor on PyPI for it; the page is not built, checked or tested ($2)"
    exit 0
}

[ -t 1 ] || export NO_COLOR=1
cd "$(dirname "$0")/../web"
case $2 in
    install)
        # Not `npm ci`: it refuses locks in which npm left out other platforms' packages.
        npm install --no-save --no-audit --no-fund --loglevel=error
        touch node_modules/.installed
        ;;
    build | check | test)
        "$venv/bin/python" -m terminus.locale.export src/catalogues
        "$venv/bin/python" -m terminus.server.edge.typescript src/lib/schema.ts
        "$venv/bin/python" -m terminus.server.rulebook.export src/rulebook
        npm run --silent "$2"
        ;;
esac
