/** The service worker: keeps one page for when there is no connection, and sends the last words of a page that goes away. */

type FetchLike = Event & { request: Request; respondWith(answer: Promise<Response>): void }
type Lifecycle = Event & { waitUntil(work: Promise<unknown>): void }
type Worker = {
  addEventListener(type: 'install' | 'activate', on: (event: Lifecycle) => void): void
  addEventListener(type: 'fetch', on: (event: FetchLike) => void): void
  skipWaiting(): Promise<void>
}

const worker = self as unknown as Worker
const SHELF = 'resale-1'

worker.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(SHELF)
      .then((shelf) => shelf.add('/offline'))
      .then(() => worker.skipWaiting()),
  )
})

worker.addEventListener('activate', (event) => {
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter((name) => name !== SHELF).map((name) => caches.delete(name)))))
})

worker.addEventListener('fetch', (event) => {
  // left to the page, these would be lost with it: the browser asks here first, and finds no page when it comes back
  if (event.request.keepalive) return event.respondWith(fetch(event.request))
  if (event.request.mode !== 'navigate') return
  event.respondWith(fetch(event.request).catch(async () => (await caches.match('/offline')) ?? Response.error()))
})
