import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { Client } from 'pg'
import { z } from 'zod'
import { invalid } from '#platform/errors/index.ts'
import { created, endpointsOf } from '#platform/http/endpoint.ts'
import { send, startApp, type Call, type TestApp } from '#test/app.ts'
import { makeHome } from '#test/child.ts'
import { leave, startProbe, type Probe } from '#test/probe.ts'
import { openTestTenant } from '#test/sandbox.ts'
import { lifetime } from '#test/lifetime.ts'
import { until } from '#test/until.ts'

const life = lifetime()

describe('requests with an idempotency key', () => {
  let app: TestApp
  let probe: Probe
  let ana: Awaited<ReturnType<TestApp['signUp']>>
  let gate = Promise.resolve()
  let atGate = 0
  const untilAtGate = (count: number) => until(`${count} requests at the gate`, () => atGate >= count)

  before(async () => {
    app = await startApp(life)
    ana = await app.signUp('Ana')
    probe = await startProbe(life, app, [
      endpointsOf('Probe')({
        id: 'probe',
        method: 'POST',
        effects: [],
        path: '/probe',
        access: { who: 'person', scope: 'read' },
        summary: 'An effect',
        body: z.object({ note: z.string(), fail: z.boolean().optional() }),
        answers: { 201: z.looseObject({}) },
        handle: async (tx, _actor, { body }) => {
          await leave(tx, body.note)
          atGate++
          await gate
          if (body.fail) throw invalid('fail', 'fail was asked for.')
          return created({ object: 'probe', note: body.note, made: tx.newId('evt') })
        },
      }),
    ])
  })

  const post = (key: string, json: unknown, call: Call = {}) =>
    probe.call('POST', '/v1/probe', { key: ana.key, json, ...call, headers: { 'Idempotency-Key': key, ...call.headers } })
  const effectsOf = async (note: string) => (await probe.effects()).filter((one) => one === note).length

  test('an idempotent request replays the first response byte for byte, and marks the replay', async () => {
    const first = await post('replay', { note: 'replay' })
    const again = await post('replay', { note: 'replay' })
    assert.deepEqual([first.status, again.status], [201, 201])
    assert.deepEqual(again.bytes, first.bytes)
    assert.equal(first.headers['idempotent-replayed'], undefined)
    assert.equal(again.headers['idempotent-replayed'], 'true')
    assert.equal(await effectsOf('replay'), 1)
  })

  test('requests with the same JSON count as the same request even if the fields are in a different order', async () => {
    const first = await probe.call('POST', '/v1/probe', {
      key: ana.key,
      raw: { type: 'application/json', bytes: '{"note":"order","fail":false}' },
      headers: { 'Idempotency-Key': 'order' },
    })
    const again = await probe.call('POST', '/v1/probe', {
      key: ana.key,
      raw: { type: 'application/json', bytes: '{ "fail": false, "note": "order" }' },
      headers: { 'Idempotency-Key': 'order' },
    })
    assert.deepEqual(again.bytes, first.bytes)
  })

  test('reusing an idempotency key with a different body returns 422', async () => {
    await post('other', { note: 'one' })
    const other = await post('other', { note: 'two' })
    assert.deepEqual([other.status, other.body.error.type], [422, 'idempotency_mismatch'])
  })

  test('while the first request runs, a request with the same idempotency key gets a 409 with Retry-After', async () => {
    const held = Promise.withResolvers<void>()
    gate = held.promise
    const first = post('running', { note: 'running' })
    await untilAtGate(atGate + 1)
    // the second request must not run: if it did, it would wait for `held` like the first request
    const second = await Promise.race([post('running', { note: 'running' }), sleep(3_000, null)])
    held.resolve()
    gate = Promise.resolve()
    assert.ok(second, 'the second request ran concurrently with the first')
    assert.deepEqual([second.status, second.body.error.type, second.headers['retry-after']], [409, 'conflict', '1'])
    assert.equal((await first).status, 201)
    assert.equal(await effectsOf('running'), 1)
  })

  test('20 concurrent requests with the same idempotency key have one effect and get the same response', async () => {
    const replies = await Promise.all(Array.from({ length: 20 }, () => post('parallel', { note: 'parallel' })))
    assert.equal(await effectsOf('parallel'), 1)
    const done = replies.filter(({ status }) => status === 201)
    assert.ok(done.length >= 1)
    assert.equal(new Set(done.map(({ bytes }) => bytes.toString())).size, 1)
    assert.ok(replies.every(({ status }) => status === 201 || status === 409))
  })

  test('if the database fails during a request with an idempotency key, a retry succeeds immediately', async () => {
    const held = Promise.withResolvers<void>()
    gate = held.promise
    const first = post('crash', { note: 'crash' })
    await untilAtGate(atGate + 1)
    const address = new URL(app.databaseUrl)
    const name = address.pathname.slice(1)
    address.pathname = '/postgres'
    const admin = new Client({ connectionString: address.href })
    await admin.connect()
    await admin.query(`alter database ${name} allow_connections false`)
    // without the processes of the server itself, which only a superuser can stop
    await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and backend_type = 'client backend'`, [
      name,
    ])
    held.resolve()
    gate = Promise.resolve()
    const { status } = await first
    await admin.query(`alter database ${name} allow_connections true`)
    await admin.end()
    assert.ok(status >= 500, `${status}`)
    const again = await post('crash', { note: 'crash' })
    assert.equal(again.status, 201, JSON.stringify(again.body))
    assert.equal(await effectsOf('crash'), 1)
  })

  test('an idempotency key stays locked in the process that runs its request, even if the process loses its presence connection', async () => {
    const held = Promise.withResolvers<void>()
    gate = held.promise
    const first = post('lost sight', { note: 'lost sight' })
    await untilAtGate(atGate + 1)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'marketplace presence'
              and datname = current_database()`.execute(app.service.ctx.db)
    assert.equal((await post('lost sight', { note: 'lost sight' })).status, 409)
    held.resolve()
    gate = Promise.resolve()
    assert.equal((await first).status, 201)
    assert.equal(await effectsOf('lost sight'), 1)
  })

  test('an idempotency key stays locked while its request runs, even after its lease has expired', async () => {
    const held = Promise.withResolvers<void>()
    gate = held.promise
    const before = atGate
    const first = post('long', { note: 'long' })
    await untilAtGate(before + 1)
    await sql`update idempotency_keys set lease_until = lease_until - interval '1 hour' where state = 'running'`.execute(app.service.ctx.db)
    const second = await Promise.race([post('long', { note: 'long' }), sleep(3_000, null)])
    held.resolve()
    gate = Promise.resolve()
    assert.equal(second?.status, 409, 'the second request ran concurrently with the first')
    assert.equal((await first).status, 201)
    assert.equal(await effectsOf('long'), 1)
  })

  test('a request commits nothing after a different process has taken over its idempotency key', async () => {
    const [one, other] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    gate = one.promise
    const before = atGate
    const first = post('fenced', { note: 'fenced' })
    await untilAtGate(before + 1)
    // makes the idempotency key look abandoned, as if this process did not hold the presence lock
    await sql`update idempotency_keys set holder = 1 where state = 'running'`.execute(app.service.ctx.db)
    gate = other.promise
    const second = post('fenced', { note: 'fenced' })
    await untilAtGate(before + 2)
    one.resolve()
    const late = await first
    assert.deepEqual([late.status, late.body.error.type], [409, 'conflict'])
    other.resolve()
    gate = Promise.resolve()
    const made = await second
    assert.equal(made.status, 201, JSON.stringify(made.body))
    const again = await post('fenced', { note: 'fenced' })
    assert.deepEqual([again.headers['idempotent-replayed'], again.body.made], ['true', made.body.made])
    assert.equal(await effectsOf('fenced'), 1)
  })

  test('an error response is not stored for the idempotency key, so the same request can succeed later', async () => {
    const failed = await post('error', { note: 'error', fail: true })
    assert.equal(failed.status, 400)
    assert.equal(await effectsOf('error'), 0)
    const again = await post('error', { note: 'error', fail: true })
    assert.equal(again.headers['idempotent-replayed'], undefined)
    assert.equal((await post('error', { note: 'error' })).status, 201)
  })

  test('an idempotency key applies only to one combination of credential, method and path', async () => {
    const bo = await app.signUp('Bo')
    await post('scope', { note: 'scope' })
    const { body: second } = await app.call('POST', '/v1/keys', {
      cookie: ana.cookie,
      json: { name: 'Second', kind: 'api', scopes: ['read'] },
    })
    for (const key of [bo.key, second.secret])
      assert.equal((await post('scope', { note: 'scope' }, { key })).headers['idempotent-replayed'], undefined)
    const other = await app.call('PATCH', '/v1/me', { cookie: ana.cookie, json: { name: 'Ana' }, headers: { 'Idempotency-Key': 'scope' } })
    assert.equal(other.status, 200)
    assert.equal(await effectsOf('scope'), 3)
  })

  test('an idempotency key expires after 24 hours', async () => {
    await post('day', { note: 'day' })
    await app.advance(24 * 3600 - 60)
    assert.equal((await post('day', { note: 'day' })).headers['idempotent-replayed'], 'true')
    await app.advance(120)
    assert.equal((await post('day', { note: 'day' })).headers['idempotent-replayed'], undefined)
    assert.equal(await effectsOf('day'), 2)
  })

  test('an idempotency key that is not 1 to 255 printable ASCII characters gets a 400', async () => {
    for (const key of ['', 'x'.repeat(256), 'caf\u00e9', 'a\tb']) {
      const reply = await post(key, { note: 'bad' })
      assert.deepEqual([reply.status, reply.body.error.param], [400, 'Idempotency-Key'])
    }
    assert.equal((await post('x'.repeat(255), { note: 'long' })).status, 201)
  })

  test('the responses stored for idempotency keys are encrypted in the database', async () => {
    const made = await app.call('POST', '/v1/keys', {
      cookie: ana.cookie,
      json: { name: 'k', kind: 'api', scopes: [] },
      headers: { 'Idempotency-Key': 'secret' },
    })
    const { rows } = await sql<{ answer: Buffer | null; all: string }>`select answer, i::text as all from idempotency_keys i`.execute(
      app.service.ctx.db,
    )
    assert.ok(rows.length > 0)
    for (const { answer, all } of rows) {
      const text = `${answer?.toString('latin1')} ${all}`
      for (const word of [made.body.secret, made.body.id, 'rsk_', 'object']) assert.equal(text.includes(word), false)
    }
    const again = await app.call('POST', '/v1/keys', {
      cookie: ana.cookie,
      json: { name: 'k', kind: 'api', scopes: [] },
      headers: { 'Idempotency-Key': 'secret' },
    })
    assert.equal(again.body.secret, made.body.secret)
  })

  test('repeating a sign-in with the same idempotency key sets the session cookie again', async () => {
    const signIn = () =>
      app.call('POST', '/v1/sessions', { json: { email: ana.email, password: ana.password }, headers: { 'Idempotency-Key': 'sign-in' } })
    await signIn()
    assert.match((await signIn()).headers['set-cookie'] ?? '', /^session=\w+/)
  })

  test('a request that advances the sandbox clock past the expiry of its idempotency key is still replayed', async () => {
    const { key } = (await openTestTenant(app, await app.signUp('Cem'))).seller
    const send = () =>
      app.call('POST', '/v1/sandbox/clock', {
        key,
        json: { advance_seconds: 40 * 86_400 },
        headers: { 'Idempotency-Key': 'a long sleep' },
      })
    const first = await send()
    assert.equal(first.status, 200, JSON.stringify(first.body))
    const again = await send()
    assert.deepEqual([again.status, again.headers['idempotent-replayed'], again.body], [200, 'true', first.body])
  })

  // runs last, because it advances the clock past the expiry of all sessions
  test('a request that advances the test clock past the expiry of its idempotency key is still replayed', async () => {
    const send = () =>
      app.call('POST', '/v1/test/clock', { json: { advance_seconds: 40 * 86_400 }, headers: { 'Idempotency-Key': 'a long sleep' } })
    const first = await send()
    assert.equal(first.status, 200, JSON.stringify(first.body))
    const again = await send()
    assert.deepEqual([again.status, again.headers['idempotent-replayed'], again.body], [200, 'true', first.body])
    assert.ok(app.service.ctx.now().getTime() - Date.parse(first.body.now) < 3600_000, 'the clock advanced once')
  })
})

