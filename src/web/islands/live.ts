import { all, mayBeLate, refresh } from './live-regions.ts'
import { push } from './push.ts'

/** Listens for changes to the viewer's offers, orders and messages, and refreshes the regions that depend on them. */

const RETRY_MS = 60_000
const HIDDEN_MS = 10_000
const BATCH_MS = 50
const APART_MS = 700

/** Server time when the data on the page was read. */
let after = document.querySelector<HTMLMetaElement>('meta[name="live"]')?.content ?? ''
let source: EventSource | null = null
let changes = new Set<string>()
let planned = false
let lastAt = -Infinity
let going: ReturnType<typeof setTimeout> | undefined

function open(): void {
  clearTimeout(going)
  if (source || document.hidden) return
  const stream = new EventSource(`/you/live?after=${after}`)
  source = stream
  stream.addEventListener('changed', ({ data, lastEventId }: MessageEvent<string>) => {
    after = lastEventId
    for (const change of data.split('\n')) changes.add(change)
    plan()
  })
  // the session has ended or the viewer has too many open pages, so the stream remains closed until the user returns to the page
  for (const end of ['over', 'full']) stream.addEventListener(end, close)
  stream.addEventListener('error', () => {
    if (stream.readyState !== EventSource.CLOSED) return
    // the server refused the stream, for example because the viewer is signed out; tries again later
    close()
    going = setTimeout(open, RETRY_MS)
  })
}

function close(): void {
  source?.close()
  source = null
}

/** Batches changes that arrive in quick succession, and throttles refreshes. */
function plan(): void {
  if (planned) return
  planned = true
  const wait = Math.max(BATCH_MS, lastAt + APART_MS - performance.now())
  setTimeout(() => {
    planned = false
    lastAt = performance.now()
    const those = changes
    changes = new Set()
    refresh(those).then(
      (left) => {
        if (left.size > 0) again(left)
      },
      () => again(those),
    )
  }, wait)
}

/** Queues changes that cannot be applied while a dialog is open or the connection is lost. */
function again(those: ReadonlySet<string>): void {
  for (const change of those) changes.add(change)
  setTimeout(plan, 2_000)
}

push()

document.addEventListener('visibilitychange', () => {
  if (document.hidden) going = setTimeout(close, HIDDEN_MS)
  else open()
})
// a page restored from the back/forward cache may be outdated
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) refresh(all()).catch(mayBeLate)
})
window.addEventListener('pagehide', close)
open()
