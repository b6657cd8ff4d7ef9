import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, describe, test } from 'node:test'
import { fetch as undiciFetch } from 'undici'
import type { ErrorBody } from '#platform/http/failures.ts'
import { startApp } from '#test/app.ts'
import { openSeller } from '#test/factories.ts'
import { talk } from '#test/talk.ts'

const app = await startApp({ after })
const ana = await openSeller(app, 'Ana')

const MB = 2 ** 20

/** Yields the chunks of a body without a Content-Length, as fast as the server reads them. */
async function* flow(bytes: number): AsyncGenerator<Uint8Array> {
  for (let sent = 0; sent < bytes; sent += MB) yield Buffer.alloc(MB, 'x')
}

describe('a body that exceeds the size limit gets a readable 413 response', () => {
  const TOO_LARGE: [what: string, path: string, type: string, megabytes: number][] = [
    ['JSON', '/v1/listings', 'application/json', 30],
    ['a form', '/v1/listings', 'application/x-www-form-urlencoded', 30],
    ['CSV', '/v1/listings/import', 'text/csv', 30],
    ['raw bytes', '/v1/payments/stripe', 'application/json', 30],
  ]
  for (const [what, path, type, megabytes] of TOO_LARGE) {
    for (const how of ['Content-Length', 'streamed size'] as const) {
      test(`the service returns 413 for ${what}, detected by ${how}, while the client is still sending`, async () => {
        const headers = { 'content-type': type, authorization: `Bearer ${ana.key}`, 'stripe-signature': 't=1,v1=00' }
        const body = how === 'Content-Length' ? Buffer.alloc(megabytes * MB, 'x') : flow(megabytes * MB)
        const reply = await undiciFetch(`http://127.0.0.1:${app.port}${path}`, { method: 'POST', headers, body, duplex: 'half' })
        assert.deepEqual([reply.status, ((await reply.json()) as ErrorBody).error.type], [413, 'too_large'])
      })
    }
  }

  for (const [what, ...options] of [
    ['with default options'],
    ['in chunks', '-H', 'Transfer-Encoding: chunked'],
    ['without Expect', '-H', 'Expect:'],
    ['after 100 Continue', '-H', 'Expect: 100-continue'],
  ]) {
    test(`curl can read the 413 while it is sending a large body ${what}`, async () => {
      const curl = spawn('curl', ['-sS', '-i', '-X', 'POST', '-H', 'Content-Type: application/json', '-H', `Authorization: Bearer ${ana.key}`, ...options, '--data-binary', '@-', `http://127.0.0.1:${app.port}/v1/listings`]) // prettier-ignore
      let received = ''
      curl.stdout.on('data', (chunk) => (received += String(chunk)))
      curl.stderr.on('data', (chunk) => (received += String(chunk)))
      curl.stdin.on('error', () => {})
      curl.stdin.end(Buffer.alloc(30 * MB, 'x'))
      const [code] = await once(curl, 'close')
      assert.equal(code, 0, received)
      assert.match(received, /HTTP\/1\.1 413 /)
      assert.match(received, /"type":"too_large"/)
    })
  }

  test('the service responds to "Expect: 100-continue" with 413 before the client sends the body', async () => {
    const text = await talk(
      app.port,
      `POST /v1/listings HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${ana.key}\r\nContent-Type: application/json\r\nContent-Length: ${30 * MB}\r\nExpect: 100-continue\r\n\r\n`,
    )
    assert.match(text, /^HTTP\/1\.1 413 /)
  })

  test('the service responds to "Expect: 100-continue" with 100 if the announced body is within the limit', async () => {
    const text = await talk(
      app.port,
      `POST /v1/sessions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\nExpect: 100-continue\r\n\r\n{}`,
    )
    assert.match(text, /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 400 /)
  })

  test('for a request to a page, the 413 response is HTML', async () => {
    const reply = await undiciFetch(`http://127.0.0.1:${app.port}/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: app.url, accept: 'text/html' },
      body: flow(30 * MB),
      duplex: 'half',
    })
    assert.equal(reply.status, 413)
    assert.match(reply.headers.get('content-type') ?? '', /text\/html/)
    assert.match(await reply.text(), /<!doctype html>/)
  })

  test('a client without a key gets a 401 before it has sent the whole of a large body', async () => {
    const reply = await undiciFetch(`http://127.0.0.1:${app.port}/v1/listings`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: Buffer.alloc(30 * MB, 'x'),
    })
    assert.equal(reply.status, 401)
    assert.equal(((await reply.json()) as ErrorBody).error.type, 'authentication')
  })

  test('a client that reads only after it has sent the whole body still gets the 413', async () => {
    const socket = connect(app.port, '127.0.0.1').on('error', () => {})
    socket.pause()
    socket.write(`POST /v1/sessions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${30 * MB}\r\n\r\n`)
    const closed = new Promise((resolve) => socket.once('close', resolve))
    for (let sent = 0; sent < 30 && !socket.destroyed; sent++)
      if (!socket.write(Buffer.alloc(MB, 'x'))) await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed])
    let received = ''
    socket.on('data', (chunk) => (received += String(chunk))).resume()
    await closed
    assert.match(received, /^HTTP\/1\.1 413 .*"type":"too_large"/s)
  })

  test('the service discards at most 64 MB of a rejected body, and then closes the connection', async () => {
    const socket = connect(app.port, '127.0.0.1')
    socket.on('error', () => {})
    let received = ''
    socket.on('data', (chunk) => (received += String(chunk)))
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.write(`POST /v1/sessions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${1024 * MB}\r\n\r\n`)
    let sent = 0
    while (!socket.destroyed && sent < 1024 * MB) {
      sent += MB
      if (!socket.write(Buffer.alloc(MB, 'x'))) await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed])
    }
    await closed
    assert.match(received, /^HTTP\/1\.1 413 /)
    assert.ok(sent >= 60 * MB && sent < 96 * MB, `the service accepted ${sent / MB} MB`)
  })
})
