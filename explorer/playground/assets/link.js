// The link: what differs from the usual, behind the # of the address.

const ofTest = ["solve", "step", "compare"]; // what is asked of the test problem

function link() {
  const words = new URLSearchParams();
  for (const one of [...texts, ...numbers]) {
    if (one === "domain" || String(asked[one]) !== String(data.usual[one])) words.set(one, asked[one]);
  }
  if (ofTest.includes(last)) words.set("do", last);
  return `#${words}`;
}

/** Whether the address brings a question; it is asked. */
function follow() {
  const words = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
  if (!words.domain) return false;
  const { do: action, domain, ...values } = { ...data.usual, ...words };
  for (const one of numbers) values[one] = Number(values[one]);
  const known = [...texts, ...numbers];
  const question = Object.fromEntries(Object.entries(values).filter(([one]) => known.includes(one)));
  choose(ofTest.includes(action) ? "test" : "training");
  try {
    enter(domain, question);
  } catch (error) {
    refuse({ problem: error.message });
    return true;
  }
  if (data.actions.includes(action)) ask(action);
  return true;
}
