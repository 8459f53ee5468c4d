// The service worker: what opens without a network. vite.config.ts puts VERSION and FILES (all that was built) before it.
//
// A page is asked of the server first, so a new build is seen at once; only where no server answers (no network, a proxy in its
// place, nothing in time) does the kept shell stand in. Files with a hash in their name never change and are taken from here. Of
// the server's answers only the boards are kept, for the rules and for home, and what one draws with, for drawings that are in
// this browser; they are asked for anew each time. Nothing else that a server says is ever taken from here.

/* global VERSION, FILES */
const NAME = 'terminus-';
const SHELL = '/';
const BOARDS = '/api/boards'; // those that ship; after it come people's own, each by its name
const KIT = '/api/boards/kit'; // what a board can be made of
const OWN = /^\/api\/boards\/own-[^/]+$/;
const PATIENCE = 5000; // ms that a server may take before what is kept is shown
const AWAY = [502, 503, 504]; // what a proxy says where no server is behind it

/** This build's own, or what an open page of the one before still asks for. */
async function kept(what) {
  const ours = await caches.open(NAME + VERSION);
  return (await ours.match(what, { ignoreVary: true })) ?? caches.match(what, { ignoreVary: true });
}

self.addEventListener('install', (event) => event.waitUntil(keepAll().then(() => self.skipWaiting())));
self.addEventListener('activate', (event) => event.waitUntil(forget().then(() => self.clients.claim())));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (pathname === BOARDS || pathname === KIT || OWN.test(pathname)) event.respondWith(newest(request, event));
  else if (pathname.startsWith('/api') || pathname.startsWith('/paper/')) return;
  else if (request.mode === 'navigate') event.respondWith(answered(fetch(request), SHELL));
  else if (FILES.includes(pathname) || pathname.startsWith('/assets/')) event.respondWith(file(request));
});

async function keepAll() {
  const cache = await caches.open(NAME + VERSION);
  await cache.addAll([...FILES, new Request(SHELL, { cache: 'reload' }), BOARDS, KIT]);
}

/** What earlier builds kept goes, except the last one's: a page of it may still be open and want its other halves. */
async function forget() {
  const ours = (await caches.keys()).filter((name) => name.startsWith(NAME) && name !== NAME + VERSION);
  await Promise.all(ours.slice(0, -1).map((name) => caches.delete(name)));
}

/** What the server says; where it is away, what is kept under this name. */
async function answered(asked, what) {
  const late = new Promise((_, fail) => setTimeout(fail, PATIENCE));
  const answer = await Promise.race([asked, late]).catch(() => null);
  if (answer && !AWAY.includes(answer.status)) return answer;
  return (await kept(what)) ?? answer ?? asked;
}

const file = async (request) => (await kept(request)) ?? fetch(request);

function newest(request, event) {
  const asked = fetch(request);
  event.waitUntil(asked.then((answer) => answer.ok && keep(request, answer.clone()), () => undefined));
  return answered(asked, request);
}

const keep = (request, answer) => caches.open(NAME + VERSION).then((cache) => cache.put(request, answer));
