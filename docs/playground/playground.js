// The playground. Loaded by the page it fills in the form and asks; loaded as a worker it runs Python and answers.
"use strict";

(() => {
  const ITSELF = typeof document === "undefined" ? null : document.currentScript.src;

  if (ITSELF === null) answerQuestions();
  else if (document.readyState === "loading") addEventListener("DOMContentLoaded", showPage);
  else showPage();

  // The worker: loads Python once, then answers one question after the other.

  function answerQuestions() {
    const tell = (words) => postMessage({ progress: words });
    let python = null;

    async function load({ place, wheels }) {
      tell("Loading Python (about 14 MB the first time) ...");
      const { loadPyodide } = await import(new URL("pyodide.mjs", place).href);
      const pyodide = await loadPyodide({ indexURL: place });
      tell("Loading arcwise ...");
      for (const name of wheels) {
        const answer = await fetch(new URL(name, place));
        if (!answer.ok) throw new Error(`${name}: ${answer.status} ${answer.statusText}`);
        pyodide.unpackArchive(await answer.arrayBuffer(), "wheel");
      }
      return pyodide.pyimport("arcwise.explorer.playground");
    }

    addEventListener("message", async ({ data }) => {
      try {
        python ??= load(data);
        const { answer } = await python;
        tell("Working ...");
        let last = 0;
        const report = (words) => {
          if (performance.now() - last < 100) return;
          last = performance.now();
          tell(words);
        };
        postMessage({ answer: JSON.parse(answer(data.request, report)) });
      } catch (error) {
        postMessage({ failure: String(error.message ?? error).trim().split("\n").pop() });
      }
    });
  }

  // The page.

  function showPage() {
    const form = document.getElementById("playground-form");
    const offered = JSON.parse(document.getElementById("playground-data").textContent);
    const part = (name) => form.querySelector(`[data-part="${name}"]`);
    const field = (name) => document.getElementById(`playground-${name}`);
    const buttons = [...form.querySelectorAll("button[data-do]")];
    const [progress, status, shown] = ["progress", "output", "section"].map((name) => form.querySelector(name));
    const numbers = Object.keys(offered.numbers);
    const texts = ["arcs", "start", "goal", "algorithm", "heuristic"];
    const written = [offered.arcs, offered.program]; // texts of one's own
    const ownText = () => written.find(({ name }) => name === field("domain").value);
    let worker = null;
    let last = null;
    let busy = false;

    const element = (name, words, attributes = {}) =>
      Object.assign(document.createElement(name), { textContent: words }, attributes);

    function fill() {
      const domains = offered.domains.map(({ name, summary }) => [name, `${name}: ${summary}`]);
      const heuristics = offered.heuristics.map((name) => [name, name]);
      const algorithms = Object.entries(offered.algorithms).map(([name, summary]) => [name, `${name}: ${summary}`]);
      const texts = [[offered.arcs.name, "arcs of your own"], [offered.program.name, "a logic program of your own"]];
      options("domain", [...texts, ...domains]);
      options("heuristic", [["", "the algorithm's own"], ...heuristics]);
      options("algorithm", algorithms);
      for (const name of numbers) field(name).max = offered.numbers[name].most;
      put(offered.first);
    }

    function options(name, pairs) {
      field(name).replaceChildren(...pairs.map(([value, words]) => element("option", words, { value })));
    }

    // A question, from the form and into it.

    function question() {
      const own = ownText();
      const domain = own ? own.name : `${field("domain").value}:${field("size").value.trim()}`;
      const found = { domain };
      for (const name of texts) if (name !== "arcs" || own) found[name] = field(name).value;
      for (const name of numbers) found[name] = field(name).valueAsNumber;
      return found;
    }

    function put(values) {
      const [name, ...size] = values.domain.split(":");
      field("domain").value = name;
      if (field("domain").value !== name) throw new Error(`There is no domain ${name} here.`);
      field("size").value = size.join(":");
      for (const one of [...texts, ...numbers]) if (values[one] !== undefined) field(one).value = values[one];
      arrange();
    }

    function arrange() {
      const own = ownText();
      const program = own === offered.program;
      part("arcs").hidden = !own;
      part("size").hidden = Boolean(own);
      part("start").hidden = part("search").hidden = part("ordered").hidden = program;
      part("text-name").textContent = program ? "Program, as Prolog clauses" : "Arcs, as Prolog facts";
      field("goal-note").textContent = program
        ? "a goal, such as kill(john,X)"
        : "? stands for anything; empty: the goal of the domain";
      for (const one of buttons) one.hidden = program && !offered.program.actions.includes(one.dataset.do);
      const domain = offered.domains.find(({ name }) => name === field("domain").value);
      field("sizes").textContent = domain ? domain.sizes : "";
    }

    field("domain").addEventListener("change", () => {
      const domain = offered.domains.find(({ name }) => name === field("domain").value);
      field("size").value = domain ? domain.size : "";
      const own = ownText();
      field("arcs").value = own ? own.text : "";
      for (const name of ["start", "goal"]) field(name).value = own ? own[name] : "";
      arrange();
    });
    field("size").addEventListener("change", () => {
      for (const name of ["start", "goal"]) field(name).value = "";
    });

    // The link: what differs from the usual, behind the # of the address.

    function link() {
      const asked = question();
      const words = new URLSearchParams();
      for (const [name, value] of Object.entries(asked)) {
        if (name === "domain" || String(value) !== String(offered.usual[name])) words.set(name, value);
      }
      if (last) words.set("do", last);
      return `#${words}`;
    }

    function follow() {
      const words = new URLSearchParams(location.hash.slice(1));
      if (!words.has("domain")) return; // a heading of the page
      const values = { ...offered.usual, ...Object.fromEntries(words) };
      try {
        put(values);
      } catch (error) {
        return refuse({ problem: error.message });
      }
      if (offered.actions.includes(values.do)) ask(values.do);
    }

    part("share").addEventListener("click", async () => {
      history.replaceState(null, "", link());
      try {
        await navigator.clipboard.writeText(location.href);
        say("The link is copied, and in the address bar.");
      } catch {
        say("The link is in the address bar.");
      }
    });

    // Asking.

    function say(words, working = false) {
      busy = working;
      status.textContent = words;
      if (!busy && document.activeElement === part("cancel")) form.querySelector('[type="submit"]').focus();
      progress.hidden = part("cancel").hidden = !busy;
      for (const one of buttons) {
        one.disabled = unusable;
        one.ariaDisabled = String(busy); // it keeps the focus, and waits
      }
      shown.setAttribute("aria-busy", busy);
    }

    function press(action) {
      if (!busy) ask(action);
    }

    function ask(action) {
      if (unusable) return;
      if (action === "draw") field("seed").value = 1 + Math.floor(Math.random() * offered.numbers.seed.most);
      const wrong = numbers.find((name) => !field(name).checkValidity() || field(name).value === "");
      if (wrong) {
        field(wrong).closest("details").open = true;
        field(wrong).reportValidity();
        return;
      }
      if (busy) stop(""); // a link that was opened meanwhile
      if (action !== "draw") last = action;
      const place = new URL(`${offered.python}/`, new URL("../", ITSELF)).href;
      worker ??= start();
      say("Working ...", true);
      worker.postMessage({ place, wheels: offered.wheels, request: JSON.stringify({ action, question: question() }) });
    }

    function start() {
      const made = new Worker(ITSELF, { type: "module" });
      made.addEventListener("message", ({ data }) => {
        if (data.progress) say(data.progress, true);
        else if (data.failure) refuse({ problem: `The playground failed: ${data.failure}` });
        else if (data.answer.error) refuse(data.answer.error);
        else show(data.answer);
      });
      made.addEventListener("error", (event) => refuse({ problem: `The playground failed: ${event.message ?? "its worker did not start"}` }));
      return made;
    }

    function stop(words) {
      worker?.terminate();
      worker = null;
      say(words);
    }

    function show(answer) {
      field("start").value = answer.start;
      field("goal").value = answer.goal;
      const drawn = element("div", "");
      drawn.innerHTML = answer.html; // made by arcwise, which writes names as text
      const parts = [drawn];
      if (answer.page) {
        const frame = element("iframe", "", { title: "The search, step by step" });
        frame.setAttribute("sandbox", "allow-scripts");
        frame.dataset.page = answer.page;
        inTheme(frame);
        parts.push(frame);
      }
      present(parts, answer.words);
    }

    function inTheme(frame) {
      const scheme = document.body.dataset.mdColorScheme === "slate" ? "dark" : "light";
      frame.srcdoc = frame.dataset.page.replace("<html", `<html data-scheme="${scheme}"`);
    }

    const themes = new MutationObserver(() => shown.querySelectorAll("iframe").forEach(inTheme));
    themes.observe(document.body, { attributeFilter: ["data-md-color-scheme"] });

    function refuse(error) {
      const box = element("div", "", { className: "playground-problem" });
      const details = element("dl", "");
      for (const [name, label] of [["place", "where"], ["expected", "expected"], ["found", "found"], ["remedy", "try"]]) {
        if (error[name]) details.append(element("dt", label), element("dd", error[name]));
      }
      box.append(element("p", error.problem), details);
      present([box], "This could not be done.");
    }

    function present(parts, words) {
      shown.replaceChildren(...parts);
      shown.hidden = false;
      say(words);
    }

    form.addEventListener("submit", (event) => {
      event.preventDefault();
      press(event.submitter?.dataset.do ?? "solve");
    });
    for (const one of buttons) if (one.type === "button") one.addEventListener("click", () => press(one.dataset.do));
    part("cancel").addEventListener("click", () => stop("Cancelled. The next question starts Python again."));
    addEventListener("hashchange", follow);

    let unusable = Boolean(offered.missing);
    if (location.protocol === "file:") {
      unusable = true;
      part("missing").textContent =
        "Browsers do not run this from a file. In the folder of the site say: python3 -m http.server --bind 127.0.0.1";
    }
    fill();
    say("");
    follow();
  }
})();
