import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { startApp, type TestApp } from '#test/app.ts'
import { openSeller } from '#test/factories.ts'
import { lifetime } from '#test/lifetime.ts'

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
})
