import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, test } from 'node:test'
import { webStream } from './web-stream.ts'

const chunk = (text: string) => Buffer.from(text)
const full = () => Readable.from(Array.from({ length: 50 }, (_, at) => chunk(`${at} `)))

describe('a web stream as the response body', () => {
  test('a web stream delivers all bytes of its source', async () => {
    const text = await new Response(webStream(full())).text()
    assert.equal(text, Array.from({ length: 50 }, (_, at) => `${at} `).join(''))
  })

  test('the web stream ends when its reader cancels during reads', async () => {
    const readable = new Readable({ read() {}, highWaterMark: 1 })
    for (let at = 0; at < 50; at++) readable.push(chunk('some bytes'))
    const reader = webStream(readable).getReader()
    await sleep(1)
    const reads = Array.from({ length: 20 }, () => reader.read().catch(() => null))
    await reader.cancel()
    await Promise.all(reads)
    await sleep(1)
    assert.equal(readable.destroyed, true)
  })

  test('the web stream ends when its reader cancels before reading', async () => {
    const readable = full()
    await webStream(readable).cancel()
    if (!readable.closed) await once(readable, 'close')
    assert.equal(readable.destroyed, true)
  })

  test('a web stream reports an error of its source only to the reader', async () => {
    const early = new Readable({ read() {} })
    const unread = webStream(early)
    early.destroy(new Error('cut'))
    await sleep(1)
    await assert.rejects(new Response(unread).text())
    const late = new Readable({ read() {} })
    const reader = webStream(late).getReader()
    late.push(chunk('a'))
    await reader.read()
    late.destroy(new Error('cut'))
    await assert.rejects(reader.read())
  })
})
