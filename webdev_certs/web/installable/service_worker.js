// Shows the offline page when a page cannot be loaded. It stores that page and nothing else: no other page, and no answer
// of the API. A release that changes the offline page changes this file too, so browsers replace the worker and its copy.
const CACHE = "offline-$version";
const PAGES = $pages;

self.addEventListener("install", (event) => {
  // The worker before answers nothing but page loads, so it can be replaced at once.
  self.skipWaiting();
  const fresh = PAGES.map((page) => new Request(page, { cache: "reload" }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(fresh)));
});

self.addEventListener("activate", (event) => {
  const deleteOthers = async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
  };
  // The browser asks for the page while it starts the worker.
  event.waitUntil(Promise.all([deleteOthers(), self.registration.navigationPreload?.enable()]));
});

self.addEventListener("fetch", (event) => {
  if (event.request.mode === "navigate") event.respondWith(load(event));
});

async function load(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    const { pathname } = new URL(event.request.url);
    const page = PAGES.find((page) => page !== PAGES[0] && pathname.startsWith(page.replace("offline/", "")));
    return (await caches.match(page ?? PAGES[0])) ?? Response.error();
  }
}
