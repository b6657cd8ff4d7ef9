import { all, mayBeLate, refresh } from './live-regions.ts'
import { push } from './push.ts'

/**
 * Hears what changes of one's offers, orders and messages, and draws the marked parts of the page anew. The page is right without
 * it: whoever has no scripts loads it again.
 */

const RETRY_MS = 60_000
const HIDDEN_MS = 10_000
const TOGETHER_MS = 50
const APART_MS = 700

/** Up to when the page knows all, by the server's clock. */
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
  // signed out, or open in too many places: this one is quiet until somebody looks at it again
  for (const end of ['over', 'full']) stream.addEventListener(end, close)
  stream.addEventListener('error', () => {
    if (stream.readyState !== EventSource.CLOSED) return
    // no place, or signed out: the page still tells what it can when one comes back to it
    close()
    going = setTimeout(open, RETRY_MS)
  })
}

function close(): void {
  source?.close()
  source = null
}

/** What comes close together is looked at together, and not again before a moment has gone by. */
function plan(): void {
  if (planned) return
  planned = true
  const wait = Math.max(TOGETHER_MS, lastAt + APART_MS - performance.now())
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

/** Something is in the way: a dialog is open, there is no connection. */
function again(those: ReadonlySet<string>): void {
  for (const change of those) changes.add(change)
  setTimeout(plan, 2_000)
}

push()

document.addEventListener('visibilitychange', () => {
  if (document.hidden) going = setTimeout(close, HIDDEN_MS)
  else open()
})
// a page out of the browser's own memory is as old as it was left
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) refresh(all()).catch(mayBeLate)
})
window.addEventListener('pagehide', close)
open()
