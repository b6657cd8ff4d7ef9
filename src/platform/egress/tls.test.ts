import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { selfSigned } from '#test/fixtures/certificate.ts'
import { createEgress } from './index.ts'
import type { EgressOptions } from './index.ts'

const HOST = 'pictures.example'
const MAX = { maxBytes: 1_024 }
const { key, cert } = selfSigned(HOST)
let answer: RequestListener = (_, response) => response.end('over TLS')
const server = createServer({ key, cert }, (request, response) => answer(request, response))

before(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
after(() => {
  server.closeAllConnections()
  server.close()
})

function egress(options: Partial<EgressOptions> = {}) {
  return createEgress({ mode: 'local', lookup: async () => ['127.0.0.1'], ca: cert, ...options })
}
function at(path: string, host = HOST): string {
  return `https://${host}:${(server.address() as AddressInfo).port}${path}`
}

test('downloads and posts use TLS, and verify that the certificate matches the host name', async () => {
  answer = (_, response) => response.end('over TLS')
  const got = await egress().download(at('/'), MAX)
  assert.equal(await readFile(got.path, 'utf8'), 'over TLS')
  await got.cleanup()
  assert.equal((await egress({ mode: 'public', allow: ['127.0.0.1'] }).post(at('/'), { body: '{}' })).status, 200)
})

test('a TLS certificate for a different host name or from an unknown issuer is rejected', async () => {
  await assert.rejects(egress().download(at('/', 'other.example'), MAX), { reason: 'tls' })
  await assert.rejects(createEgress({ mode: 'local', lookup: async () => ['127.0.0.1'] }).download(at('/'), MAX), { reason: 'tls' })
})

test('posts to the same origin share one TLS connection', async (t) => {
  answer = (_, response) => response.end('over TLS')
  let handshakes = 0
  const count = () => void handshakes++
  server.on('secureConnection', count)
  t.after(() => server.off('secureConnection', count))
  const one = egress()
  t.after(() => one.close())
  for (let n = 0; n < 5; n++) assert.equal((await one.post(at('/'), { body: '{}' })).status, 200)
  assert.equal(handshakes, 1)
})

test('an HTTPS request never follows a redirect to HTTP', async () => {
  answer = (_, response) => response.writeHead(302, { location: at('/').replace('https:', 'http:') }).end()
  await assert.rejects(egress().download(at('/'), MAX), { reason: 'redirect', message: /insecure address/ })
})
