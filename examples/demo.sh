#!/bin/sh
# The experiment that arcwise exists for, from training example to verdict. Run it with `make demo`.
set -eu
examples=$(cd "$(dirname "$0")" && pwd)
report=$PWD/report.html
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$examples/five_puzzle.json" "$examples/logic/cup.pl" "$examples/logic/principia.pl" "$work"
cd "$work"
export COLUMNS="${COLUMNS:-100}"
between= # an empty line in front of each step but the first

# run TITLE LINES COMMAND...: name the step, then show the command and, of what it prints, the lines that sed selects.
run() {
    title=$1 lines=$2
    shift 2
    [ -z "$title" ] || printf "$between%s\n" "$title"
    between='\n'
    printf '$'
    for word in "$@"; do
        case $word in
        *[" ()"]*) printf ' "%s"' "$word" ;;
        *) printf ' %s' "$word" ;;
        esac
    done
    printf '\n'
    "$@" >printed
    sed -n "$lines" printed
}

run "1. A problem of the source text, solved by search:" 's/, 0[.].*//; /solved/p' \
    arcwise solve sliding-tile:2x3 "4 5 3 0 1 2" "1 2 3 4 5 0" --algorithm breadth-first
run "2. One training example, explained and generalized into a macro:" '/ -> /p' \
    arcwise learn sliding-tile:2x3 five_puzzle.json -o macros.pl
run "3. A loss: what the macro is worth on random pairs of states, and on all pairs of the board:" \
    '/^30 random/p; /  30  /p; /^all/,/^the moves/p' \
    arcwise compare sliding-tile:2x3 five_puzzle.json --macros macros.pl --algorithms breadth-first --run loss
run "4. A win: macros that lead out of local minima, learned on small boards, proved and used on large ones:" '/learned/p' \
    arcwise learn sliding-tile --learner escapes -o npuzzle.pl
run "" '/proved/p' arcwise check npuzzle.pl sliding-tile:5x5
run "" 's/, no search.*//; /solved/p' arcwise solve sliding-tile:20x20 --random 7 --macros npuzzle.pl --algorithm climb
run "" '/verdict/p; /  10  /p' \
    arcwise compare sliding-tile:3x3 --random 1 --count 10 --macros npuzzle.pl --algorithms climb --beyond 0 --run win
run "5. In a logic program, from the proof that one thing is a cup, a rule for cups:" '/^proof/,/(bowl)  *points/p' \
    arcwise explain cup.pl "cup(obj1)"
run "6. Sixty-six theorems of Principia Mathematica: without learning, by rote, by explanation:" \
    '/^ rules of/p; /^ none/p; /^ rote/p; /^ lemmas/p' \
    arcwise compare principia.pl --in-order known/1 --limit-work 1000
run "7. Pages with every search, proof and picture, which work offline:" 's/^\(On .*\): [a-z-]* with macros.*/\1./p' \
    arcwise report win loss -o "$report"
