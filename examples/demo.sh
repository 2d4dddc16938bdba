#!/bin/sh
# The experiment that arcwise exists for, from training example to verdict. Run it with `make demo`.
set -eu
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

run() {
    printf '\n$ %s\n\n' "$(printf '%s' "$*" | sed "s|$work/||g")"
    "$@"
}

run arcwise solve sliding-tile:2x3 "4 5 3 0 1 2" "1 2 3 4 5 0" --algorithm breadth-first
run arcwise learn sliding-tile:2x3 five_puzzle.json -o "$work/macros.pl"
run arcwise explain "$work/macros.pl"
run arcwise compare sliding-tile:2x3 five_puzzle.json --macros "$work/macros.pl"
run arcwise compare sliding-tile:2x3 --random 1 --count 200 --macros "$work/macros.pl" --beyond 0
