// The service worker: keeps the playground's files, so that it works without a network once it was loaded.

const KEPT = "playground-[[version]]";
const FILES = [[files]];

addEventListener("install", () => skipWaiting());

addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name.startsWith("playground-") && name !== KEPT) await caches.delete(name);
    await clients.claim();
  })());
});

/** The page asks for it when Python has come: then the browser has most files already. */
addEventListener("message", (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(KEPT);
    const known = await Promise.all(FILES.map((name) => cache.match(name)));
    await cache.addAll(FILES.filter((_, place) => !known[place]));
    event.source.postMessage({ offline: true });
  })());
});

addEventListener("fetch", (event) => {
  if (event.request.method !== "GET" || !event.request.url.startsWith(registration.scope)) return;
  event.respondWith((async () => {
    const cache = await caches.open(KEPT);
    const known = await cache.match(event.request, { ignoreSearch: true });
    if (known) return known;
    const answer = await fetch(event.request);
    if (answer.ok) await cache.put(event.request, answer.clone());
    return answer;
  })());
});
