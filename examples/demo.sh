#!/bin/sh
# The experiment that arcwise exists for, from training example to verdict. Run it with `make demo`.
set -eu
examples=$(cd "$(dirname "$0")" && pwd)
report=$PWD/report.html
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$examples/five_puzzle.json" "$examples/logic/cup.pl" "$examples/logic/principia.pl" "$work"
cd "$work"

run() {
    printf '\n$'
    for word in "$@"; do
        case $word in
        *" "*) printf ' "%s"' "$word" ;;
        *) printf ' %s' "$word" ;;
        esac
    done
    printf '\n\n'
    "$@"
}

run arcwise solve sliding-tile:2x3 "4 5 3 0 1 2" "1 2 3 4 5 0" --algorithm breadth-first
run arcwise learn sliding-tile:2x3 five_puzzle.json -o macros.pl
run arcwise explain macros.pl
run arcwise compare sliding-tile:2x3 five_puzzle.json --macros macros.pl
run arcwise compare sliding-tile:2x3 --random 1 --count 200 --macros macros.pl --beyond 0 --run loss
run arcwise learn sliding-tile --learner escapes -o npuzzle.pl
run arcwise check npuzzle.pl sliding-tile:5x5 sliding-tile:3x7
run arcwise solve sliding-tile:20x20 --random 7 --macros npuzzle.pl --algorithm climb
run arcwise compare sliding-tile:3x3 --random 1 --count 50 --macros npuzzle.pl --algorithms climb --beyond 0 --run win
run arcwise learn cup.pl -o cup_rules.pl
run arcwise explain cup_rules.pl
run arcwise compare cup.pl --macros cup_rules.pl
run arcwise compare principia.pl --in-order known/1 --limit-work 1000
run arcwise report win loss -o "$report"
