import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createLive, LIVE_LIMITS, type Live, type LiveReader } from './live.ts'
import { until } from '#test/until.ts'

const deps = { now: () => new Date(), chance: () => 0.5 }

async function readAll(stream: ReadableStream<Uint8Array>): Promise<string> {
  let text = ''
  for await (const piece of stream) text += new TextDecoder().decode(piece)
  return text
}

/** Reads a stream until its text matches, and then stops all streams. Returns the text. Fails if the stream ends without a match. */
async function readUntil(stream: ReadableStream<Uint8Array>, pattern: RegExp, live: Live): Promise<string> {
  let text = ''
  for await (const piece of stream) {
    text += new TextDecoder().decode(piece)
    if (pattern.test(text)) live.stop()
  }
  assert.match(text, pattern)
  return text
}

const changesIn = (text: string): string[] => [...text.matchAll(/^data: (.*)$/gm)].map(([, change]) => change!)

const reader = (accountId: string, more: Partial<LiveReader> = {}): LiveReader => ({
  accountId,
  after: null,
  isValid: async () => true,
  ...more,
})

describe('live event streams', () => {
  const made = (t: { after(stop: () => void): void }, limits: Partial<typeof LIVE_LIMITS> = {}): Live => {
    const live = createLive(deps, { ...LIVE_LIMITS, ...limits })
    live.listening(true)
    t.after(() => live.stop())
    return live
  }

  test('if a reader does not read, its buffer is limited, and its live stream closes', async (t) => {
    const live = made(t, { gatherMs: 0 })
    const stream = live.open(reader('usr_1'))!
    for (let at = 0; at < 100; at++) {
      live.notify(`usr_1 offer off_${at}`)
      await sleep(1)
    }
    assert.equal(live.count(), 0)
    const text = await readAll(stream)
    assert.ok(text.split('\n\n').length <= 34, `${text.split('\n\n').length} events were buffered`)
  })

  test('many concurrent changes are combined into one “all” event', async (t) => {
    const live = made(t)
    const stream = live.open(reader('usr_1'))!
    for (let at = 0; at < 3_000; at++) live.notify(`usr_1 listing lst_${at}`)
    assert.deepEqual(changesIn(await readUntil(stream, /^data:/m, live)), ['all'])
  })

  test('the number of open live streams is limited per process, but a reader can replace its existing stream', (t) => {
    const live = made(t, { most: 2 })
    assert.ok(live.open(reader('usr_1')))
    assert.ok(live.open(reader('usr_2')))
    assert.equal(live.open(reader('usr_3')), null)
    assert.ok(live.open(reader('usr_2')))
    assert.equal(live.count(), 2)
  })

  test('the live stream sends heartbeats and closes when its session ends, and only one session is checked at a time', async (t) => {
    const live = made(t, { heartbeatMs: 10 })
    let isValid = true
    let atOnce = 0
    let most = 0
    let checkCount = 0
    const check = async () => {
      most = Math.max(most, ++atOnce)
      await sleep(25)
      atOnce--
      checkCount++
      return isValid
    }
    const streams = ['usr_1', 'usr_2', 'usr_3'].map((id) => live.open(reader(id, { isValid: check }))!)
    // reads all streams, because the test would not notice if an unread stream were closed
    const reading = Promise.all(streams.map(readAll))
    await until('two checks of each session', () => checkCount >= 6)
    assert.equal(live.count(), 3, 'streams with a valid session stay open')
    isValid = false
    await until('the end of the streams', () => live.count() === 0)
    const texts = await reading
    for (const text of texts) assert.match(text, /^retry: \d+\n\nid: \d+\n:\n\n[^]*event: over\n/)
    assert.equal(most, 1)
  })

  test('if database notifications fail, a stream receives an “all” event and its event IDs stop advancing', async (t) => {
    const live = createLive(deps, { ...LIVE_LIMITS, heartbeatMs: 10 })
    t.after(() => live.stop())
    const before = live.open(reader('usr_1', { after: Date.now() }))!
    live.listening(true)
    live.listening(false)
    const since = Date.now()
    const text = await readUntil(before, /data: all\n\n(?:id: \d+\n:\n\n){2}/, live)
    const ids = [...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id))
    assert.ok(
      ids.every((id) => id <= since),
      `${ids.join(' ')} after ${since}`,
    )
  })
})
