// npm run contract:proxies: starts nginx, haproxy and Caddy with the configurations in deploy/ in front of two real web processes, and
// tests what proxies often break. Needs all three: apt-get install nginx haproxy caddy.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { multipart } from '#test/app.ts'
import { freePort } from '#test/free-port.ts'
import { makeHome, type Child } from '#test/child.ts'
import { certificateIn, HOST, PROXIES, type Proxy, type Settings } from '#test/contract/proxy.ts'
import { startProgram } from '#test/program.ts'

/** Client address in the test's requests. It differs from the proxy's own address, 127.0.0.1. */
const CALLER = '127.0.0.9'

type Call = { host?: string; cookie?: string; key?: string; body?: Uint8Array; type?: string; headers?: Record<string, string> }
type Reply = { status: number; headers: IncomingMessage['headers']; text: string }

for (const [name, make] of Object.entries(PROXIES))
  test(
    `${name} forwards uploads, streams, shop hosts and client addresses, and hides the failure of a process from clients`,
    { timeout: 240_000 },
    async (t) => {
      const folder = mkdtempSync(join(tmpdir(), 'resale-proxy-'))
      t.after(() => rmSync(folder, { recursive: true, force: true }))
      const [port, plainPort] = [await freePort(), await freePort()]
      const { webs, cert, settings } = await behind(t, folder, port, plainPort)
      const proxy = make(folder, settings)
      assert.equal(spawnSync(name, ['-v']).error, undefined, `${name} is missing: apt-get install ${name}`)
      const env = { ...process.env, ...settings, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
      const checked = spawnSync(proxy.name, proxy.check, { env, encoding: 'utf8' })
      assert.equal(checked.status, 0, checked.stderr + checked.stdout)
      await front(t, proxy, env)
      await tryAll({ port, plainPort, cert, webs })
    },
  )

/** Starts two web processes in public mode and a worker, all on the same database. */
async function behind(t: TestContext, folder: string, port: number, plainPort: number) {
  const home = await makeHome(t)
  const env = {
    PUBLIC_URL: `https://${HOST}:${port}`,
    STORE_DOMAIN: `${HOST}:${port}`,
    TEST_CLOCK: 'off',
    TRUSTED_PROXIES: '127.0.0.1',
    PAYMENTS: 'test',
    HOST: '127.0.0.1',
  }
  const webs = [await home.start('web', env), await home.start('web', env)]
  await home.start('worker', env, { ready: false })
  const { cert, ...files } = certificateIn(folder)
  const settings: Settings = {
    ...{ PUBLIC_HOST: HOST, STORE_DOMAIN: HOST, TLS: 'files' },
    WEB_1: `127.0.0.1:${webs[0]!.port}`,
    WEB_2: `127.0.0.1:${webs[1]!.port}`,
    HTTP_PORT: String(plainPort),
    HTTPS_PORT: String(port),
    ...files,
  }
  return { webs, cert, settings }
}

async function front(t: TestContext, proxy: Proxy, env: NodeJS.ProcessEnv): Promise<void> {
  const { process: child, exited, output } = startProgram(proxy.name, proxy.run, { env })
  t.after(async () => {
    child.kill('SIGTERM')
    await Promise.race([exited, sleep(3_000).then(() => child.kill('SIGKILL'))])
  })
  await Promise.race([sleep(1_500), exited.then(() => assert.fail(`${proxy.name} ended: ${output()}`))])
}

type ProxySetup = { port: number; plainPort: number; cert: string; webs: Child[] }

async function tryAll(setup: ProxySetup): Promise<void> {
  const call = caller(setup)
  for (let tries = 0; (await call('GET', '/readyz').catch(() => null))?.status !== 200; tries++) {
    assert.ok(tries < 100, 'the proxy forwards no request')
    await sleep(100)
  }
  const { key, cookie } = await signUp(call)
  await shopHost(call, key)
  await upload(call, key)
  await address(call, setup)
  await stream(setup, call, { key, cookie })
  await oneDies(call, setup)
}

type Caller = ReturnType<typeof caller>

function caller({ port, cert }: ProxySetup) {
  return async (method: string, path: string, call: Call = {}): Promise<Reply> => {
    const response = await opened({ port, cert }, method, path, call)
    const chunks: Buffer[] = []
    for await (const chunk of response) chunks.push(chunk as Buffer)
    return { status: response.statusCode!, headers: response.headers, text: Buffer.concat(chunks).toString() }
  }
}

async function opened(
  { port, cert }: Pick<ProxySetup, 'port' | 'cert'>,
  method: string,
  path: string,
  call: Call,
): Promise<IncomingMessage> {
  const { host = HOST, cookie, key, body, type, headers = {} } = call
  const request = httpsRequest({
    ...{ host: '127.0.0.1', port, method, path, agent: false, ca: cert, servername: host, localAddress: CALLER },
    headers: {
      host: `${host}:${port}`,
      ...(key && { authorization: `Bearer ${key}` }),
      ...(cookie && { cookie, origin: `https://${HOST}:${port}` }),
      ...(body && { 'content-type': type ?? 'application/json', 'content-length': body.length }),
      ...headers,
    },
  })
  request.end(body)
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  return response
}

const json = (value: unknown) => Buffer.from(JSON.stringify(value))

async function signUp(call: Caller): Promise<{ key: string; cookie: string }> {
  const person = { name: 'Ana', email: `ana${Date.now()}@example.test`, password: 'a long enough password' }
  const account = await call('POST', '/v1/accounts', { body: json(person) })
  assert.equal(account.status, 201, account.text)
  const session = await call('POST', '/v1/sessions', { body: json(person) })
  const [cookie] = session.headers['set-cookie']!
  assert.match(cookie!, /Secure/)
  return { key: JSON.parse(account.text).api_key.secret, cookie: cookie!.split(';')[0]! }
}

/** Checks that every shop's subdomain works and has a valid certificate. */
async function shopHost(call: Caller, key: string): Promise<void> {
  const opened = await call('POST', '/v1/shops', { key, body: json({ name: 'Ana’s lamps', slug: 'ana-lamps' }) })
  assert.equal(opened.status, 201, opened.text)
  const page = await call('GET', '/', { host: `ana-lamps.${HOST}` })
  assert.equal(page.status, 200)
  assert.match(page.text, /Ana’s lamps/)
  assert.equal((await call('GET', '/', { host: `nobody-here.${HOST}` })).status, 404)
}

/** Checks that the proxy accepts an upload of about 20 MB, and that the service itself rejects a larger body. */
async function upload(call: Caller, key: string): Promise<void> {
  const listing = JSON.parse((await call('POST', '/v1/listings', { key, body: json({ title: 'Brass lamp', price: 40 }) })).text)
  const noise = {
    create: { width: 3_000, height: 2_000, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 60 } },
  } as const
  const picture = await sharp(noise).jpeg({ quality: 95 }).toBuffer()
  assert.ok(picture.length > 4e6, `${picture.length} bytes`)
  const part = (bytes: Uint8Array) => ({ name: 'photos', filename: 'a.jpg', type: 'image/jpeg', bytes })
  const good = multipart([part(picture), part(picture), part(picture), part(picture)])
  const put = await call('POST', `/v1/listings/${listing.id}/photos`, { key, body: good.bytes, type: good.type })
  assert.equal(put.status, 201, put.text)
  const large = multipart([part(Buffer.concat([picture, Buffer.alloc(12 * 2 ** 20)]))])
  const send = () => call('POST', `/v1/listings/${listing.id}/photos`, { key, body: large.bytes, type: large.type })
  const refused = await send().catch((error: unknown) => cutWhileSending(error, send))
  assert.deepEqual([refused.status, JSON.parse(refused.text).error.type], [413, 'too_large'])
}

