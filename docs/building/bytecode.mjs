// Compile the modules of a wheel that first questions need, as Pyodide's Python would do in every browser again:
// node bytecode.mjs FOLDER_OF_PYODIDE OWN_WHEEL OTHER_WHEEL ... < questions.json, one JSON list of requests

import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, own, ...others] = process.argv.slice(2).map((one) => resolve(one));
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: `${folder}/` });
for (const wheel of [own, ...others]) python.unpackArchive(new Uint8Array(readFileSync(wheel)), "wheel");
python.FS.writeFile("/own.whl", new Uint8Array(readFileSync(own)));
python.globals.set("requests", readFileSync(0, "utf8"));
python.runPython(`
import json, sys, zipfile
from importlib._bootstrap_external import _code_to_hash_pyc
from arcwise.explorer.playground import answer

shelf = ""
for request in json.loads(requests):
    request["question"]["shelf"] = shelf
    shelf = json.loads(answer(json.dumps(request))).get("shelf", shelf)
loaded = {one.__spec__.origin: one.__spec__.loader for one in [*sys.modules.values()] if getattr(one, "__spec__", None)}
place = next(path for path in loaded if path and path.endswith("/arcwise/rules/term.py")).removesuffix("arcwise/rules/term.py")
with zipfile.ZipFile("/own.whl") as read, zipfile.ZipFile("/new.whl", "w", zipfile.ZIP_DEFLATED, compresslevel=9) as write:
    for name in read.namelist():
        loader = loaded.get(place + name)
        if name.endswith((".so", ".pyd")):  # of another machine: a kernel that lies among the sources
            continue
        if loader is None:
            write.writestr(name, read.read(name))
        else:
            code = loader.get_code(loader.name)
            write.writestr(f"{name}c", bytes(_code_to_hash_pyc(code, bytes(8), False)))
`);
writeFileSync(own, python.FS.readFile("/new.whl"));