test('if a process is killed, a different process soon takes over its idempotency keys', async (t) => {
  const home = await makeHome(t)
  const [one, other] = await Promise.all([home.start('web'), home.start('web')])
  const signUp = await send(one.port, 'POST', '/v1/accounts', {
    json: { name: 'Ana', email: 'ana@example.test', password: 'a long enough password' },
  })
  const key = signUp.body.api_key.secret
  const { body: shop } = await send(one.port, 'POST', '/v1/shops', { key, json: { name: 'Ana', slug: 'ana' } })
  assert.equal(shop.slug, 'ana')
  const change = (port: number) =>
    send(port, 'PATCH', '/v1/shops/ana', { key, json: { about: 'Lamps' }, headers: { 'Idempotency-Key': 'change' } })
  const admin = new Client({ connectionString: home.databaseUrl })
  await admin.connect()
  await admin.query('begin')
  await admin.query(`select from shops where slug = 'ana' for update`)
  const first = change(one.port).catch(() => null)
  await until('the first request to wait for the lock', async () => {
    const waiting = await admin.query(`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`)
    return waiting.rowCount! > 0
  })
  assert.equal((await change(other.port)).status, 409)
  one.process.kill('SIGKILL')
  await first
  await admin.query('rollback')
  await admin.end()
  // the server may need a moment to notice that the process has died
  await until('the other process to take over', async () => {
    const { status, body } = await change(other.port)
    assert.ok(status === 200 || status === 409, JSON.stringify(body))
    return status === 200
  })
})

