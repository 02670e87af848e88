#!/bin/sh
# Installs what a worker needs in addition to Node, npm and git: the client, the pack, pg-boss for --queue, and a name for the commits.
# Usage: sh image.sh <folder of the pack>
set -eu
pack=$1
npm install --global --no-audit --no-fund @anthropic-ai/claude-code
npm ci --prefix "$pack" --no-audit --no-fund
npm install --global --no-audit --no-fund "$pack"
npm install --prefix "$HOME/.gsd/queue" --no-audit --no-fund pg-boss@12
gsd install --claude --yes
git config --global user.name 'gsd worker'
git config --global user.email 'gsd-worker@localhost'
