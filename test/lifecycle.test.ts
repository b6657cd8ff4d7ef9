import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'node:test'
import { send } from '#test/app.ts'
import { makeHome } from '#test/child.ts'
import { sendRaw } from '#test/raw.ts'
import { until } from '#test/until.ts'

const ACCOUNT = { name: 'Ana', email: 'ana@example.test', password: 'a long enough password' }

test('after SIGTERM, the service fails its readiness check, completes running requests and exits with code 0', async (t) => {
  const home = await makeHome(t)
  const child = await home.start('all', {
    PUBLIC_URL: 'https://market.example',
    STORE_DOMAIN: 'shops.example',
    HOST: '127.0.0.1',
    TEST_CLOCK: 'off',
    RATE_LIMITS: 'off',
  })
  const idle = connect(child.port, '127.0.0.1')
  await once(idle, 'connect')
  const idleClosed = once(idle, 'close')
  idle.resume()
  // Sends the first half of a request. The second half follows after the signal.
  const body = JSON.stringify(ACCOUNT)
  const slow = connect(child.port, '127.0.0.1')
  await once(slow, 'connect')
  slow.write(
    `POST /v1/accounts HTTP/1.1\r\nHost: market.example\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 10)}`,
  )
  await sleep(100)
  child.process.kill('SIGTERM')
  await sleep(200)
  const ready = await send(child.port, 'GET', '/readyz')
  assert.deepEqual([ready.status, ready.body.reason, ready.headers['connection']], [503, 'stopping', 'close'])
  slow.write(body.slice(10))
  let answer = ''
  for await (const chunk of slow) answer += String(chunk)
  assert.match(answer, /^HTTP\/1\.1 201 /)
  assert.match(answer, /connection: close/i)
  await idleClosed
  assert.equal(await child.exited, 0)
})

test('the service prints a clear message if the port is in use', async (t) => {
  const home = await makeHome(t)
  const first = await home.start()
  const second = await home.start('all', { PORT: String(first.port) }, { ready: false })
  assert.equal(await second.exited, 1)
  assert.match(second.output(), /Another program uses this port/)
  assert.equal(second.output().includes('    at '), false)
})

test('the service prints a clear message if a setting is invalid or a role is unknown', async (t) => {
  const home = await makeHome(t)
  for (const [role, env, words] of [
    ['all', { USAGE_LIMIT: 'many' }, /^USAGE_LIMIT must be/],
    ['boss', {}, /web, worker, all/],
  ] as const) {
    const child = await home.start(role, env, { ready: false })
    assert.equal(await child.exited, 1)
    assert.match(child.output(), words)
    assert.equal(child.output().includes('    at '), false)
  }
})

test('the worker processes events that a separate web process queued', async (t) => {
  const home = await makeHome(t)
  const web = await home.start('web')
  const signUp = await send(web.port, 'POST', '/v1/accounts', { json: ACCOUNT })
  assert.equal(signUp.status, 201)
  const waiting = async () => Number(/^events_waiting (\d+)$/m.exec((await send(web.port, 'GET', '/metrics')).body)?.[1])
  assert.ok((await waiting()) > 0)
  const worker = await home.start('worker', {}, { ready: false })
  await until('the events', async () => (await waiting()) === 0)
  await assert.rejects(send(worker.port, 'GET', '/healthz'))
  for (const child of [worker, web]) {
    child.process.kill('SIGTERM')
    assert.equal(await child.exited, 0)
  }
})

test('the test clock triggers due jobs, continues after a restart, and is off by default', async (t) => {
  const home = await makeHome(t)
  const first = await home.start()
  const advanced = await send(first.port, 'POST', '/v1/test/clock', { json: { advance_seconds: 86_400 } })
  assert.ok(Date.parse(advanced.body.now) - Date.now() > 86_000_000)
  for (const advance_seconds of [-1, '5', 1e9, null]) {
    const bad = await send(first.port, 'POST', '/v1/test/clock', { json: { advance_seconds } })
    assert.deepEqual([bad.status, bad.body.error.param], [400, 'advance_seconds'])
  }
  first.process.kill('SIGTERM')
  await first.exited
  const second = await home.start()
  const now = await send(second.port, 'POST', '/v1/test/clock', { json: { advance_seconds: 0 } })
  assert.ok(Date.parse(now.body.now) >= Date.parse(advanced.body.now))
  second.process.kill('SIGTERM')
  await second.exited
  const without = await home.start('all', { TEST_CLOCK: 'off' })
  assert.equal((await send(without.port, 'POST', '/v1/test/clock', { json: { advance_seconds: 1 } })).status, 404)
})

test('trace-level logs contain no secrets, passwords or minimum prices', async (t) => {
  const home = await makeHome(t)
  const child = await home.start('all', { LOG_LEVEL: 'trace' })
  const call = (method: string, path: string, options: object = {}) => send(child.port, method, path, options)
  const { body: account } = await call('POST', '/v1/accounts', { json: ACCOUNT })
  const key = account.api_key.secret as string
  const session = await call('POST', '/v1/sessions', { json: ACCOUNT })
  const cookie = session.headers['set-cookie']!.split(';')[0]!
  const origin = { origin: `http://resale.localhost:${child.port}` }
  const { body: agent } = await call('POST', '/v1/keys', {
    cookie,
    headers: origin,
    json: { name: 'Agent', kind: 'agent', scopes: ['listings'] },
  })
  await call('POST', '/v1/shops', { key, json: { name: 'Ana', slug: 'ana' } })
  const { body: listing } = await call('POST', '/v1/listings', { key, json: { title: 'Lamp', price: 9876.54, lowest_price: 8765.43 } })
  await call('PATCH', `/v1/listings/${listing.id}`, { key, json: { lowest_price: 7654.32, price: 'wrong' } })
  await call('DELETE', `/v1/listings/${listing.id}`, { key: agent.secret })
  await call('GET', `/agent/${agent.secret}`)
  await call('GET', `/v1/me?key=${key}`)
  await call('GET', `/v1/${key}`)
  await call('POST', '/v1/sessions', { json: { ...ACCOUNT, password: 'a password gone wrong' } })
  await call('GET', '/v1/me', { headers: { authorization: `Bearer ${key.slice(0, -2)}` } })
  await sendRaw(child.port, `GET /v1/me?key=${key} HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n`)
  await sleep(1_500)
  child.process.kill('SIGTERM')
  await child.exited
  const log = child.output()
  assert.ok(log.split('\n').length > 20)
  for (const secret of [
    key,
    agent.secret,
    cookie.slice('session='.length),
    ACCOUNT.password,
    'a password gone wrong',
    '876543',
    '8765.43',
    '765432',
    '7654.32',
    'argon2',
  ]) {
    assert.equal(log.includes(secret), false, secret)
  }
})
