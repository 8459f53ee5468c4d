#!/usr/bin/env bash
# cluster.sh VENV PORT: PostgreSQL, two servers, a worker, and nginx in front at 127.0.0.1:PORT, for trying, until interrupted. Everything
# is below a temporary folder and gone afterwards. Kill what you like: the rest goes on. Without nginx use either server by its own address.
set -euo pipefail
source "$(dirname "$0")/machine.sh"
venv=$1 port=$2
postgres_port=$((port + 3))
database=postgresql://terminus@127.0.0.1:$postgres_port/terminus
folder=$(mktemp -d /tmp/terminus-cluster-XXXXXX)
started=()

postgres() { # a program of PostgreSQL's, which refuse to be run by root
    local program=$1 found
    shift
    found=$(ls -d /usr/lib/postgresql/*/bin/"$program" 2>/dev/null | sort -V | tail -1)
    found=${found:-$(command -v "$program")}
    if [ "$(id -u)" -eq 0 ]; then
        (cd "$folder" && runuser -u postgres -- "$found" "$@")
    else
        "$found" "$@"
    fi
}

end() {
    trap - EXIT
    trap '' INT TERM # whoever is impatient would leave half of it behind
    local pid
    for pid in "${started[@]}"; do kill "$pid" 2>/dev/null || true; done
    for pid in "${started[@]}"; do wait "$pid" 2>/dev/null || true; done
    postgres pg_ctl stop --silent --mode=fast --pgdata="$folder/data" || true
    rm -rf "$folder"
}

start_postgres() {
    has_postgres || apt_install postgresql || {
        loud "NO POSTGRESQL: it is not on this machine and cannot be installed without asking"
        exit 1
    }
    chmod 755 "$folder"
    [ "$(id -u)" -ne 0 ] || chown postgres "$folder"
    trap end EXIT
    trap 'exit 0' INT TERM
    postgres initdb --auth=trust --encoding=UTF8 --username=terminus "$folder/data" >/dev/null
    postgres pg_ctl start --silent --wait --pgdata="$folder/data" --log="$folder/log" \
        --options="-p $postgres_port -c listen_addresses=127.0.0.1 -c unix_socket_directories="
    postgres createdb --host=127.0.0.1 --port="$postgres_port" --username=terminus terminus
}

start_server() {
    "$venv/bin/terminus" serve --port "$1" --behind-proxy --database "$database" &
    started+=($!)
    printf 'Server at port %s: process %s\n' "$1" $!
    for _ in {1..150}; do
        (: <"/dev/tcp/127.0.0.1/$1") 2>/dev/null && return
        kill -0 $! 2>/dev/null || exit 1
        sleep 0.2
    done
    loud "the server at port $1 does not come up"
    exit 1
}

start_worker() {
    "$venv/bin/terminus" work --database "$database" &
    started+=($!)
    printf 'Worker: process %s\n' $!
}

start_nginx() {
    has_nginx || apt_install nginx-light || return 1
    cat >"$folder/nginx.conf" <<CONF
daemon off;
pid $folder/nginx.pid;
error_log stderr crit;
events {}
http {
    access_log off;
    client_body_temp_path $folder/body;
    proxy_temp_path $folder/proxy;
    fastcgi_temp_path $folder/fastcgi;
    uwsgi_temp_path $folder/uwsgi;
    scgi_temp_path $folder/scgi;
    map \$http_upgrade \$connection_upgrade { default upgrade; '' ''; }
    upstream terminus {
        server 127.0.0.1:$((port + 1));
        server 127.0.0.1:$((port + 2));
    }
    server {
        listen 127.0.0.1:$port;
        location /health { return 404; }
        location / {
            proxy_pass http://terminus;
            proxy_http_version 1.1;
            proxy_set_header Host \$http_host;
            proxy_set_header X-Forwarded-Proto \$scheme;
            proxy_set_header X-Forwarded-For \$remote_addr;
            proxy_set_header X-Forwarded-Host \$http_host;
            proxy_set_header X-Request-ID \$request_id;
            proxy_set_header Upgrade \$http_upgrade;
            proxy_set_header Connection \$connection_upgrade;
            proxy_read_timeout 180s;
        }
    }
}
CONF
    nginx -c "$folder/nginx.conf" &
    started+=($!)
}

start_postgres
start_server $((port + 1))
start_server $((port + 2))
start_worker
if start_nginx; then
    printf '\nBoth behind nginx: http://127.0.0.1:%s\n' "$port"
else
    loud "NO NGINX: it is not on this machine and cannot be installed without asking; use either server"
fi
wait
