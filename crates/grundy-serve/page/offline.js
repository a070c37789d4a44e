// Keeps the files of a static site, so that the page works without a network. What the network has
// comes first: a new version is used as soon as it is there.

const KEPT = "grundy";
const FILES = ["./", "style.css", "icon.svg", "page.js", "worker.js", "grundy.wasm"];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll(FILES)));
});

self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET" || new URL(event.request.url).origin !== self.location.origin) return;
  event.respondWith((async () => {
    const kept = await caches.open(KEPT);
    try {
      const sent = await fetch(event.request);
      if (sent.ok) await kept.put(event.request, sent.clone());
      return sent;
    } catch (why) {
      const known = await kept.match(event.request, { ignoreSearch: true });
      if (known === undefined) throw why;
      return known;
    }
  })());
});
