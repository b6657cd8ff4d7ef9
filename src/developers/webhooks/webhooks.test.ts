import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { REAL } from '#core/tenant.ts'
import { inTransaction, type Person, type Tx } from '#platform/context/index.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { startReceiver, type Receiver } from '#test/fakes/receiver.ts'
import { mailsTo } from '#test/mailed-link.ts'
import { assertSigned, recordEvent, subscribe } from '#test/webhooks.ts'
import { lifetime } from '#test/lifetime.ts'
import { insertWebhook } from './address/queries.ts'
import { presentDelivery, presentDeliveryDetail, presentRedelivery } from './address/present.ts'
import { rotateSecret, setWebhook } from './index.ts'

const NONE = { object: 'webhook', url: null, events: [], enabled: false, secret_last4: null, last_delivery: null }

describe('creating, reading and deleting webhook settings', () => {
  let app: TestApp
  let receiver: Receiver
  const life = lifetime()
  before(async () => {
    app = await startApp(life)
    receiver = await startReceiver(life)
  })

  const put = (key: string, json: unknown) => app.call('PUT', '/v1/webhooks', { key, json })
  const get = async (key: string) => (await app.call('GET', '/v1/webhooks', { key })).body

  test('webhook settings are empty before the setup, and deleting empty settings changes nothing', async () => {
    const ana = await app.signUp()
    assert.deepEqual(await get(ana.key), NONE)
    assert.deepEqual((await app.call('DELETE', '/v1/webhooks', { key: ana.key })).body, NONE)
  })

  test('a webhook’s secret is returned only on creation and rotation, and a webhook that is created again gets a new secret', async () => {
    const ana = await app.signUp()
    const first = await put(ana.key, { url: receiver.url })
    const { secret, ...shown } = first.body
    assert.match(secret, /^whsec_[0-9A-Za-z]{32}$/)
    assert.deepEqual(shown, {
      object: 'webhook',
      url: receiver.url,
      events: ['listing.sold', 'offer.received', 'question.asked'],
      enabled: true,
      secret_last4: secret.slice(-4),
      last_delivery: null,
    })
    assert.deepEqual(await get(ana.key), shown)
    assert.deepEqual((await put(ana.key, { url: receiver.url })).body, shown, 'the second save returns no secret and changes none')

    const rotated = (await app.call('POST', '/v1/webhooks/rotate-secret', { key: ana.key })).body
    assert.notEqual(rotated.secret, secret)
    assert.equal(rotated.secret_last4, rotated.secret.slice(-4))

    assert.deepEqual((await app.call('DELETE', '/v1/webhooks', { key: ana.key })).body, NONE)
    assert.deepEqual(await get(ana.key), NONE)
    const again = (await put(ana.key, { url: receiver.url })).body
    assert.match(again.secret, /^whsec_/)
    assert.ok(again.secret !== secret && again.secret !== rotated.secret)
  })

  test('valid webhook settings are accepted as JSON and as a form, and the error for invalid settings names the field', async () => {
    const ana = await app.signUp()
    const off = await put(ana.key, { url: receiver.url, enabled: false, events: ['review.created', 'offer.updated', 'review.created'] })
    assert.deepEqual([off.body.enabled, off.body.events], [false, ['review.created', 'offer.updated']])
    assert.equal((await put(ana.key, { url: receiver.url })).body.enabled, true, 'saving without `enabled` switches the webhook on')
    const form = await app.call('PUT', '/v1/webhooks', {
      key: ana.key,
      form: `url=${encodeURIComponent(receiver.url)}&events[]=order.problem&enabled=0`,
    })
    assert.deepEqual([form.status, form.body.events, form.body.enabled], [200, ['order.problem'], false])

    const wrong: [unknown, string][] = [
      [{}, 'url'],
      [{ url: '' }, 'url'],
      [{ url: 'not an address' }, 'url'],
      [{ url: 'ftp://example.com/' }, 'url'],
      [{ url: 'https://name:word@example.com/' }, 'url'],
      [{ url: `https://example.com/${'a'.repeat(2048)}` }, 'url'],
      [{ url: receiver.url, events: [] }, 'events'],
      [{ url: receiver.url, events: ['ping'] }, 'events'],
      [{ url: receiver.url, events: ['offer.received', 'nothing'] }, 'events'],
      [{ url: receiver.url, events: ['offer.received', 5] }, 'events'],
      [{ url: receiver.url, events: 'offer.received' }, 'events'],
      [{ url: receiver.url, enabled: 'perhaps' }, 'enabled'],
    ]
    for (const [json, param] of wrong) {
      const { status, body } = await put(ana.key, json)
      assert.equal(status, 400, JSON.stringify(json))
      assert.equal(body.error.param, param, JSON.stringify(json))
    }
    assert.match((await put(ana.key, { url: receiver.url, events: ['ping'] })).body.error.message, /offer\.received/)
    assert.deepEqual((await get(ana.key)).events, ['order.problem'], 'rejected settings are not stored')
  })

  test('a webhook URL with a private address can be saved, but nothing is ever sent to it', async () => {
    const ana = await app.signUp()
    assert.equal((await put(ana.key, { url: 'http://10.0.0.1/hooks' })).status, 200)
    const tried = (await app.call('POST', '/v1/webhooks/test', { key: ana.key })).body
    assert.deepEqual([tried.status, tried.error], [0, 'private address'])
    assert.deepEqual((await get(ana.key)).last_delivery.error, 'private address')
  })

  test('a test ping to a webhook is signed, is sent even while the webhook is off, and appears in last_delivery', async () => {
    const ana = await app.signUp()
    const own = await startReceiver(life)
    const secret = await subscribe(app, ana.key, own.url, { enabled: false })
    const before_ = await get(ana.key)
    const tried = await app.call('POST', '/v1/webhooks/test', { key: ana.key })
    const [got] = own.received
    assert.ok(got)
    const body = JSON.parse(got.body)
    assert.deepEqual(tried.body, { object: 'webhook_test', event: body.id, status: 200, error: null })
    assert.deepEqual(Object.keys(body), ['id', 'object', 'type', 'created_at', 'data'])
    assert.deepEqual([body.object, body.type, body.data], ['event', 'ping', { object: before_ }])
    assert.deepEqual(
      [got.headers['service-event'], got.headers['service-event-id'], got.headers['service-attempt']],
      ['ping', body.id, '1'],
    )
    assert.equal(got.headers['content-type'], 'application/json')
    assertSigned(got, secret)
    const { last_delivery } = await get(ana.key)
    assert.deepEqual([last_delivery.status, last_delivery.error], [200, null])

    own.answer = (response) => response.writeHead(503).end()
    const failed = (await app.call('POST', '/v1/webhooks/test', { key: ana.key })).body
    assert.deepEqual([failed.status, failed.error], [503, 'answered 503'])
    assert.equal((await app.call('GET', '/v1/events', { key: ana.key })).body.total, 0, 'a ping is not an account event')
    await app.advance(4 * 86_400)
    assert.equal(own.received.length, 2, 'one attempt each')
    assert.equal((await app.call('GET', '/v1/webhooks/deliveries', { key: ana.key })).body.total, 0)
  })

  test('a failed test delivery reports whether the connection, the DNS lookup or the TLS handshake failed', async () => {
    const ana = await app.signUp()
    const closed = await startReceiver()
    await closed.stop()
    const words: [string, string][] = [
      [closed.url, 'refused'],
      ['http://nowhere.invalid/', 'dns'],
      [receiver.url.replace('http:', 'https:'), 'tls'],
    ]
    for (const [url, error] of words) {
      await subscribe(app, ana.key, url)
      const tried = (await app.call('POST', '/v1/webhooks/test', { key: ana.key })).body
      assert.deepEqual([tried.status, tried.error], [0, error], url)
    }
  })

  test('without a webhook, sending a test delivery or rotating the secret returns 409', async () => {
    const ana = await app.signUp()
    for (const verb of ['test', 'rotate-secret']) {
      const { status, body } = await app.call('POST', `/v1/webhooks/${verb}`, { key: ana.key })
      assert.deepEqual([status, body.error.type], [409, 'conflict'])
    }
  })

  test('a webhook stores the key that set it last, and no key if a signed-in user set it', async () => {
    const ana = await app.signUp()
    const [{ id }] = (await app.call('GET', '/v1/keys', { cookie: ana.cookie })).body.data
    const setBy = async (credential: { key: string } | { cookie: string }) => {
      assert.equal((await app.call('PUT', '/v1/webhooks', { ...credential, json: { url: receiver.url } })).status, 200)
      const hook = app.service.ctx.db.selectFrom('webhooks').select('key_id').where('account_id', '=', ana.id)
      return (await hook.executeTakeFirstOrThrow()).key_id
    }
    assert.deepEqual([await setBy({ key: ana.key }), await setBy({ cookie: ana.cookie }), await setBy({ key: ana.key })], [id, null, id])
  })

  test('a session that has ended in the meantime can neither set a webhook nor replace its secret', async () => {
    const ana = await app.signUp()
    const { ctx } = app.service
    const gone = { kind: 'session', accountId: ana.id, tenant: REAL, sessionToken: 'an ended session' } as Person
    const refused = (change: Parameters<typeof inTransaction>[1]) =>
      assert.rejects(inTransaction(ctx, change), { message: /You were signed out/ })
    await refused((tx) => setWebhook(tx, gone, { url: receiver.url, events: ['question.asked'], enabled: true }))
    assert.deepEqual(await get(ana.key), NONE)
    const secret = await subscribe(app, ana.key, receiver.url)
    await refused((tx) => rotateSecret(tx, gone))
    assert.equal((await get(ana.key)).secret_last4, secret.slice(-4))
  })

  test('waiting deliveries end when the webhook is switched off or removed, and any later ones when it is switched on or set again', async () => {
    const ana = await app.signUp()
    let count = 0
    const { db } = app.service.ctx
    /** Adds a delivery for the next day, as an event that is dispatched during a change would. Returns its status after the change. */
    const statusAfter = async (json: object | null) => {
      const id = `dlv_waits_${ana.id}_${++count}`
      await sql`
        insert into webhook_deliveries (id, account_id, event_id, event_type, body, next_try_at, created_at)
        values (${id}, ${ana.id}, ${id}, 'question.asked', '{}', now() + interval '1 day', now())`.execute(db)
      if (json) assert.equal((await put(ana.key, { url: receiver.url, ...json })).status, 200)
      else await app.call('DELETE', '/v1/webhooks', { key: ana.key })
      return (await db.selectFrom('webhook_deliveries').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status
    }
    const changes = [{}, { events: ['question.asked'] }, { enabled: false }, {}, null, {}]
    const statuses = []
    for (const change of changes) statuses.push(await statusAfter(change))
    assert.deepEqual(statuses, ['failed', 'waiting', 'failed', 'failed', 'failed', 'failed'])
  })

  test('no webhooks are delivered after the account is closed', async () => {
    const ana = await app.signUp()
    const own = await startReceiver(life)
    own.answer = (response) => response.writeHead(500).end()
    await subscribe(app, ana.key, own.url)
    await recordEvent(app, ana.id)
    await app.advance(0)
    assert.equal(own.received.length, 1)
    const closed = await app.call('DELETE', '/v1/accounts/me', { cookie: ana.cookie, json: { password: ana.password } })
    assert.equal(closed.status, 200)
    await app.advance(86_400)
    assert.equal(own.received.length, 1)
    const left = app.service.ctx.db.selectFrom('webhook_deliveries').select('id').where('account_id', '=', ana.id)
    assert.deepEqual(await left.execute(), [])
  })

  test('the owner gets an email when the webhook’s URL, events or state changes, but not when the same settings are saved again', async () => {
    const ana = await app.signUp()
    const first = { url: 'http://127.0.0.1:9/a', events: ['listing.sold', 'question.asked'] }
    const other = { ...first, url: 'http://127.0.0.1:9/b' }
    const settings = [first, { ...first, events: first.events.toReversed() }, other, { ...other, events: ['listing.sold'] }]
    for (const json of settings) assert.equal((await put(ana.key, json)).status, 200)
    assert.equal((await put(ana.key, { ...settings.at(-1), enabled: false })).status, 200)
    const subjects = (await mailsTo(app, ana.email)).map(({ subject }) => subject).filter((subject) => subject.includes('webhook'))
    assert.deepEqual(subjects.toReversed(), [
      'Your webhook has a new address',
      'Your webhook has a new address',
      'Your webhook was changed',
      'Your webhook was switched off',
    ])
  })

  test('a webhook that is removed while it is being set is created again; if this happens repeatedly, the call returns 409', async () => {
    const ana = await app.signUp()
    await subscribe(app, ana.key, receiver.url)
    const { ctx } = app.service
    const actor = { kind: 'session', accountId: ana.id, tenant: REAL, sessionToken: ana.cookie.split('=')[1] } as Person
    /** Sets the webhook. Runs `meanwhile` after each statement that finds or inserts no webhook. */
    const setWhile = (meanwhile: (db: Tx['db']) => Promise<unknown>) =>
      inTransaction(ctx, (tx) => {
        const queries = new Set<object>()
        const db = tx.db.withPlugin({
          transformQuery({ node, queryId }) {
            if (JSON.stringify(node).includes('"webhooks"')) queries.add(queryId)
            return node
          },
          async transformResult({ result, queryId }) {
            if (queries.has(queryId) && result.rows.length === 0) await meanwhile(tx.db)
            return result
          },
        })
        return setWebhook({ ...tx, db: db as typeof tx.db }, actor, { url: receiver.url, events: ['question.asked'], enabled: true })
      })
    const remove = (db: Tx['db']) => db.deleteFrom('webhooks').where('account_id', '=', ana.id).returning('url').execute()
    assert.equal((await setWhile(remove)).isNew, true)
    const now = ctx.now()
    const toggle = async (db: Tx['db']) => {
      const [removed] = await remove(db)
      if (removed) return
      await insertWebhook(db, ana.id, 'whsec_x', { url: receiver.url, events: ['question.asked'], enabled: true, now, keyId: null })
    }
    await assert.rejects(setWhile(toggle), { status: 409 })
  })
})

test('a webhook delivery shows its event, attempts and next attempt; its details add the body and the headers of the last attempt', () => {
  const at = new Date('2026-11-01T10:00:00Z')
  const attempts = [{ at: at.toISOString(), status: 500, error: 'answered 500', ms: 12 }]
  const row = {
    ...{
      id: 'dlv_1',
      account_id: 'usr_1',
      event_id: 'evt_1',
      event_type: 'listing.sold',
      body: '{"id":"evt_1"}',
      status: 'waiting' as const,
    },
    ...{ tries: 2, next_try_at: at, leased_until: null, attempts, created_at: at },
  }
  const shown = {
    ...{ object: 'delivery', id: 'dlv_1', event: 'evt_1', type: 'listing.sold', status: 'waiting', tries: 2 },
    ...{ next_try_at: at.toISOString(), attempts, created_at: at.toISOString() },
  }
  assert.deepEqual(presentDelivery(row), shown)
  assert.equal(presentDelivery({ ...row, next_try_at: null }).next_try_at, null)
  const headers = {
    'Content-Type': 'application/json',
    'Service-Event': 'listing.sold',
    'Service-Event-Id': 'evt_1',
    'Service-Attempt': '2',
  }
  assert.deepEqual(presentDeliveryDetail(row), { ...shown, headers, body: row.body })
  assert.equal(presentDeliveryDetail({ ...row, tries: 0 }).headers['Service-Attempt'], '1', 'the first attempt has not been made')
  assert.deepEqual(presentRedelivery({ sent: 3, left: 1 }), { object: 'redelivery', sent: 3, left: 1 })
})
