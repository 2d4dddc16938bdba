"""Programs as textbooks print them, with goals and the answers of SWI-Prolog.

``python tests/logic/prover/textbook.py`` asks SWI-Prolog again and writes its answers into ``goals.json``.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

TEXTBOOK = Path(__file__).parents[2] / "programs" / "textbook"
GOALS = TEXTBOOK / "goals.json"

MOST = 8
"""Greatest number of answers that are asked for."""

MARK = "%%%"
"""Printed when the program has been loaded."""

ASK = r"""
:- style_check(-singleton).
goal_(G, G) :- G = ( GOAL ).
run_ :-
    clause(goal_(H, H), (H = Goal)), open('TO', write, Out), nb_setval(count_, 0),
    catch(call_with_inference_limit(searched_(Goal, Out, End), INFERENCES, Held), E, ended_(E, End)),
    held_(Held, End), write_canonical(Out, End), write(Out, '.\n'), close(Out).
searched_(Goal, Out, more) :-
    call(user:Goal), write_canonical(Out, Goal), write(Out, '.\n'),
    nb_getval(count_, N0), N is N0+1, nb_setval(count_, N), N >= MOST, !.
searched_(_, _, no).
ended_(E, End) :- E = error(F, _), !, End = error(F).
ended_(E, ball(E)).
held_(Held, End) :- Held == inference_limit_exceeded, !, End = endless.
held_(_, _).
"""


def asked(swipl: str, name: str, goal: str, folder: Path) -> dict[str, object]:
    """Instances of a goal of a program in SWI-Prolog, how the search ended, and what it printed."""
    script, to = folder / "ask.pl", folder / "answers"
    text = (
        ASK.replace("GOAL", goal)
        .replace("TO", str(to))
        .replace("MOST", str(MOST))
        .replace("INFERENCES", "3000000")
    )
    script.write_text(text, encoding="utf-8")
    to.unlink(missing_ok=True)
    program = TEXTBOOK / f"{name}.pl"
    done = subprocess.run(
        [
            swipl,
            "-q",
            "-g",
            f"write('{MARK}'), nl",
            "-g",
            "run_",
            "-t",
            "halt",
            str(program),
            str(script),
        ],
        capture_output=True,
        text=True,
        timeout=300,
        stdin=subprocess.DEVNULL,
        check=False,
    )
    *answers, end = to.read_text(encoding="utf-8").splitlines()
    printed = done.stdout.partition(f"{MARK}\n")[2]
    return {"answers": answers, "end": end, "printed": printed}


def record(swipl: str) -> None:
    """Write what SWI-Prolog answers into the file of goals."""
    told = json.loads(GOALS.read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as folder:
        for name, goals in told.items():
            told[name] = {goal: asked(swipl, name, goal, Path(folder)) for goal in goals}
    GOALS.write_text(json.dumps(told, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    record(sys.argv[1] if len(sys.argv) > 1 else "swipl")
