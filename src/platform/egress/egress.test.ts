import assert from 'node:assert/strict'
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'
import { createServer as createTcpServer } from 'node:net'
import type { AddressInfo, Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { BAD_URLS, HOSTILE_HOSTS, PRIVATE_ADDRESSES } from '#test/fixtures/addresses.ts'
import { createEgress } from './index.ts'
import type { EgressOptions } from './index.ts'

const MAX = { maxBytes: 1_048_576 }

let tempRoot: string
let answer: RequestListener = (_, response) => response.end('hello')
const server = createServer((request, response) => answer(request, response))
/**
 * Server at a private address, which stands for a database, a cloud metadata service or a router. Records connections. No request may reach
 * this server.
 */
const canary = { connections: 0, bytes: 0, port: 0, server: createTcpServer() }

before(async () => {
  tempRoot = await mkdtemp(join(tmpdir(), 'egress-test-'))
  canary.server.on('connection', (socket) => {
    canary.connections += 1
    socket.on('error', () => {}).on('data', (chunk) => (canary.bytes += chunk.length))
  })
  canary.port = await listen(canary.server, '127.0.0.1')
  await listen(server, '0.0.0.0')
})
after(async () => {
  server.closeAllConnections()
  server.close()
  canary.server.close()
  await rm(tempRoot, { recursive: true, force: true })
})

function egress(options: Partial<EgressOptions> = {}) {
  return createEgress({ mode: 'local', tempRoot, ...options })
}
function at(path: string, host = '127.0.0.1'): string {
  return `http://${host}:${(server.address() as AddressInfo).port}${path}`
}
async function assertCanaryUntouched(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 50))
  assert.deepEqual({ connections: canary.connections, bytes: canary.bytes }, { connections: 0, bytes: 0 })
  assert.deepEqual(await readdir(tempRoot), [], 'the temp folder is empty')
}

describe('downloads from other hosts', () => {
  test('a download returns the bytes, declared type and final URL, and its file is removed on cleanup', async () => {
    answer = (request, response) => {
      assert.equal(request.headers['accept-encoding'], 'identity')
      if (request.url === '/from') {
        response.writeHead(302, { location: '/to?x=1', 'set-cookie': 'a=b' }).end()
        return
      }
      assert.equal(request.headers['cookie'], undefined)
      response.writeHead(200, { 'content-type': 'Image/JPEG; q=1' }).end('picture')
    }
    const got = await egress().download(at('/from#fragment'), MAX)
    assert.equal(await readFile(got.path, 'utf8'), 'picture')
    assert.deepEqual([got.bytes, got.contentType, got.finalUrl], [7, 'image/jpeg', at('/to?x=1')])
    await got.cleanup()
    await got.cleanup()
    assert.deepEqual(await readdir(tempRoot), [])
  })

  test('in local mode, requests may go to localhost and its subdomains', async () => {
    answer = (_, response) => response.end('ok')
    for (const host of ['localhost', 'shop.localhost', '127.0.0.1']) {
      const got = await egress().download(at('/', host), MAX)
      await got.cleanup()
    }
  })

  test('a download follows three redirects, and rejects a fourth', async () => {
    answer = (request, response) => {
      const left = Number(request.url!.slice(1))
      if (left === 0) response.end('arrived')
      else response.writeHead(307, { location: `/${left - 1}` }).end()
    }
    await (await egress().download(at('/3'), MAX)).cleanup()
    await assert.rejects(egress().download(at('/4'), MAX), { reason: 'redirect' })
  })

  test('a download stops at the size limit, with or without a Content-Length', async () => {
    answer = (request, response) => {
      if (request.url === '/declared') {
        response.writeHead(200, { 'content-length': '1025' }).end('x'.repeat(1025))
      } else {
        response.write('x'.repeat(600))
        response.end('x'.repeat(600))
      }
    }
    await assert.rejects(egress().download(at('/declared'), { maxBytes: 1024 }), { reason: 'too_large' })
    await assert.rejects(egress().download(at('/counted'), { maxBytes: 1024 }), { reason: 'too_large' })
    assert.deepEqual(await readdir(tempRoot), [])
  })

  test('the error for a failed response contains the status, but does not reveal the body', async () => {
    answer = (_, response) => response.writeHead(500).end('<secret>')
    await assert.rejects(egress().download(at('/'), MAX), (error: Error & { status?: number }) => {
      assert.equal(error.status, 500)
      return !error.message.includes('secret')
    })
  })

  test('each kind of download failure is reported with its reason', async () => {
    const closed = createTcpServer()
    const port = await listen(closed, '127.0.0.1')
    await new Promise((resolve) => closed.close(resolve))
    await assert.rejects(egress().download(`http://127.0.0.1:${port}/`, MAX), { reason: 'refused' })
    await assert.rejects(egress().download(at('/').replace('http:', 'https:'), MAX), { reason: 'tls' })

    const lookup = async () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }))
    await assert.rejects(egress({ lookup }).download('http://nowhere.example/', MAX), { reason: 'dns' })
    await assert.rejects(egress({ lookup: async () => [] }).download('http://nowhere.example/', MAX), { reason: 'dns' })

    answer = (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('zip')
    await assert.rejects(egress().download(at('/'), MAX), { reason: 'unsupported' })
    answer = (_, response) => response.writeHead(302).end()
    await assert.rejects(egress().download(at('/'), MAX), { reason: 'redirect' })
    answer = (_, response) => response.socket!.end('not http at all\r\n\r\n')
    await assert.rejects(egress().download(at('/'), MAX), { reason: 'bad_response' })
    answer = (_, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('half')
      setTimeout(() => response.destroy(), 20)
    }
    await assert.rejects(egress().download(at('/'), MAX), { name: 'EgressError' })
    assert.deepEqual(await readdir(tempRoot), [])
  })

  test('a download stops when the caller aborts it', async () => {
    answer = () => {}
    const signal = AbortSignal.timeout(50)
    await assert.rejects(egress().download(at('/'), { ...MAX, signal }), { reason: 'aborted' })
  })

  test('a request to a server that sends slowly or never responds times out', async () => {
    answer = () => {}
    const silent = assert.rejects(egress().download(at('/'), MAX), { reason: 'timeout' })
    answer = (_, response) => {
      const drip = setInterval(() => response.write('x'), 200)
      response.on('close', () => clearInterval(drip))
    }
    await assert.rejects(egress().download(at('/'), MAX), { reason: 'timeout', message: /slowly/ })
    await silent
  })

  test('a request to a host with a slow DNS resolver times out', async () => {
    const lookup = () => new Promise<string[]>(() => {})
    await assert.rejects(egress({ lookup }).download('http://slow.example/', MAX), { reason: 'dns' })
  })
})

