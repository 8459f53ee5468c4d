#!/usr/bin/env bash
# Sees to PostgreSQL and nginx for the tests of several servers: the machine's, or the system's packages where those may be installed.
# Without them it says so and succeeds; the tests that need them then skip themselves.
set -euo pipefail
source "$(dirname "$0")/machine.sh"

if ! has_postgres && ! { apt_install postgresql && has_postgres; }; then
    loud "NO POSTGRESQL: not on this machine, and its package cannot be installed; the server is tested with SQLite only"
fi
if ! has_nginx && ! { apt_install nginx-light && has_nginx; }; then
    loud "NO NGINX: not on this machine, and its package cannot be installed; several servers are tested without a proxy"
fi
