import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { startApp, type TestApp } from '#test/app.ts'
import { openSeller } from '#test/factories.ts'
import { lifetime } from '#test/lifetime.ts'
import { presentRequest } from './present.ts'
import { listRequests } from './queries.ts'

describe('the log of API requests', () => {
  const life = lifetime()
  let app: TestApp
  before(async () => {
    app = await startApp(life)
  })
  const logOf = async (key: string, query = '') => (await app.call('GET', `/v1/requests${query}`, { key })).body

  test('the request log lists the account’s requests, newest first, with their status and error', async () => {
    const { key } = await app.signUp()
    const made = await app.call('POST', '/v1/shops?x=1', { key, json: { name: 'Row', slug: 'row-log' } })
    await app.call('POST', '/v1/listings', { key, json: { price: -1 } })
    const { data, total } = await logOf(key)
    assert.equal(total, 2)
    const [failed, opened] = data
    assert.deepEqual(
      [failed.operation, failed.method, failed.path, failed.status, failed.error],
      ['createListing', 'POST', '/v1/listings', 400, 'invalid_request'],
    )
    assert.deepEqual([opened.operation, opened.path, opened.status, opened.error], ['createShop', '/v1/shops', 201, null])
    assert.equal(opened.id, made.headers['request-id'])
    assert.deepEqual(
      (await logOf(key, '?failed=true')).data.map(({ id }: { id: string }) => id),
      [failed.id],
    )
  })

  test('the request log contains requests that failed because of an error of the service', async (t) => {
    const broken = await startApp(t)
    const { key } = await broken.signUp()
    await sql`drop table saved_replies`.execute(broken.service.ctx.db)
    assert.equal((await broken.call('GET', '/v1/replies', { key })).status, 500)
    const { data } = (await broken.call('GET', '/v1/requests', { key })).body
    assert.deepEqual(
      data.map(({ operation, status, error }: Record<string, unknown>) => [operation, status, error]),
      [['listReplies', 500, 'server']],
    )
  })

  test('the request log stores no query, body or secret, even if the path of a request contains a secret', async () => {
    const { key } = await app.signUp()
    await app.call('GET', `/v1/listings/${key}?q=my-secret-word`, { key })
    await app.call('POST', '/v1/listings', { key, json: { title: 'my-secret-word' } })
    await app.service.ctx.requestLog.flush()
    const rows = JSON.stringify(await app.service.ctx.db.selectFrom('request_log').selectAll().execute())
    assert.doesNotMatch(rows, /my-secret-word/)
    assert.ok(!rows.includes(key.slice(4)))
    assert.match(rows, /rsk_····/)
  })

  test('the request log shows an account all of its requests, and an agent key only the requests made with that key', async () => {
    const [ana, bo] = [await openSeller(app), await app.signUp('Bo')]
    await app.call('GET', '/v1/inbox', { key: ana.key })
    const agent = await ana.keyWith({ kind: 'agent', scopes: ['listings'], name: 'Agent' })
    await app.call('GET', '/v1/listings', { key: agent })
    assert.equal((await logOf(bo.key)).total, 0)
    const { data } = await logOf(agent)
    assert.deepEqual(
      data.map(({ operation, key }: { operation: string; key: { name: string } }) => [operation, key.name]),
      [['listListings', 'Agent']],
    )
    assert.ok((await logOf(ana.key)).total > 2)
  })

  test('the request log contains an account’s last 100 requests, for at most 30 days', async () => {
    const { key } = await app.signUp()
    for (let index = 0; index < 130; index++) {
      await app.call('GET', index === 129 ? '/v1/inbox' : '/v1/me', { key })
      if (index % 40 === 0) await app.service.ctx.requestLog.flush()
    }
    const { data, total } = await logOf(key, '?limit=100')
    assert.deepEqual([total, data[0].operation, data[99].operation], [100, 'getInbox', 'getMe'])
    await app.advance(31 * 86_400)
    assert.equal((await logOf(key)).total, 0)
  })

  test('a logged request names its key, and only responses from 400 on count as failed', async () => {
    const ana = await app.signUp('Ana')
    await app.call('GET', '/v1/inbox', { key: ana.key })
    const { ctx } = app.service
    await ctx.requestLog.flush()
    const row = await ctx.db.selectFrom('request_log').selectAll().where('account_id', '=', ana.id).executeTakeFirstOrThrow()
    const list = (by: object) =>
      listRequests(ctx.db, { accountId: ana.id, keyId: null, failed: false, since: new Date(0), limit: 9, offset: 0, ...by })
    const [shown] = (await list({})).rows
    assert.deepEqual(presentRequest({ ...shown!, ms: 12 }), {
      object: 'request',
      id: row.id,
      key: { id: row.key_id, name: 'First key' },
      operation: 'getInbox',
      method: 'GET',
      path: '/v1/inbox',
      status: 200,
      error: null,
      ms: 12,
      created_at: row.created_at.toISOString(),
    })
    const count = async (by: object) => (await list(by)).total
    const at = (ms: number) => new Date(row.created_at.getTime() + ms)
    assert.deepEqual([await count({ since: at(-1) }), await count({ since: at(0) })], [1, 0])
    assert.deepEqual([await count({ keyId: row.key_id }), await count({ keyId: 'key_0' }), await count({ accountId: 'usr_0' })], [1, 0, 0])
    for (const [status, failed] of [
      [399, 0],
      [400, 1],
    ] as const) {
      await ctx.db.updateTable('request_log').set({ status }).where('id', '=', row.id).execute()
      assert.equal(await count({ failed: true }), failed, String(status))
    }
  })
})
