export type LiveLimits = {
  /** Streams of one account; a new one ends the oldest. */
  ofOne: number
  /** Streams of the process. */
  most: number
  heartbeatMs: number
  /** Changes that come together go out together. */
  gatherMs: number
}

export const LIVE_LIMITS: LiveLimits = { ofOne: 6, most: 500, heartbeatMs: 20_000, gatherMs: 30 }

/** Who opens a stream: `after` is the time up to which their page knows all, `stands` whether their session still does. */
export type LiveReader = { accountId: string; after: number | null; stands: () => Promise<boolean> }

/**
 * Who looks at what right now, in this process, and what they are told: that something of theirs changed, by kind and id, never what
 * it says. A page that hears of a change asks for itself again, with its own session.
 */
export type Live = {
  /** Server-sent events until the reader goes, is signed out, or the process stops. Null where no place is free. */
  open(reader: LiveReader): ReadableStream<Uint8Array> | null
  /** A notice of the database (`account_changed` in the migrations): account, kind, id. */
  hear(notice: string): void
  /** From now on nothing is missed; before, something may have been. */
  listening(is: boolean): void
  count(): number
  /** Ends all streams and opens no more. */
  stop(): void
}

type Stream = { reader: LiveReader; controller: ReadableStreamDefaultController<Uint8Array> }

/** As long as a page may take to load, a notice to come, and the clocks of two machines to differ. */
const MARGIN_MS = 2_000
const REMEMBERED_MS = 120_000
const REMEMBERED_ACCOUNTS = 10_000
/** Changes told one by one; beyond, the page looks at all. */
const TOLD_APART = 50
/** Pieces that wait for a reader who does not read. Then the stream ends, and whoever lives comes back. */
const PIECES = 32
/** Every so many heartbeats each session is looked at again. */
const LOOK_EVERY = 3

/** `chance`: from 0 to 1. */
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
  const everyone = (): Stream[] => [...streams.values()].flatMap((own) => [...own])

  const tell = (): void => {
    gathering = null
    for (const [accountId, changes] of pending) {
      const text = changed(memory.knownUntil(), changes.size > TOLD_APART ? [ALL] : [...changes])
      for (const stream of streams.get(accountId) ?? []) send(stream, text)
    }
    pending.clear()
  }
  const gather = (accountId: string, change: string): void => {
    if (!streams.has(accountId)) return
    const changes = pending.get(accountId) ?? new Set()
    if (changes.size <= TOLD_APART) pending.set(accountId, changes.add(change))
    gathering ??= setTimeout(tell, limits.gatherMs).unref()
  }
  // one after the other: however many there are, they ask the database one question at a time
  let looks = 0
  let looking = Promise.resolve()
  const look = (those: readonly Stream[]): void => {
    looks++
    looking = looking.then(async () => {
      for (const stream of those) if (!(await stream.reader.stands().catch(() => true))) end(stream, 'over')
      looks--
    })
  }
  const heart = setInterval(() => {
    for (const stream of everyone()) send(stream, `id: ${memory.knownUntil()}\n:\n\n`)
    if (++beats % LOOK_EVERY === 0 && looks === 0) look(everyone())
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
            // spread, so that the readers of a process that stopped do not all come to the next at once
            controller.enqueue(encoded(`retry: ${1_000 + Math.floor(chance() * 2_000)}\n\n`))
            if (memory.mayHaveMissed(reader)) controller.enqueue(encoded(changed(memory.knownUntil(), [ALL])))
          },
          cancel: () => void forget(stream),
        },
        new CountQueuingStrategy({ highWaterMark: PIECES }),
      )
    },
    hear(notice) {
      const [accountId = '', kind = '', id = ''] = notice.split(' ')
      // who is signed out is told nothing more: what was heard before waits for the look
      if (kind === 'session') return look([...(streams.get(accountId) ?? [])])
      memory.note(accountId)
      gather(accountId, `${kind} ${id}`)
    },
    listening(is) {
      memory.listening(is)
      if (is) for (const stream of everyone()) send(stream, changed(memory.knownUntil(), [ALL]))
    },
    count: () => count,
    stop() {
      stopped = true
      clearInterval(heart)
      if (gathering) clearTimeout(gathering)
      for (const stream of everyone()) end(stream, null)
    },
  }
}

const ALL = 'all'

const encoder = new TextEncoder()
const encoded = (text: string): Uint8Array => encoder.encode(text)

const changed = (id: number, changes: readonly string[]): string =>
  `id: ${id}\nevent: changed\n${changes.map((change) => `data: ${change}\n`).join('')}\n`

/** Whose records changed in the last minutes, so that a page that comes (back) hears of what it missed, and only then. */
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
    /** What its streams know all up to. */
    knownUntil: (): number => (since === Infinity ? until : clock()),
    mayHaveMissed({ accountId, after }: LiveReader): boolean {
      if (after === null) return false
      return after - MARGIN_MS < since || (changedAt.get(accountId) ?? 0) >= after - MARGIN_MS
    },
  }
}
