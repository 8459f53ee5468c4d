#!/usr/bin/env bash
# Sees to a Chromium for the browser tests: the machine's, or the system's package where that may be
# installed. Without one it says so and succeeds; the browser tests then skip themselves.
set -euo pipefail
source "$(dirname "$0")/machine.sh"

for name in chromium chromium-browser google-chrome; do
    command -v "$name" >/dev/null 2>&1 && exit 0
done
# With one font: a page without any has no text to click on.
apt_install chromium fonts-dejavu-core && command -v chromium >/dev/null 2>&1 && exit 0
loud "NO CHROMIUM: not on this machine, and its package cannot be installed; the browser tests are skipped"