// The next three tests require the reason `private_address`. Most of them would fail if only a DNS `lookup` were checked, because Node does
// not look up IP literals such as 127.1 or [::ffff:7f00:1].
describe('requests to hostile addresses in public mode', () => {
  test(`downloads and webhook posts reject ${HOSTILE_HOSTS.length} spellings of private hosts before a connection opens`, async () => {
    const guarded = egress({ mode: 'public' })
    for (const host of HOSTILE_HOSTS) {
      await assert.rejects(guarded.download(`http://${host}:${canary.port}/`, MAX), { reason: 'private_address' }, host)
      await assert.rejects(guarded.post(`https://${host}:${canary.port}/`, { body: '{}' }), { reason: 'private_address' }, host)
    }
    await assertCanaryUntouched()
  })

  test('a redirect from an allowed host to a private host is rejected', async () => {
    // 127.0.0.2 is on the allow list and represents the internet. The private server at 127.0.0.1 is not on the list.
    const guarded = egress({ mode: 'public', allow: ['127.0.0.2'] })
    let target = ''
    answer = (_, response) => response.writeHead(302, { location: target }).end()
    for (const host of HOSTILE_HOSTS) {
      // A header must be ASCII, so full-width digits are percent-encoded. The encoded name resolves to the same host.
      target = `http://${host.replace(/[^\x20-\x7e]/g, encodeURIComponent)}:${canary.port}/`
      await assert.rejects(guarded.download(at('/', '127.0.0.2'), MAX), { reason: 'private_address' }, host)
    }
    target = `//user:pw@127.0.0.1:${canary.port}/`
    await assert.rejects(guarded.download(at('/', '127.0.0.2'), MAX), { reason: 'bad_url' })
    target = 'file:///etc/passwd'
    await assert.rejects(guarded.download(at('/', '127.0.0.2'), MAX), { reason: 'bad_url' })
    await assertCanaryUntouched()
  })

  test('every connection is checked, and a name is rejected if any of its addresses is private, as in DNS rebinding', async () => {
    const mixes = PRIVATE_ADDRESSES.flatMap((bad) => [[bad], ['93.184.216.34', bad], [bad, '2606:4700::1111'], ['8.8.8.8', '1.1.1.1', bad]])
    for (const addresses of mixes) {
      const guarded = egress({ mode: 'public', lookup: async () => addresses })
      await assert.rejects(guarded.download(`http://evil.example:${canary.port}/`, MAX), { reason: 'private_address' })
      await assert.rejects(guarded.post(`https://evil.example:${canary.port}/`, { body: '' }), { reason: 'private_address' })
    }
    // DNS rebinding: the second lookup returns a private address. The client must not reuse the result or the connection of the first
    // lookup.
    const answers = [['127.0.0.2'], ['127.0.0.1']]
    const guarded = egress({ mode: 'public', allow: ['127.0.0.2'], lookup: async () => answers.shift()! })
    answer = (_, response) => response.writeHead(302, { location: `http://rebind.example:${canary.port}/` }).end()
    await assert.rejects(guarded.download(at('/', 'rebind.example'), MAX), { reason: 'private_address' })
    await assertCanaryUntouched()
  })

  test('a URL that is malformed or has a scheme other than HTTP or HTTPS is rejected in both modes', async () => {
    for (const mode of ['local', 'public'] as const) {
      for (const url of BAD_URLS) {
        await assert.rejects(egress({ mode }).download(url, MAX), { reason: 'bad_url' }, url)
        await assert.rejects(egress({ mode }).post(url, { body: '' }), { reason: 'bad_url' }, url)
      }
    }
  })

  test('even for public addresses, a webhook with an IP host, an unusual port or plain HTTP is rejected', async () => {
    const guarded = egress({ mode: 'public', lookup: async () => ['93.184.216.34'] })
    await assert.rejects(guarded.download('http://93.184.216.34/', MAX), { reason: 'bad_url', message: /host name/ })
    await assert.rejects(guarded.download('http://example.com:22/', MAX), { reason: 'bad_url', message: /Port 22/ })
    await assert.rejects(guarded.post('http://example.com/', { body: '' }), { reason: 'bad_url', message: /https/ })
  })
})