test('a write that kill -9 interrupts and the client retries with the same idempotency key takes effect exactly once', async (t) => {
  const home = await makeHome(t)
  let child = await home.start()
  const signUp = await send(child.port, 'POST', '/v1/accounts', {
    json: { name: 'Ana', email: 'ana@example.test', password: 'a long enough password' },
  })
  const key = signUp.body.api_key.secret
  const shop = await send(child.port, 'POST', '/v1/shops', { key, json: { name: 'Ana', slug: 'ana' } })
  assert.equal(shop.status, 201)
  const ROUNDS = 4
  const EACH = 8
  for (let round = 0; round < ROUNDS; round++) {
    const port = child.port
    const create = (index: number, at: number) =>
      send(at, 'POST', '/v1/listings', {
        key,
        json: { title: `Thing ${round}.${index}` },
        headers: { 'Idempotency-Key': `${round}.${index}` },
      })
    const answers = Array.from({ length: EACH }, (_, index) => create(index, port).catch(() => null))
    await sleep(5 + round * 18)
    child.process.kill('SIGKILL')
    await child.exited
    const known = await Promise.all(answers)
    child = await home.start()
    for (let index = 0; index < EACH; index++) {
      const again = await create(index, child.port)
      assert.equal(again.status, 201, JSON.stringify(again.body))
      if (known[index]?.status === 201) assert.equal(again.body.id, known[index]!.body.id)
    }
  }
  const all = await send(child.port, 'GET', '/v1/listings?limit=100', { key })
  assert.equal(all.body.total, ROUNDS * EACH)
  assert.equal(new Set(all.body.data.map(({ title }: { title: string }) => title)).size, ROUNDS * EACH)
})
