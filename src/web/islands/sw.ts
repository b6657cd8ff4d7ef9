import { storeShared, SHARE_PATH, SHARED_SHELF } from './share-intake.ts'

/**
 * The service worker. It caches an offline page, sends the last changes from a page that is closing, receives shared files, and shows push
 * notifications.
 */

type FetchLike = Event & { request: Request; respondWith(answer: Promise<Response>): void }
type Lifecycle = Event & { waitUntil(work: Promise<unknown>): void }
type PushMessage = Lifecycle & { data: { json(): unknown } | null }
type Pressed = Lifecycle & { notification: { close(): void; data: unknown } }
type Page = { url: string; focus(): Promise<unknown> }
type Worker = {
  addEventListener(type: 'install' | 'activate', on: (event: Lifecycle) => void): void
  addEventListener(type: 'fetch', on: (event: FetchLike) => void): void
  addEventListener(type: 'push', on: (event: PushMessage) => void): void
  addEventListener(type: 'notificationclick', on: (event: Pressed) => void): void
  registration: { showNotification(title: string, options: object): Promise<void> }
  clients: { matchAll(by: { type: 'window' }): Promise<Page[]>; openWindow(path: string): Promise<unknown> }
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
  // fetches `keepalive` requests in the service worker, because they would otherwise be lost when the page closes
  if (event.request.keepalive) return event.respondWith(fetch(event.request))
  if (event.request.mode !== 'navigate') return
  if (event.request.method === 'POST' && new URL(event.request.url).pathname === SHARE_PATH)
    return event.respondWith(storeShared(event.request))
  event.respondWith(fetch(event.request).catch(async () => (await caches.match('/offline')) ?? Response.error()))
})

worker.addEventListener('push', (event) => {
  const { title, body, path, tag } = read(event.data)
  event.waitUntil(worker.registration.showNotification(title, { body, tag, data: path, icon: '/static/icon-180.png' }))
})

worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const path = String(event.notification.data)
  // opens only pages on our own origin, whatever the message contains
  const { origin, href } = new URL(path, location.origin)
  if (origin === location.origin) event.waitUntil(open(href))
})

type PushText = { title: string; body: string; path: string; tag: string }

/**
 * Returns the text of a push message. If the message is unreadable, returns generic text, because some browsers end a push subscription
 * when a message does not show a notification.
 */
function read(data: PushMessage['data']): PushText {
  try {
    const { title, body, path, tag } = data!.json() as Partial<PushText>
    return { title: title!.slice(0, 300), body: body ?? '', path: path ?? '/', tag: tag ?? 'notice' }
  } catch {
    return { title: 'You have a new notification', body: '', path: '/you', tag: 'notice' }
  }
}

async function open(href: string): Promise<void> {
  const pages = await worker.clients.matchAll({ type: 'window' })
  const there = pages.find(({ url }) => url.split('#')[0] === href.split('#')[0])
  await (there ? there.focus() : worker.clients.openWindow(href))
}