test('in local mode, requests may go only to loopback addresses and the ranges in the allow list', async () => {
  answer = (_, response) => response.end('in')
  for (const host of ['10.0.0.1', '192.168.0.1', '169.254.169.254', '[fd00::1]', '0.0.0.0', '[64:ff9b::7f00:1]']) {
    await assert.rejects(egress().download(`http://${host}/`, MAX), { reason: 'private_address' }, host)
  }
  await assert.rejects(egress({ mode: 'public', allow: ['127.0.0.2/32'] }).download(at('/'), MAX), { reason: 'private_address' })
  await (await egress({ mode: 'public', allow: ['127.0.0.0/8'] }).download(at('/'), MAX)).cleanup()
})

describe('posts to webhooks', () => {
  test('a webhook post sends the body and headers, and returns the status without following redirects', async () => {
    let seen = ''
    answer = (request, response) => {
      request.on('data', (chunk) => (seen += String(chunk)))
      response.writeHead(307, { location: at('/elsewhere'), 'retry-after': '7' })
      request.on('end', () => response.end('x'.repeat(200_000)))
    }
    const posted = await egress().post(at('/hook'), { body: '{"a":1}', headers: { 'content-type': 'application/json' } })
    assert.deepEqual([posted, seen], [{ status: 307, retryAfter: '7' }, '{"a":1}'])
  })

  test('a webhook post returns the response status even if the body never ends, and times out if no status arrives', async () => {
    answer = (request, response) => {
      request.resume()
      if (request.url === '/status') response.writeHead(204 + 1).write('x')
    }
    const settings = { body: 'x', timeoutMs: 300 }
    assert.equal((await egress().post(at('/status'), settings)).status, 205)
    await assert.rejects(egress().post(at('/silent'), settings), { reason: 'timeout' })
  })
})

async function listen(listener: Server, host: string): Promise<number> {
  await new Promise<void>((resolve) => listener.listen(0, host, resolve))
  return (listener.address() as AddressInfo).port
}
