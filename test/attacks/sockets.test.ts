import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { after, describe, test, type TestContext } from 'node:test'
import { Hono } from 'hono'
import { listen } from '#platform/http/listen.ts'
import { createLog } from '#platform/telemetry/log.ts'
import { send, startApp } from '#test/app.ts'
import { slack } from '#test/machine.ts'

const app = await startApp({ after })

describe('limits on idle connections and unfinished requests', () => {
  const HALF = 'GET /v1/me HTTP/1.1\r\nHost: loc'
  const open = async (t: TestContext, port: number, count: number, from: (at: number) => string): Promise<Socket[]> => {
    const sockets: Socket[] = []
    t.after(() => sockets.forEach((socket) => socket.destroy()))
    for (let at = 0; at < count; at++) {
      const socket = connect({ port, host: '127.0.0.1', localAddress: from(at) })
      socket.on('error', () => {}).on('data', () => {})
      if (at % 2) socket.write(HALF)
      sockets.push(socket)
      if (at % 200 === 0) await new Promise((resolve) => socket.once('connect', resolve))
    }
    return sockets
  }
  const read = async (port: number): Promise<void> => {
    for (let at = 0; at < 20; at++) {
      const began = performance.now()
      assert.equal((await send(port, 'GET', '/healthz')).status, 200)
      assert.ok(performance.now() - began < slack(2_000), 'a reader waited more than 2 s')
    }
  }

  test('2 000 idle connections from 40 addresses do not block other clients', async (t) => {
    await open(t, app.port, 2_000, (at) => `127.0.1.${1 + (at % 40)}`)
    await read(app.port)
    await open(t, app.port, 500, (at) => `127.0.2.${1 + (at % 40)}`)
    await read(app.port)
  })

  test('a single address can keep 100 idle connections open, and other addresses can still send requests', async (t) => {
    const sockets = await open(t, app.port, 400, () => '127.0.3.1')
    // this request waits until the server has accepted all earlier connections, which can take long on a busy machine
    await send(app.port, 'GET', '/healthz')
    await sleep(1_200)
    const more = await open(t, app.port, 2, () => '127.0.3.1')
    await read(app.port)
    await sleep(100)
    const left = [...sockets, ...more].filter(({ destroyed }) => !destroyed)
    assert.equal(left.length, 100)
    assert.ok(
      more.every(({ destroyed }) => !destroyed),
      'the newest connections stay open',
    )
  })

  test('connections from a trusted proxy are not limited', async (t) => {
    const listener = await listen(new Hono().get('/healthz', (c) => c.text('ok')) as never, createLog('silent'), {
      host: '127.0.0.1',
      port: 0,
      trustedProxies: ['127.0.4.1/32'],
    })
    t.after(() => listener.close(0))
    const sockets = await open(t, listener.port, 300, () => '127.0.4.1')
    await sleep(1_200)
    sockets.push(...(await open(t, listener.port, 2, () => '127.0.4.1')))
    await read(listener.port)
    assert.ok(sockets.every(({ destroyed }) => !destroyed))
  })

  test('the service never closes a connection with a running request to make room for a new connection', async (t) => {
    const slow = Promise.withResolvers<void>()
    const web = new Hono().get('/slow', async (c) => (await slow.promise, c.text('slow'))).get('/healthz', (c) => c.text('ok'))
    const connections = { most: 60, room: 10, waitingOfOne: 20, ofOne: 60, graceMs: 0 }
    const listener = await listen(web as never, createLog('silent'), { host: '127.0.0.1', port: 0, trustedProxies: [], connections })
    t.after(() => listener.close(0))
    const answers = Array.from({ length: 30 }, () => send(listener.port, 'GET', '/slow'))
    await sleep(200)
    await open(t, listener.port, 200, (at) => `127.0.5.${1 + (at % 40)}`)
    await read(listener.port)
    slow.resolve()
    assert.ok((await Promise.all(answers)).every(({ status }) => status === 200))
  })
})
