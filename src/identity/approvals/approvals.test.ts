import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { z } from 'zod'
import { notFound } from '#platform/errors/index.ts'
import { endpointsOf, ok } from '#platform/http/endpoint.ts'
import { startService, type Service } from '#service/service.ts'
import { readConfig } from '#platform/config/index.ts'
import { createLog } from '#platform/telemetry/log.ts'
import { send, startApp, type TestApp } from '#test/app.ts'
import { withBlockedWrites } from '#test/contention.ts'
import { openSeller, type Seller } from '#test/factories.ts'
import { freePort } from '#test/free-port.ts'
import { leave, startProbe, type Probe } from '#test/probe.ts'
import { lifetime } from '#test/lifetime.ts'
import type { Person } from '#platform/context/index.ts'
import { makeTestKey } from '#test/sandbox.ts'
import { expireApprovals, latestAbout, runApproved } from './index.ts'

const life = lifetime()

describe('approving actions by agents', () => {
  let app: TestApp
  let probe: Probe
  let ana: Seller
  let agent: string
  let other: Service
  let gone = false

  before(async () => {
    app = await startApp(life)
    ana = await openSeller(app)
    agent = await ana.keyWith({ kind: 'agent', scopes: ['shops', 'listings'], name: 'Agent' })
    probe = await startProbe(life, app, [
      endpointsOf('Probe')({
        id: 'probeAsk',
        method: 'POST',
        effects: ['loss'],
        path: '/probe',
        access: { who: 'person', scope: 'shops' },
        summary: 'Leave an effect',
        body: z.object({ note: z.string() }),
        answers: { 200: z.looseObject({}) },
        approvals: () => [{ action: 'shops.delete' }],
        handle: async (tx, _actor, { body }) => {
          if (gone) throw notFound('shop')
          await leave(tx, body.note)
          return ok({ object: 'probe', note: body.note })
        },
      }),
      endpointsOf('Probe')({
        id: 'probeSeveral',
        method: 'POST',
        effects: ['loss'],
        path: '/probe/several',
        access: { who: 'person', scope: 'shops' },
        summary: 'Leave an effect with several actions',
        body: z.object({ note: z.string() }),
        answers: { 200: z.looseObject({}) },
        approvals: () => [
          { action: 'shops.delete' },
          { action: 'listings.price', amountCents: 125 },
          { action: 'shops.delete' },
          { action: 'buying.pay', amountCents: 250 },
        ],
        handle: async (tx, _actor, { body }) => {
          await leave(tx, body.note)
          return ok({ object: 'probe', note: body.note })
        },
      }),
    ])
    // acts as a second process with the same database, but only for approvals
    const port = await freePort()
    other = await startService(
      readConfig({
        PORT: String(port),
        DATA_DIR: app.dataDir,
        DATABASE_URL: app.databaseUrl,
        DEMO: 'off',
        TEST_CLOCK: 'on',
        LOG_LEVEL: 'error',
        PUBLIC_URL: app.url,
      }),
      'web',
      createLog('error'),
    )
    life.after(() => other.stop())
  })

  const requestApproval = async (note: string, key = agent) => {
    const reply = await probe.call('POST', '/v1/probe', { key, json: { note } })
    assert.equal(reply.status, 202, JSON.stringify(reply.body))
    return reply.body as { id: string; expires_at: string; created_at: string }
  }
  const approve = (id: string, call: object = { cookie: ana.cookie }) => probe.call('POST', `/v1/approvals/${id}/approve`, call)
  const decline = (id: string, call: object = { cookie: ana.cookie }) => probe.call('POST', `/v1/approvals/${id}/decline`, call)
  const read = async (id: string, key = agent) => (await app.call('GET', `/v1/approvals/${id}`, { key })).body
  const effectsOf = async (note: string) => (await probe.effects()).filter((one) => one === note).length

  test('an action by an agent key returns 202 with an approval request, and changes nothing yet', async () => {
    const approval = (await probe.call('POST', '/v1/probe', { key: agent, json: { note: 'held' } })).body
    assert.equal(approval.object, 'approval')
    assert.deepEqual(
      [approval.status, approval.action, approval.summary, approval.amount, approval.result],
      ['pending', 'shops.delete', 'Leave an effect', null, null],
    )
    assert.equal(Date.parse(approval.expires_at) - Date.parse(approval.created_at), 24 * 3600_000)
    assert.equal(approval.url, `${app.url}/app/approvals/${approval.id}`)
    assert.equal(await effectsOf('held'), 0)
  })

  test('an agent’s action is executed immediately if its key has no rule that requires approval', async () => {
    assert.equal((await probe.call('POST', '/v1/probe', { key: ana.key, json: { note: 'free' } })).status, 200)
    assert.equal(await effectsOf('free'), 1)
  })

  test('an approved action is executed only once, and the agent can read the result', async () => {
    const { id } = await requestApproval('yes')
    const done = await approve(id)
    assert.deepEqual([done.status, done.body.status], [200, 'done'])
    assert.deepEqual((await read(id)).result, { status: 200, body: { object: 'probe', note: 'yes' } })
    assert.equal((await approve(id)).status, 409)
    assert.equal(await effectsOf('yes'), 1)
  })

  test('an approval from an older release, which names no actions, is executed', async () => {
    const { id } = await requestApproval('older')
    await sql`update approvals set actions = '{}' where id = ${id}`.execute(app.service.ctx.db)
    const lacking = await ana.keyWith({ scopes: ['listings'] })
    assert.equal((await approve(id, { key: lacking })).status, 403, 'the first action determines who can decide')
    assert.equal((await approve(id)).body.status, 'done')
    assert.equal(await effectsOf('older'), 1)
  })

  test('when an approval is confirmed by 20 concurrent requests to two processes, the action runs only once', async () => {
    const { body: requested } = await app.call(
      'DELETE',
      `/v1/shops/${(await app.call('POST', '/v1/shops', { key: ana.key, json: { name: 'Twice', slug: 'twice' } })).body.slug}`,
      { key: agent },
    )
    const calls = Array.from({ length: 20 }, (_, index) =>
      send(index % 2 ? other.port! : app.port, 'POST', `/v1/approvals/${requested.id}/approve`, {
        cookie: ana.cookie,
        headers: { origin: app.url },
      }),
    )
    const statuses = (await Promise.all(calls)).map(({ status }) => status)
    assert.deepEqual(
      statuses.toSorted((a, b) => a - b),
      [200, ...Array.from({ length: 19 }, () => 409)],
    )
    const { rows } = await sql<{ count: number }>`select count(*) as count from events where type = 'shop.deleted'`.execute(
      app.service.ctx.db,
    )
    assert.equal(rows[0]!.count, 1)
    assert.equal((await read(requested.id)).status, 'done')
  })

  test('a declined action is never executed', async () => {
    const { id } = await requestApproval('no')
    assert.equal((await decline(id)).body.status, 'declined')
    for (const decide of [approve, decline]) {
      const { status, body } = await decide(id)
      assert.deepEqual([status, body.error.message], [409, 'This approval is declined and can no longer be decided.'])
    }
    await runApproved(probe.ctx, id)
    assert.deepEqual([(await read(id)).status, await effectsOf('no')], ['declined', 0])
  })

  test('if several processes run an approved request at the same time, it takes effect only once', async () => {
    const { id } = await requestApproval('several processes')
    await sql`update approvals set status = 'approved', decided_at = ${app.service.ctx.now()} where id = ${id}`.execute(app.service.ctx.db)
    await Promise.all([1, 2, 3].map(() => runApproved(probe.ctx, id)))
    assert.deepEqual((await read(id)).result, { status: 200, body: { object: 'probe', note: 'several processes' } })
    assert.equal(await effectsOf('several processes'), 1)
  })

  test('an approval names each action once that the key needs approval for, and only a key with the scopes of all of them can decide', async () => {
    const key = await ana.keyWith({ kind: 'agent', scopes: ['shops', 'listings'], ask_first: ['shops.delete', 'listings.price'] })
    const { status, body } = await probe.call('POST', '/v1/probe/several', { key, json: { note: 'several' } })
    assert.equal(status, 202, JSON.stringify(body))
    const { id, action, actions, amount, summary } = body
    assert.deepEqual(
      [action, actions, amount, summary],
      ['shops.delete', ['shops.delete', 'listings.price'], 1.25, 'Leave an effect with several actions'],
    )
    const shops = await ana.keyWith({ scopes: ['shops'] })
    const refused = await approve(id, { key: shops })
    assert.deepEqual([refused.status, refused.body.error.code], [403, 'scope'])
    assert.match(refused.body.error.message, /cannot decide approvals for listings\.price/)
    assert.equal((await approve(id, { key: await ana.keyWith({ scopes: ['shops', 'listings'] }) })).body.status, 'done')
    assert.equal(await effectsOf('several'), 1)
  })

  test('an identical request replaces a pending approval that has expired or whose record has changed', async () => {
    const { id: listing } = await ana.list({ title: 'Lamp', price: 5 })
    const ask = async () => (await app.call('DELETE', `/v1/listings/${listing}`, { key: agent })).body.id as string
    const first = await ask()
    assert.equal(await ask(), first)
    await ana.call('PATCH', `/v1/listings/${listing}`, { json: { price: 6 } })
    const second = await ask()
    const ended = await read(first)
    assert.deepEqual([ended.status, ended.result.status, ended.result.body.error.code], ['failed', 409, 'changed'])
    await sql`update approvals set expires_at = ${app.service.ctx.now()} where id = ${second}`.execute(app.service.ctx.db)
    const third = await ask()
    assert.equal(new Set([first, second, third]).size, 3)
    const { rows } = await sql<{ status: string }>`
      select status from approvals where id in (${first}, ${second}, ${third}) order by id`.execute(app.service.ctx.db)
    assert.deepEqual(
      rows.map(({ status }) => status),
      ['failed', 'expired', 'pending'],
    )
  })

  test('a key can have 200 pending requests, and a stored request can have 256 kB', async () => {
    const cleo = await openSeller(app, 'Cleo')
    const key = await cleo.keyWith({ kind: 'agent', scopes: ['shops'], name: 'Busy' })
    const { id } = await requestApproval('x', key)
    const { db } = app.service.ctx
    const { request } = await db.selectFrom('approvals').select('request').where('id', '=', id).executeTakeFirstOrThrow()
    const room = 256 * 1024 - Buffer.byteLength(JSON.stringify(request)) + 1
    const sent = async (note: string) => probe.call('POST', '/v1/probe', { key, json: { note } })
    const large = await sent('x'.repeat(room + 1))
    assert.deepEqual([large.status, large.body.error.type], [413, 'too_large'])
    assert.equal((await sent('x'.repeat(room))).status, 202)
    await sql`
      insert into approvals
      select (jsonb_populate_record(a, jsonb_build_object('id', 'apr_many' || n, 'digest', '\\x' || lpad(to_hex(n), 8, '0')))).*
      from approvals a, generate_series(1, 197) n where a.id = ${id}`.execute(db)
    assert.equal((await sent('number 200')).status, 202)
    const refused = await sent('number 201')
    assert.deepEqual([refused.status, refused.body.error.type, refused.headers['retry-after']], [429, 'rate_limit', '3600'])
    assert.equal((await requestApproval('other key')).id.startsWith('apr_'), true)
  })

  test('an approval request expires after 24 hours, even before the periodic job runs', async () => {
    const { id } = await requestApproval('silence')
    // simulates an approval that has expired, but whose row is still pending because the periodic job has not run
    await sql`update approvals set expires_at = ${new Date(app.service.ctx.now().getTime() - 1)} where id = ${id}`.execute(
      app.service.ctx.db,
    )
    assert.equal((await approve(id)).status, 409)
    assert.equal((await read(id)).status, 'expired')
    const list = await app.call('GET', '/v1/approvals?status=expired', { key: agent })
    assert.ok(list.body.data.some((row: { id: string; status: string }) => row.id === id && row.status === 'expired'))
    assert.equal(await effectsOf('silence'), 0)
  })

  test('an agent key sees only the approvals that the key itself requested', async () => {
    const second = await ana.keyWith({ kind: 'agent', scopes: ['shops'], name: 'Second' })
    const { id } = await requestApproval('mine')
    assert.equal((await app.call('GET', `/v1/approvals/${id}`, { key: second })).status, 404)
    assert.equal((await app.call('GET', '/v1/approvals', { key: second })).body.total, 0)
    assert.equal((await app.call('GET', `/v1/approvals/${id}`, { key: ana.key })).status, 200)
  })

  test('an agent key cannot decide an approval, but an API key can if it has the scope and needs no approval itself', async () => {
    const { id } = await requestApproval('who')
    const lacking = await ana.keyWith({ scopes: ['listings'] })
    const askingKey = await ana.keyWith({ scopes: ['shops'], ask_first: ['shops.delete'] })
    for (const key of [agent, lacking, askingKey]) {
      for (const verb of [approve, decline]) assert.equal((await verb(id, { key })).status, 403)
    }
    assert.equal(await effectsOf('who'), 0)
    assert.equal((await approve(id, { key: await ana.keyWith({ scopes: ['shops'] }) })).body.status, 'done')
  })

  test('approving a request returns 409 if the key that made the request has been revoked', async () => {
    const { body: key } = await app.call('POST', '/v1/keys', {
      cookie: ana.cookie,
      json: { name: 'Short', kind: 'agent', scopes: ['shops'] },
    })
    const { id } = await requestApproval('revoked', key.secret)
    await app.call('DELETE', `/v1/keys/${key.id}`, { cookie: ana.cookie })
    assert.equal((await approve(id)).status, 409)
    assert.equal((await decline(id)).body.status, 'declined')
    assert.equal(await effectsOf('revoked'), 0)
  })

  test('if the key’s scope or the record has been removed, an approved action fails and states the reason', async () => {
    const { body: key } = await app.call('POST', '/v1/keys', {
      cookie: ana.cookie,
      json: { name: 'Short', kind: 'agent', scopes: ['shops'] },
    })
    const one = await requestApproval('scope', key.secret)
    await sql`update keys set scopes = '{read}' where id = ${key.id}`.execute(app.service.ctx.db)
    const refused = (await approve(one.id)).body
    assert.deepEqual([refused.status, refused.result.status, refused.result.body.error.code], ['failed', 403, 'scope'])
    const two = await requestApproval('gone')
    gone = true
    const missing = (await approve(two.id)).body
    gone = false
    assert.deepEqual([missing.status, missing.result.status, missing.result.body.error.type], ['failed', 404, 'not_found'])
    assert.equal(
      (await probe.effects()).some((note) => note === 'scope' || note === 'gone'),
      false,
    )
  })

  test('if the process dies while it is executing an approved action, a periodic job completes the action', async () => {
    // uses a real endpoint and not a test endpoint, because the service's own periodic job runs the approved request
    await app.call('POST', '/v1/shops', { key: ana.key, json: { name: 'Stuck', slug: 'stuck' } })
    const { id } = (await app.call('DELETE', '/v1/shops/stuck', { key: agent })).body
    await sql`update approvals set status = 'approved', decided_at = ${app.service.ctx.now()} where id = ${id}`.execute(app.service.ctx.db)
    await app.advance(30)
    assert.equal((await read(id)).status, 'approved')
    await app.advance(40)
    assert.equal((await read(id)).status, 'done')
    assert.equal((await app.call('GET', '/v1/shops/stuck', { key: ana.key })).status, 404)
  })

  test('repeating a request with the same idempotency key returns the same approval', async () => {
    const twice = [1, 2].map(() =>
      probe.call('POST', '/v1/probe', { key: agent, json: { note: 'once' }, headers: { 'Idempotency-Key': 'once' } }),
    )
    const first = await twice[0]!
    await twice[1]
    const again = await probe.call('POST', '/v1/probe', { key: agent, json: { note: 'once' }, headers: { 'Idempotency-Key': 'once' } })
    assert.equal(again.headers['idempotent-replayed'], 'true')
    assert.ok(first.status === 409 || first.body.id === again.body.id)
  })

  test('concurrent identical requests get the same approval', async () => {
    const { db } = app.service.ctx
    const all = await withBlockedWrites(db, 'approvals', 3, () => Promise.all([1, 2, 3].map(() => requestApproval('together'))))
    assert.equal(new Set(all.map(({ id }) => id)).size, 1)
  })

  test('approving a request returns 409 while helpers are paused, and succeeds once helpers resume', async () => {
    const api = await ana.keyWith({ kind: 'api', scopes: ['shops'], ask_first: ['shops.delete'] })
    const requested = [await requestApproval('paused agent'), await requestApproval('paused api', api)]
    await app.call('PATCH', '/v1/me', { cookie: ana.cookie, json: { brake: true } })
    for (const { id } of requested) {
      const refused = await approve(id)
      assert.deepEqual([refused.status, refused.body.error.type, refused.body.error.code], [409, 'conflict', 'brake'])
      assert.equal((await read(id, ana.key)).status, 'pending')
    }
    await app.call('PATCH', '/v1/me', { cookie: ana.cookie, json: { brake: false } })
    for (const { id } of requested) assert.equal((await approve(id)).body.status, 'done')
  })

  test('pausing helpers blocks every agent key immediately, but no API key of any other kind', async () => {
    await app.call('PATCH', '/v1/me', { cookie: ana.cookie, json: { brake: 'on' } })
    const stopped = await app.call('GET', '/v1/me', { key: agent })
    assert.deepEqual([stopped.status, stopped.body.error.type], [403, 'permission'])
    assert.equal((await app.call('GET', '/v1/me', { key: ana.key })).body.brake, true)
    await app.call('PATCH', '/v1/me', { cookie: ana.cookie, json: { brake: false } })
    assert.equal((await app.call('GET', '/v1/me', { key: agent })).status, 200)
  })

  test('approving or declining a different account’s request returns 404', async () => {
    const bo = await app.signUp('Bo')
    const { id } = await requestApproval('stranger')
    for (const reply of [await approve(id, { cookie: bo.cookie }), await decline(id, { cookie: bo.cookie })])
      assert.equal(reply.status, 404)
  })

  test('each approval belongs to one key and one account, and lists can be filtered by key, account and status', async () => {
    const [cleo, dora] = [await openSeller(app, 'Cleo'), await openSeller(app, 'Dora')]
    const agentOf = (seller: Seller) =>
      seller.keyWith({ kind: 'agent', scopes: ['shops', 'listings'], ask_first: ['shops.delete', 'listings.delete'] })
    const [first, second, theirs] = [await agentOf(cleo), await agentOf(cleo), await agentOf(dora)]
    const tester = await makeTestKey(app, cleo, 'seller', { kind: 'agent', scopes: ['shops'], ask_first: ['shops.delete'] })
    const requested = async (key: string) => {
      await app.advance(1)
      return (await requestApproval('same', key)).id
    }
    const ids = [await requested(first), await requested(second), await requested(theirs), await requested(tester.secret)] as const
    assert.equal(new Set(ids).size, 4, 'equal requests of several keys are several approvals')
    assert.equal(await requested(first), ids[0], 'an equal request of the same key is the same approval')
    const list = async (call: object, query = '') =>
      (await app.call('GET', `/v1/approvals${query}`, call)).body.data.map(({ id }: { id: string }) => id)
    assert.deepEqual(await list({ cookie: cleo.cookie }), [ids[3], ids[1], ids[0]])
    assert.deepEqual([await list({ key: cleo.key }), await list({ key: first }), await list({ cookie: dora.cookie })], [[ids[1], ids[0]], [ids[0]], [ids[2]]]) // prettier-ignore
    assert.equal((await app.call('GET', `/v1/approvals/${ids[1]}`, { key: first })).status, 404)
    assert.equal((await app.call('GET', `/v1/approvals/${ids[3]}`, { key: cleo.key })).status, 404)

    assert.equal((await decline(ids[0], { cookie: cleo.cookie })).body.status, 'declined')
    const { ctx } = app.service
    await ctx.db.updateTable('approvals').set({ expires_at: ctx.now() }).where('id', '=', ids[1]).execute()
    const byStatus = async () =>
      Promise.all(['pending', 'declined', 'expired', 'done'].map((status) => list({ cookie: cleo.cookie }, `?status=${status}`)))
    const expected = [[ids[3]], [ids[0]], [ids[1]], []]
    assert.deepEqual(await byStatus(), expected)
    await expireApprovals(ctx)
    const stored = async () =>
      (await ctx.db.selectFrom('approvals').select(['id', 'status']).where('id', 'in', ids).orderBy('id').execute()).map(
        ({ status }) => status,
      )
    assert.deepEqual([await byStatus(), await stored()], [expected, ['declined', 'expired', 'pending', 'pending']]) // prettier-ignore
    assert.notEqual(await requested(first), ids[0], 'after a decision, an equal request is a new approval')
    assert.equal((await approve(ids[2], { cookie: dora.cookie })).body.status, 'done')
    assert.deepEqual(await stored(), ['declined', 'expired', 'done', 'pending']) // prettier-ignore
  })

  test('a key finds its newest approval request about a record, but none about a different record or from a different key', async () => {
    const cleo = await openSeller(app, 'Cleo')
    const agentOf = () => cleo.keyWith({ kind: 'agent', scopes: ['listings'], ask_first: ['listings.delete', 'listings.publish'] })
    const [first, second] = [await agentOf(), await agentOf()]
    const [lamp, vase] = [await cleo.list({ title: 'Lamp', price: 5 }), await cleo.list({ title: 'Vase', price: 5 })]
    const ask = async (method: string, path: string, key: string) => {
      await app.advance(1)
      const { status, body } = await app.call(method, `/v1/listings/${path}`, { key })
      assert.equal(status, 202, JSON.stringify(body))
      return body.id as string
    }
    const deletion = await ask('DELETE', lamp.id, first)
    await decline(deletion, { cookie: cleo.cookie })
    const again = await ask('DELETE', lamp.id, first)
    await ask('DELETE', vase.id, first)
    await ask('POST', `${lamp.id}/publish`, first)
    const other = await ask('DELETE', lamp.id, second)
    const { ctx } = app.service
    const keyOf = async (id: string) =>
      (await ctx.db.selectFrom('approvals').select('key_id').where('id', '=', id).executeTakeFirstOrThrow()).key_id
    const latest = async (key: string, kind: 'key' | 'session' = 'key') =>
      (await latestAbout(ctx, { kind, credential: key } as Person, { endpoint: 'deleteListing', id: lamp.id }))?.id ?? null
    assert.deepEqual([await latest(await keyOf(again)), await latest(await keyOf(other))], [again, other])
    assert.deepEqual([await latest('key_0'), await latest(await keyOf(again), 'session')], [null, null])
  })
})
