import { keepShared, SHARE_PATH, SHARED_SHELF } from './shared.ts'

/**
 * The service worker: keeps one page for when there is no connection, sends the last words of a page that goes away, and
 * takes up what a phone's share sheet hands over.
 */

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
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => ![SHELF, SHARED_SHELF].includes(name)).map((name) => caches.delete(name)))),
  )
})

worker.addEventListener('fetch', (event) => {
  // left to the page, these would be lost with it: the browser asks here first, and finds no page when it comes back
  if (event.request.keepalive) return event.respondWith(fetch(event.request))
  if (event.request.mode !== 'navigate') return
  if (event.request.method === 'POST' && new URL(event.request.url).pathname === SHARE_PATH)
    return event.respondWith(keepShared(event.request))
  event.respondWith(fetch(event.request).catch(async () => (await caches.match('/offline')) ?? Response.error()))
})
