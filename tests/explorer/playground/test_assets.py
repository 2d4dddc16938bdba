"""Scripts of the playground's page after a failure, in Node.js without a browser."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from shutil import which

import pytest

ASSETS = Path("explorer") / "playground" / "assets"

PYODIDE = """
const answer = () => { throw new RangeError("Maximum call stack size exceeded"); };
export const loadPyodide = async () => ({ pyimport: () => ({ answer }) });
"""

WORKER = f"""
import {{ writeFileSync }} from "node:fs";
let listen;
globalThis.addEventListener = (_, heard) => {{ listen = heard; }};
const told = [];
globalThis.postMessage = (words) => {{ if (!words.progress) told.push(words.failure?.problem ?? "ready"); }};
const data = {{ place: new URL("./", import.meta.url).href, wheels: [] }};
await import("./worker.mjs?first");
await listen({{ data }});
writeFileSync("pyodide.mjs", {json.dumps(PYODIDE)});
await import("./worker.mjs?second");
await listen({{ data }});
await listen({{ data: {{ ...data, request: "{{}}" }} }});
console.log(told.map((words) => words.slice(0, 22)).join("; "));
"""

COUNTED = """
export const loadPyodide = async () => {
  await (await fetch("python_stdlib.zip")).arrayBuffer();
  return { unpackArchive() {}, pyimport: () => ({ answer: () => "{}" }) };
};
"""

LOADING = f"""
import {{ writeFileSync }} from "node:fs";
let listen;
globalThis.addEventListener = (_, heard) => {{ listen = heard; }};
const told = [];
globalThis.postMessage = (words) => told.push(words);
globalThis.fetch = async () => new Response(new Uint8Array(1_500_000));
writeFileSync("pyodide.mjs", {json.dumps(COUNTED)});
await import("./worker.mjs");
await listen({{ data: {{ place: new URL("./", import.meta.url).href, wheels: ["own.whl"], bytes: 3_000_000 }} }});
await new Promise((done) => setTimeout(done, 50));
console.log(JSON.stringify(told));
"""

ASKING = """
import { readFileSync } from "node:fs";
const element = { setAttribute() {} };
const page = {
  data: {}, asked: { seconds: 1 }, document: {}, location: { href: "http://localhost/", protocol: "http:" },
  find: () => element, field: () => element, findAll: () => [], drawRefusal() {},
};
let ended = 0;
page.Worker = class { addEventListener() {} postMessage() {} terminate() { ended += 1; } };
const read = (file) => readFileSync(file, "utf8");
const script = read("current.js") + read("asking.js") + "unwanted = 1; worker = start(); breakDown({}); return [unwanted, worker];";
console.log(...new Function(...Object.keys(page), script)(...Object.values(page)), ended);
"""

CURRENT = """
import { readFileSync } from "node:fs";
const asked = { domain: "d", start: "s", goal: "g", training_start: "t", shelf: "m1", seed: 1 };
const renewed = [];
const page = { asked, last: "solve", isProgram: () => false, ask: (action) => renewed.push(`${action} with ${shelfFor(action)}`) };
let shelfFor;
page.take = (one) => { shelfFor = (action) => one(action, true); };
const script = readFileSync("current.js", "utf8") + `
  hold("learn", null, "m0");
  hold("solve", {});
  hold("compare", {});
  const said = [];
  const say = () => said.push(["learn", "solve", "compare"].map((one) => changedSince(one).join() || "current").join(" / "));
  take(shelfFor);
  for (const [part, text] of [["training_start", "other"], ["start", "other"], ["seed", 2]]) { asked[part] = text; say(); }
  renew();
  asked.shelf = "m1 m2";
  renew();
  hold("solve", {});
  say();
  return said;`;
const said = new Function(...Object.keys(page), script)(...Object.values(page));
console.log([...said, ...renewed].join("\\n"));
"""

EDITOR = """
import { readFileSync } from "node:fs";
const make = (name, attributes, text) => `<${attributes.class}>${text}</>`;
const script = readFileSync("editor.js", "utf8") + "return coloured(text).join('');";
const text = readFileSync("program.pl", "utf8");
process.stdout.write(new Function("findAll", "make", "text", script)(() => [], make, text));
"""


def said(folder: Path, program: str) -> str:
    """Standard output of a program of Node.js in a folder."""
    node = which("node")
    if node is None:
        pytest.skip("Node.js is not installed")
    (folder / "program.mjs").write_text(program, encoding="utf-8")
    done = subprocess.run(
        [node, "program.mjs"], cwd=folder, check=True, capture_output=True, text=True
    )
    return done.stdout.strip()


@pytest.mark.slow
def test_the_worker_says_in_words_how_python_broke_down(tmp_path: Path) -> None:
    (tmp_path / "worker.mjs").write_bytes((ASSETS / "worker.js").read_bytes())
    first, ready, deep = said(tmp_path, WORKER).split("; ")
    assert (first, ready, deep) == ("the playground failed:", "ready", "this nests deeper than")


@pytest.mark.slow
def test_the_worker_tells_how_many_megabytes_have_come(tmp_path: Path) -> None:
    (tmp_path / "worker.mjs").write_bytes((ASSETS / "worker.js").read_bytes())
    told = json.loads(said(tmp_path, LOADING))
    shares = [one["share"] for one in told if "share" in one]
    assert shares == sorted(shares) and shares[-1] == 1
    assert any(one.get("progress") == "Loading Python: 3.0 of 3.0 MB" for one in told)


@pytest.mark.slow
def test_python_that_broke_down_is_ended_and_the_next_answer_is_shown(tmp_path: Path) -> None:
    for script in ("current.js", "asking.js"):
        (tmp_path / script).write_bytes((ASSETS / script).read_bytes())
    assert said(tmp_path, ASKING) == "0 null 1"


@pytest.mark.slow
def test_answers_that_depend_on_what_changed_are_out_of_date_and_asked_anew(
    tmp_path: Path,
) -> None:
    (tmp_path / "current.js").write_bytes((ASSETS / "current.js").read_bytes())
    assert said(tmp_path, CURRENT).splitlines() == [
        "training problem / current / current",
        "training problem / test problem / current",
        "training problem / test problem / random problems",
        "training problem / current / shelf,random problems",
        *("learn with m0", "solve with m1"),  # what it had learned is replaced
        *("learn with m1 m2", "solve with m1 m2"),  # the shelf holds more by now
    ]


@pytest.mark.slow
def test_prolog_is_coloured_by_its_tokens_and_no_letter_is_lost(tmp_path: Path) -> None:
    (tmp_path / "editor.js").write_bytes((ASSETS / "editor.js").read_bytes())
    program = (
        "cup1(X,_Y) :- X is 2.5+0'a, 'a % b'(X), \"Q\". % 'Z' 1\n/* A\nb */ d('it''s') --> [e]."
    )
    (tmp_path / "program.pl").write_text(program, encoding="utf-8")
    assert said(tmp_path, EDITOR) == (
        "cup1(<variable>X</>,<variable>_Y</>) <neck>:-</> <variable>X</> is <number>2.5</>+<number>0'a</>, "
        "<quoted>'a % b'</>(<variable>X</>), <quoted>\"Q\"</>. <comment>% 'Z' 1</>\n"
        "<comment>/* A\nb */</> d(<quoted>'it''s'</>) <neck>--></> [e]."
    )
