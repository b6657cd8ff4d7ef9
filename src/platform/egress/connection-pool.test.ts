import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net'
import { test, type TestContext } from 'node:test'
import { createEgress } from './index.ts'
import type { EgressOptions } from './index.ts'

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'

/**
 * Starts a raw TCP server, which calls `answer` for each request. The arguments are the number of the request on its connection, and the
 * socket.
 */
async function receiver(t: TestContext, answer: (nth: number, socket: Socket) => void = (_, socket) => socket.write(OK)) {
  const sockets: Socket[] = []
  const reachedAt: (string | undefined)[] = []
  let requests = 0
  const server = createTcpServer((socket) => {
    sockets.push(socket)
    reachedAt.push(socket.localAddress)
    let nth = 0
    socket.on('error', () => {})
    socket.on('data', (bytes: Buffer) => {
      if (!bytes.toString('latin1').startsWith('POST ')) return
      requests++
      answer(++nth, socket)
    })
  })
  server.listen(0, '0.0.0.0')
  await once(server, 'listening')
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { port, reachedAt, seen: () => ({ connections: sockets.length, requests }) }
}

function egressOf(t: TestContext, options: Partial<EgressOptions> = {}) {
  const egress = createEgress({ mode: 'local', ...options })
  t.after(() => egress.close())
  return (port: number, host = '127.0.0.1') => egress.post(`http://${host}:${port}/hook`, { body: '{}' })
}

test('sequential posts to one origin share a connection, and concurrent posts open several', async (t) => {
  const { port, seen } = await receiver(t, (_, socket) => void setTimeout(() => socket.write(OK), 20))
  const post = egressOf(t)
  for (let n = 0; n < 5; n++) assert.equal((await post(port)).status, 200)
  assert.deepEqual(seen(), { connections: 1, requests: 5 })
  await Promise.all([post(port), post(port), post(port)])
  assert.deepEqual(seen(), { connections: 3, requests: 8 })
})

test('the client opens a new connection after the address of a host has changed', async (t) => {
  const { port, reachedAt } = await receiver(t)
  let address = '127.0.0.1'
  const post = egressOf(t, { lookup: async () => [address] })
  await post(port, 'hooks.example')
  address = '127.0.0.2'
  await post(port, 'hooks.example')
  assert.deepEqual(reachedAt, ['127.0.0.1', '127.0.0.2'])
})

test('a host that now has a private address is rejected, even while a connection to it is idle', async (t) => {
  const { port, seen } = await receiver(t)
  let addresses = ['127.0.0.1']
  const post = egressOf(t, { lookup: async () => addresses })
  await post(port, 'hooks.example')
  for (addresses of [['10.0.0.1'], ['127.0.0.1', '169.254.169.254']])
    await assert.rejects(post(port, 'hooks.example'), { reason: 'private_address' })
  assert.deepEqual(seen(), { connections: 1, requests: 1 })
})

test('a request is retried on a new connection if the server has closed the idle connection', async (t) => {
  const { port, seen } = await receiver(t, (nth, socket) => {
    if (nth === 2) socket.destroy()
    else socket.write(OK)
  })
  const post = egressOf(t)
  for (let n = 0; n < 4; n++) assert.equal((await post(port)).status, 200)
  assert.deepEqual(seen(), { connections: 4, requests: 7 })
})

test('a request is not retried if a new connection breaks', async (t) => {
  const { port, seen } = await receiver(t, (_, socket) => socket.destroy())
  await assert.rejects(egressOf(t)(port), { name: 'EgressError' })
  assert.deepEqual(seen(), { connections: 1, requests: 1 })
})

test('a connection with extra data, a close header or an unread body is not reused', async (t) => {
  for (const reply of [
    `${OK}HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n`,
    'HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok',
    `HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n${'x'.repeat(70_000)}`,
  ]) {
    const { port, seen } = await receiver(t, (_, socket) => socket.write(reply))
    const post = egressOf(t)
    for (let n = 0; n < 3; n++) {
      assert.equal((await post(port)).status, 200)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    assert.deepEqual(seen(), { connections: 3, requests: 3 }, reply.slice(0, 60))
  }
})
