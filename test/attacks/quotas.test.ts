import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { send, startApp, multipart, type Reply, type TestApp } from '#test/app.ts'
import { audit } from '#test/audit.ts'
import { openSeller } from '#test/factories.ts'
import { jpegWithMetadata } from '#test/fixtures/media.ts'
import { lifetime } from '#test/lifetime.ts'

const LONG = process.env['ATTACK'] === 'long'
const AT_ONCE = LONG ? 200 : 60

describe('quotas that apply to each account', () => {
  let app: TestApp
  let other: TestApp
  const life = lifetime()
  before(async () => {
    const env = { QUOTA_SHOPS: '4', QUOTA_KEYS: '5', QUOTA_LISTINGS: '7', QUOTA_MEDIA_GB: '0.0001', QUOTA_EXPORTS: '2' }
    app = await startApp(life, env)
    other = await startApp(life, { ...env, DATABASE_URL: app.databaseUrl })
  })

  /** Sends concurrent requests to two processes, in turns. */
  const atOnce = (one: (call: typeof app.call, index: number) => Promise<Reply>, times = AT_ONCE) =>
    Promise.all(Array.from({ length: times }, (_, index) => one(index % 2 ? other.call : app.call, index)))
  const counted = (replies: readonly Reply[], quota: string, status = 201): number => {
    for (const { status: got, body } of replies) {
      if (got === status) continue
      assert.deepEqual([got, body.error?.type, body.error?.code], [409, 'conflict', 'quota'], JSON.stringify(body))
      assert.match(body.error.message, new RegExp(`^Quota "${quota}": an account can have \\d`))
    }
    return replies.filter((reply) => reply.status === status).length
  }
  const quotasOf = async (key: string) => (await app.call('GET', '/v1/me', { key })).body.quotas

  test('concurrent requests create exactly as many shops as the quota allows', async () => {
    const { key } = await app.signUp('Shops')
    const replies = await atOnce((call, index) => call('POST', '/v1/shops', { key, json: { name: 'Many', slug: `many-${index}` } }))
    assert.equal(counted(replies, 'shops'), 4)
    const { slug } = replies.find(({ status }) => status === 201)!.body
    assert.equal((await app.call('DELETE', `/v1/shops/${slug}`, { key })).status, 200)
    const again = await atOnce((call, index) => call('POST', '/v1/shops', { key, json: { name: 'More', slug: `more-${index}` } }), 6)
    assert.equal(counted(again, 'shops'), 1, 'deleting a shop frees its place')
    assert.deepEqual((await quotasOf(key)).shops, { used: 4, limit: 4 })
  })

  test('revoking a key makes room for a new key in the account’s quota', async () => {
    const { key, cookie } = await app.signUp('Keys')
    const make = () =>
      atOnce((_call, index) =>
        send(index % 2 ? other.port : app.port, 'POST', '/v1/keys', {
          cookie,
          json: { name: 'Many', kind: 'api', scopes: [] },
          // requests to the second process need an Origin header with its port; the session cookie comes from the first process
          ...(index % 2 ? { headers: { origin: `http://resale.localhost:${other.port}` } } : {}),
        }),
      )
    const replies = await make()
    assert.equal(counted(replies, 'keys'), 4, 'four new keys and the key from sign-up')
    const { id } = replies.find(({ status }) => status === 201)!.body
    await app.call('DELETE', `/v1/keys/${id}`, { cookie })
    assert.equal(counted(await make(), 'keys'), 1)
    assert.deepEqual((await quotasOf(key)).keys, { used: 5, limit: 5 })
  })

  test('concurrent requests that create or import listings never exceed the quota in total', async () => {
    const ana = await openSeller(app, 'Lists')
    const csv = `title,price\n${Array.from({ length: 5 }, (_, row) => `Lamp ${row},10`).join('\n')}\n`
    const imports = () => app.call('POST', '/v1/listings/import', { key: ana.key, raw: { type: 'text/csv', bytes: csv } })
    const [first, ...others] = await Promise.all([
      imports(),
      ...Array.from({ length: AT_ONCE }, (_, index) =>
        (index % 2 ? other : app).call('POST', '/v1/listings', { key: ana.key, json: { title: `Chair ${index}` } }),
      ),
    ])
    const made = first.body.data.filter(({ ok }: { ok: boolean }) => ok).length
    assert.equal(made + counted(others, 'listings'), 7)
    const rest = await imports()
    assert.equal(rest.status, 200)
    assert.ok(rest.body.data.every((row: { ok: boolean; error: { code: string } }) => !row.ok && row.error.code === 'quota'))
    assert.equal((await app.call('GET', '/v1/listings', { key: ana.key })).body.total, 7)
    assert.deepEqual((await quotasOf(ana.key)).listings, { used: 7, limit: 7 })
  })

  test('photos of every size and upload method count toward the quota, and deleting a photo frees its space', async () => {
    const ana = await openSeller(app, 'Media')
    const { id } = await ana.list({ title: 'Lamp' })
    const bytes = await jpegWithMetadata()
    const file = { name: 'photos', filename: 'a.jpg', type: 'image/jpeg', bytes }
    const add = () => ana.call('POST', `/v1/listings/${id}/photos`, { raw: multipart([file]) })
    const [one] = (await add()).body.data
    const weighed = await sql<{ bytes: number }>`
      select sum(bytes)::int as bytes from stored_files where account_id = ${ana.id} and orphaned_at is null`.execute(app.service.ctx.db)
    const each = weighed.rows[0]!.bytes
    const most = Math.floor(Math.floor(0.0001 * 2 ** 30) / each)
    assert.ok(each > 1_000 && most > 1 && most < 24, `${each} bytes a photo`)
    const replies: Reply[] = []
    for (let index = 0; index < most + 3; index += 6) replies.push(...(await atOnce(() => add(), 6)))
    assert.equal(counted(replies, 'media') + 1, most)
    const picture = await ana.call('PUT', `/v1/shops/${ana.slug}/picture`, { raw: multipart([{ ...file, name: 'file' }]) })
    assert.equal(counted([picture], 'media', 200), 0)
    assert.equal((await ana.call('DELETE', `/v1/listings/${id}/photos/${one.id}`)).status, 200)
    assert.equal((await ana.call('PUT', `/v1/shops/${ana.slug}/picture`, { raw: multipart([{ ...file, name: 'file' }]) })).status, 200)
    assert.equal(counted([await add()], 'media'), 0)
    assert.equal((await ana.call('DELETE', `/v1/shops/${ana.slug}`)).status, 200)
    assert.equal((await quotasOf(ana.key)).media_gb.used, 0)
  })

  test('an account may start at most two exports within 24 hours', async () => {
    const { key, cookie } = await app.signUp('Exports')
    const call = () => app.call('POST', '/v1/exports', { cookie })
    const done: Reply[] = []
    for (let index = 0; index < 4; index++) {
      done.push(...(await Promise.all(Array.from({ length: 5 }, call))))
      await app.advance(60)
    }
    counted(done, 'exports', 202)
    assert.deepEqual((await quotasOf(key)).exports_a_day, { used: 2, limit: 2 })
    await app.advance(86_400)
    assert.equal((await call()).status, 202)
  })

  test('after all tests and after an account is closed, the quota counters match the stored rows', async () => {
    const ana = await openSeller(app, 'Leaving')
    await ana.list({ title: 'Lamp' })
    const { status } = await app.call('DELETE', '/v1/accounts/me', { cookie: ana.cookie, json: { password: 'a long enough password' } })
    assert.equal(status, 200)
    const use = await app.service.ctx.db.selectFrom('account_use').selectAll().where('account_id', '=', ana.id).executeTakeFirst()
    assert.deepEqual([use!.shops, use!.keys, use!.listings], [0, 0, 0])
    assert.deepEqual(await audit({ connectionString: app.databaseUrl }), [])
  })
})
