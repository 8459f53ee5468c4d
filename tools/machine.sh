# What the scripts beside this one share: sourced, not run.

# A line that cannot be overlooked among the output of a build.
loud() {
    printf '\n!!! %s\n\n' "$*" >&2
}

# Debian packages, only where that asks nobody for a password. Fails quietly where it is not possible.
apt_install() {
    command -v apt-get >/dev/null 2>&1 || return 1
    local root=()
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null || return 1
        root=(sudo -n)
    fi
    echo "installing from the system's packages: $*" >&2
    "${root[@]}" apt-get update -qq </dev/null >/dev/null &&
        "${root[@]}" env DEBIAN_FRONTEND=noninteractive \
            apt-get install -y -qq --no-install-recommends "$@" </dev/null >/dev/null
}

# Debian keeps what servers need where only root looks by itself.
PATH=$PATH:/usr/sbin

has_postgres() {
    ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null 2>&1
}

has_nginx() {
    command -v nginx >/dev/null 2>&1
}