/**
 * Retries a request if the connection was closed during the upload. Caddy closes a connection half a second after its response, and a slow
 * client may not have read the response by then.
 */
function cutWhileSending<T>(error: unknown, again: () => T): T {
  if (['EPIPE', 'ECONNRESET'].includes((error as { code?: string }).code ?? '')) return again()
  throw error
}

/** Checks that the service sees the client's real address and not a forged header. */
async function address(call: Caller, { webs }: ProxySetup): Promise<void> {
  const path = `/v1/nothing-${Date.now()}`
  assert.equal((await call('GET', path, { headers: { 'x-forwarded-for': '203.0.113.7', forwarded: 'for=203.0.113.7' } })).status, 404)
  await sleep(200)
  const line = webs.flatMap((web) => web.output().split('\n')).find((one) => one.includes(path))
  assert.ok(line, 'the request is in a log')
  assert.equal(JSON.parse(line).address, CALLER)
}

/** Checks that events arrive immediately, and that a stream without events stays open longer than its keep-alive interval. */
async function stream(setup: ProxySetup, call: Caller, { key, cookie }: { key: string; cookie: string }): Promise<void> {
  const response = await opened(setup, 'GET', '/you/live', { cookie, headers: { 'sec-fetch-site': 'same-origin' } })
  assert.deepEqual([response.statusCode, response.headers['content-type']], [200, 'text/event-stream'])
  let received = ''
  response.on('data', (bytes: Buffer) => (received += bytes.toString()))
  await sleep(300)
  const before = received.length
  const listed = await call('POST', '/v1/listings', { key, body: json({ title: 'A second lamp', price: 5, publish: true }) })
  assert.equal(listed.status, 201, listed.text)
  const { id } = JSON.parse(listed.text)
  for (let tries = 0; !received.includes(id); tries++) {
    assert.ok(tries < 40, `no event about ${id}: ${received.slice(before)}`)
    await sleep(50)
  }
  const quiet = received.length
  await sleep(25_000)
  assert.ok(received.length > quiet && !response.destroyed, 'the stream sends heartbeats')
  response.destroy()
}

/** Checks that the proxy notices when a process dies, and that no read request fails. */
async function oneDies(call: Caller, { webs }: ProxySetup): Promise<void> {
  webs[0]!.process.kill('SIGKILL')
  await webs[0]!.exited
  const statuses: number[] = []
  for (let i = 0; i < 30; i++) {
    statuses.push((await call('GET', '/v1/market/search?q=lamp')).status)
    await sleep(50)
  }
  assert.deepEqual([...new Set(statuses)], [200])
}
