export type LiveLimits = {
  /** Maximum number of streams per account. A new stream ends the oldest stream. */
  ofOne: number
  most: number
  heartbeatMs: number
  /** Time in ms during which changes are collected before they are sent. */
  gatherMs: number
}

export const LIVE_LIMITS: LiveLimits = { ofOne: 6, most: 500, heartbeatMs: 20_000, gatherMs: 30 }

/**
 * Page that reads a stream. `after`: time up to which the page shows all changes. `isValid`: resolves with true while the session is valid.
 */
export type LiveReader = { accountId: string; after: number | null; isValid: () => Promise<boolean> }

/**
 * Live streams of this process. A stream sends a page the kind and id of each changed record, never its content. The page then requests the
 * record with the user's session.
 */
export type Live = {
  /**
   * Opens a stream of server-sent events. It ends when the reader leaves or signs out, or when the process stops. Returns null if the
   * process already has too many streams.
   */
  open(reader: LiveReader): ReadableStream<Uint8Array> | null
  /** Handles a database notification (`account_changed` in the migrations): account, kind and id. */
  notify(notice: string): void
  /** Sets whether the database listener is connected. Notifications may be missed while it is disconnected. */
  listening(is: boolean): void
  count(): number
  stop(): void
}

type Stream = { reader: LiveReader; controller: ReadableStreamDefaultController<Uint8Array> }

/** Safety margin in ms for a page's load time, delayed notifications and clock differences. */
const MARGIN_MS = 2_000
const REMEMBERED_MS = 120_000
const REMEMBERED_ACCOUNTS = 10_000
/** Maximum number of changes to send individually. Above this number, the page is instructed once to reload everything. */
const MAX_SEPARATE = 50
/**
 * Maximum number of chunks that may wait for a slow reader. Above this number, the stream ends; if the page is still open, it reconnects.
 */
const PIECES = 32
const CHECK_EVERY = 3

/** `chance`: returns a random number from 0 to 1. */
type Deps = { now: () => Date; chance: () => number }

export function createLive({ now, chance }: Deps, limits: LiveLimits = LIVE_LIMITS): Live {
  const streams = new Map<string, Set<Stream>>()
  const pending = new Map<string, Set<string>>()
  const memory = createMemory(now)
  let count = 0
  let stopped = false
  let beats = 0
  let gathering: NodeJS.Timeout | null = null

  const forget = (stream: Stream): boolean => {
    const own = streams.get(stream.reader.accountId)
    if (!own?.delete(stream)) return false
    if (own.size === 0) streams.delete(stream.reader.accountId)
    count--
    return true
  }
  const end = (stream: Stream, why: 'full' | 'over' | null): void => {
    if (!forget(stream)) return
    if (why) stream.controller.enqueue(encoded(`event: ${why}\ndata:\n\n`))
    stream.controller.close()
  }
  const send = (stream: Stream, text: string): void => {
    if ((stream.controller.desiredSize ?? 0) <= 0) end(stream, null)
    else stream.controller.enqueue(encoded(text))
  }
  const allStreams = (): Stream[] => [...streams.values()].flatMap((own) => [...own])

  const flush = (): void => {
    gathering = null
    for (const [accountId, changes] of pending) {
      const text = changed(memory.knownUntil(), changes.size > MAX_SEPARATE ? [ALL] : [...changes])
      for (const stream of streams.get(accountId) ?? []) send(stream, text)
    }
    pending.clear()
  }
  const gather = (accountId: string, change: string): void => {
    if (!streams.has(accountId)) return
    const changes = pending.get(accountId) ?? new Set()
    if (changes.size <= MAX_SEPARATE) pending.set(accountId, changes.add(change))
    gathering ??= setTimeout(flush, limits.gatherMs).unref()
  }
  // runs session checks one after another, so that even many streams never run more than one query at a time
  let checks = 0
  let checking = Promise.resolve()
  const check = (those: readonly Stream[]): void => {
    checks++
    checking = checking.then(async () => {
      for (const stream of those) if (!(await stream.reader.isValid().catch(() => true))) end(stream, 'over')
      checks--
    })
  }
  const heart = setInterval(() => {
    for (const stream of allStreams()) send(stream, `id: ${memory.knownUntil()}\n:\n\n`)
    if (++beats % CHECK_EVERY === 0 && checks === 0) check(allStreams())
  }, limits.heartbeatMs).unref()

  return {
    open(reader) {
      const own = streams.get(reader.accountId)
      if (stopped || (count >= limits.most && !own)) return null
      if (own && (own.size >= limits.ofOne || count >= limits.most)) end([...own][0]!, 'full')
      let stream: Stream
      return new ReadableStream<Uint8Array>(
        {
          start(controller) {
            stream = { reader, controller }
            streams.set(reader.accountId, (streams.get(reader.accountId) ?? new Set()).add(stream))
            count++
            // a random delay prevents all readers from reconnecting at once
            controller.enqueue(encoded(`retry: ${1_000 + Math.floor(chance() * 2_000)}\n\n`))
            if (memory.mayHaveMissed(reader)) controller.enqueue(encoded(changed(memory.knownUntil(), [ALL])))
          },
          cancel: () => void forget(stream),
        },
        new CountQueuingStrategy({ highWaterMark: PIECES }),
      )
    },
    notify(notice) {
      const [accountId = '', kind = '', id = ''] = notice.split(' ')
      // checks the session immediately, so that a reader who has signed out receives no more changes
      if (kind === 'session') return check([...(streams.get(accountId) ?? [])])
      memory.note(accountId)
      gather(accountId, `${kind} ${id}`)
    },
    listening(is) {
      memory.listening(is)
      if (is) for (const stream of allStreams()) send(stream, changed(memory.knownUntil(), [ALL]))
    },
    count: () => count,
    stop() {
      stopped = true
      clearInterval(heart)
      if (gathering) clearTimeout(gathering)
      for (const stream of allStreams()) end(stream, null)
    },
  }
}

const ALL = 'all'

const encoder = new TextEncoder()
const encoded = (text: string): Uint8Array => encoder.encode(text)

const changed = (id: number, changes: readonly string[]): string =>
  `id: ${id}\nevent: changed\n${changes.map((change) => `data: ${change}\n`).join('')}\n`

/** Remembers which accounts changed recently, so that a reconnecting page can find out whether it missed a change. */
function createMemory(now: () => Date) {
  const changedAt = new Map<string, number>()
  let since = Infinity
  let until = 0
  const clock = () => now().getTime()
  return {
    note(accountId: string) {
      changedAt.delete(accountId)
      changedAt.set(accountId, clock())
      for (const [oldest, at] of changedAt) {
        if (changedAt.size <= REMEMBERED_ACCOUNTS && at > clock() - REMEMBERED_MS) break
        changedAt.delete(oldest)
        since = Math.max(since, at)
      }
    },
    listening(is: boolean) {
      until = clock()
      since = is ? clock() : Infinity
    },
    /** Returns the time up to which all streams are current, in ms since 1970. */
    knownUntil: (): number => (since === Infinity ? until : clock()),
    mayHaveMissed({ accountId, after }: LiveReader): boolean {
      if (after === null) return false
      return after - MARGIN_MS < since || (changedAt.get(accountId) ?? 0) >= after - MARGIN_MS
    },
  }
}
