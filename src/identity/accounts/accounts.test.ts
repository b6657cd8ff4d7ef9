import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { unzipSync } from 'fflate'
import { sql } from 'kysely'
import { looksLikeSecret } from '#core/secrets.ts'
import { multipart, startApp, type TestApp } from '#test/app.ts'
import { MESSAGE } from '#test/webhooks.ts'
import { openSeller, type Seller } from '#test/factories.ts'
import { lifetime } from '#test/lifetime.ts'
import { HOME } from '#test/sales.ts'

const life = lifetime()
const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
const DAY_SECONDS = 86_400

let app: TestApp
before(async () => {
  app = await startApp(life)
})

describe('signing up, signing in and signing out', () => {
  test('signing up with an email address that already has an account returns 409, regardless of letter case and spaces', async () => {
    const ana = await app.signUp('Ana')
    const again = await app.call('POST', '/v1/accounts', {
      json: { name: 'Ana', email: ` ${ana.email.toUpperCase()} `, password: 'a long enough password' },
    })
    assert.deepEqual([again.status, again.body.error.type, again.body.error.param], [409, 'conflict', 'email'])
  })

  test('signing in with a wrong password and with an unknown email address returns the same 401', async () => {
    const ana = await app.signUp('Ana')
    const wrong = await app.call('POST', '/v1/sessions', { json: { email: ana.email, password: 'not the password' } })
    const unknown = await app.call('POST', '/v1/sessions', { json: { email: 'nobody@example.test', password: 'not the password' } })
    assert.deepEqual([wrong.status, unknown.status], [401, 401])
    assert.deepEqual(wrong.body, unknown.body)
  })

  test('the session cookie is HttpOnly, and valid only for this host and for 30 days', async () => {
    const ana = await app.signUp('Ana')
    const reply = await app.call('POST', '/v1/sessions', { json: { email: ana.email, password: ana.password } })
    const [session, device] = reply.headers['set-cookie']!.split(',').map((cookie) => cookie.split('; '))
    assert.match(session![0]!, /^session=[0-9A-Za-z]{32}$/)
    assert.deepEqual(session!.slice(1).toSorted(), ['HttpOnly', 'Max-Age=2592000', 'Path=/', 'SameSite=Lax'])
    assert.match(device![0]!, /^device=[0-9A-Za-z]{32}$/)
    assert.deepEqual(device!.slice(1).toSorted(), ['HttpOnly', 'Max-Age=34560000', 'Path=/', 'SameSite=Lax'])
  })

  test('a browser is recognized only by a token that was issued to this browser for the same account', async () => {
    const [ana, bo] = [await app.signUp('Ana'), await app.signUp('Bo')]
    const signIn = async ({ email, password }: typeof ana, device: string): Promise<string[]> => {
      const reply = await app.call('POST', '/v1/sessions', { json: { email, password }, headers: { cookie: `device=${device}` } })
      return /device=([^;]*)/.exec(reply.headers['set-cookie']!)![1]!.split('.')
    }
    const { ctx } = app.service
    const known = async (id: string): Promise<number> =>
      (await sql<{ n: number }>`select count(*)::int as n from known_browsers where account_id = ${id}`.execute(ctx.db)).rows[0]!.n
    const before = await known(ana.id)
    const chosen = 'x'.repeat(32)
    const [first] = await signIn(ana, chosen)
    assert.notEqual(first, chosen)
    assert.notEqual((await signIn(ana, chosen))[0], chosen, 'the second request is rejected too')
    assert.equal(await known(ana.id), before + 2)
    assert.deepEqual(await signIn(ana, first!), [first], 'the token of this account is kept')
    const both = await signIn(bo, first!)
    assert.deepEqual([both.length, both[1]], [2, first])
    assert.notEqual(both[0], first, 'another account’s token is not accepted')
    assert.deepEqual(await signIn(ana, both.join('.')), both.toReversed(), 'both accounts still know the browser')
    assert.equal(await known(ana.id), before + 2)
    const many = Array.from({ length: 50 }, (_, n) => String(n).padStart(32, 'y')).join('.')
    assert.equal((await signIn(ana, many)).length, 4)
  })

  test('a write with a session cookie is accepted only from the site’s own origin, while a read is accepted from any origin', async () => {
    const ana = await app.signUp('Ana')
    const write = (origin?: string) =>
      app.call('PATCH', '/v1/me', { json: { name: 'Ana' }, headers: { cookie: ana.cookie, ...(origin === undefined ? {} : { origin }) } })
    for (const origin of [
      undefined,
      '',
      'null',
      'https://evil.example',
      `${app.url}.evil.example`,
      app.url.replace('http:', 'https:'),
      `http://ana.resale.localhost:${app.port}`,
    ]) {
      assert.equal((await write(origin)).status, 403, origin)
    }
    assert.equal((await write(app.url)).status, 200)
    assert.equal((await app.call('GET', '/v1/me', { headers: { cookie: ana.cookie, origin: 'https://evil.example' } })).status, 200)
  })

  test('a request with both an API key and a session cookie uses the key, even if the key is invalid', async () => {
    const [ana, bo] = [await app.signUp('Ana'), await app.signUp('Bo')]
    assert.equal((await app.call('GET', '/v1/me', { key: bo.key, cookie: ana.cookie })).body.id, bo.id)
    assert.equal((await app.call('GET', '/v1/me', { key: 'rsk_nothing', cookie: ana.cookie })).status, 401)
    assert.equal((await app.call('PATCH', '/v1/me', { key: bo.key, cookie: ana.cookie, json: { name: 'X' } })).status, 403)
  })

  test('a session ends when the user signs out, and otherwise after 30 days', async () => {
    const ana = await app.signUp('Ana')
    const out = await app.call('DELETE', '/v1/sessions', { cookie: ana.cookie })
    assert.match(out.headers['set-cookie']!, /^session=;.*Max-Age=0/)
    assert.equal((await app.call('GET', '/v1/me', { cookie: ana.cookie })).status, 401)
    const bo = await app.signUp('Bo')
    await app.advance(30 * DAY_SECONDS - 60)
    assert.equal((await app.call('GET', '/v1/me', { cookie: bo.cookie })).status, 200)
    await app.advance(120)
    assert.equal((await app.call('GET', '/v1/me', { cookie: bo.cookie })).status, 401)
  })

  test('a boolean parameter accepts JSON booleans and eight words that mean true or false, and any other value returns 400', async () => {
    const ana = await app.signUp('Ana')
    const brake = async (value: unknown) => await app.call('PATCH', '/v1/me', { cookie: ana.cookie, json: { brake: value } })
    for (const yes of [true, '1', 'true', 'yes', 'on']) assert.equal((await brake(yes)).body.brake, true)
    for (const no of [false, '0', 'false', 'no', 'off']) assert.equal((await brake(no)).body.brake, false)
    for (const bad of [1, 0, 'TRUE', 'y', '', null, []])
      assert.deepEqual([(await brake(bad)).status, (await brake(bad)).body.error.param], [400, 'brake'])
  })
})

describe('creating, using and revoking API keys', () => {
  test('the secret of an API key is shown only once, and is stored in no table', async () => {
    const ana = await app.signUp('Ana')
    const made = await app.call('POST', '/v1/keys', { cookie: ana.cookie, json: { name: 'Mine', kind: 'api', scopes: ['listings'] } })
    const { secret } = made.body
    assert.match(secret, /^rsk_[0-9A-Za-z]{36}$/)
    assert.ok(looksLikeSecret(secret))
    assert.deepEqual(made.body.scopes, ['read', 'listings'])
    const list = await app.call('GET', '/v1/keys', { cookie: ana.cookie })
    assert.ok(list.body.data.some(({ id, last4 }: { id: string; last4: string }) => id === made.body.id && secret.endsWith(last4)))
    assert.equal(list.bytes.includes(secret), false)
    const { rows: tables } = await sql<{
      name: string
    }>`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(
      app.service.ctx.db,
    )
    for (const { name } of tables) {
      const { rows } = await sql<{
        found: number
      }>`select count(*) as found from ${sql.table(name)} x where x::text like ${`%${secret}%`}`.execute(app.service.ctx.db)
      assert.equal(rows[0]!.found, 0, name)
    }
  })

  test('an agent key expires after 90 days, and requires approval for risky actions by default', async () => {
    const ana = await app.signUp('Ana')
    const { body: key } = await app.call('POST', '/v1/keys', { cookie: ana.cookie, json: { name: 'Agent', kind: 'agent', scopes: [] } })
    assert.match(key.secret, /^ral_[0-9A-Za-z]{36}$/)
    assert.equal(key.link, `${app.programsUrl}/agent/${key.secret}`)
    assert.equal(Date.parse(key.expires_at) - Date.parse(key.created_at), 90 * DAY_SECONDS * 1000)
    assert.deepEqual(key.ask_first, [
      'shops.delete', 'shops.floor', 'listings.delete', 'offers.accept', 'offers.counter', 'offers.invite', 'orders.refund', 'orders.cancel', 'orders.label',
      'buying.offer', 'buying.pay', 'buying.confirm', 'webhooks.change',
    ]) // prettier-ignore
    await app.advance(90 * DAY_SECONDS - 60)
    assert.equal((await app.call('GET', '/v1/me', { key: key.secret })).status, 200)
    await app.advance(120)
    assert.equal((await app.call('GET', '/v1/me', { key: key.secret })).status, 401)
  })

  test('an API key is rejected in the query string and in a malformed header', async () => {
    const ana = await app.signUp('Ana')
    for (const name of ['key', 'api_key', 'token', 'access_token', 'authorization']) {
      assert.equal((await app.call('GET', `/v1/me?${name}=${ana.key}`)).status, 401)
    }
    for (const authorization of [
      ana.key,
      `Basic ${ana.key}`,
      `Bearer ${ana.key} x`,
      'Bearer',
      `Bearer ${ana.key.slice(0, -1)}${ana.key.endsWith('A') ? 'B' : 'A'}`,
    ]) {
      assert.equal((await app.call('GET', '/v1/me', { headers: { authorization } })).status, 401)
    }
    assert.equal((await app.call('GET', '/v1/me', { headers: { authorization: `bearer ${ana.key}` } })).status, 200)
  })

  test('a revoked API key stops working immediately', async () => {
    const ana = await app.signUp('Ana')
    const { body: key } = await app.call('POST', '/v1/keys', { cookie: ana.cookie, json: { name: 'k', kind: 'api', scopes: [] } })
    assert.equal((await app.call('GET', '/v1/me', { key: key.secret })).status, 200)
    assert.equal((await app.call('DELETE', `/v1/keys/${key.id}`, { cookie: ana.cookie })).status, 200)
    assert.equal((await app.call('GET', '/v1/me', { key: key.secret })).status, 401)
    assert.equal((await app.call('DELETE', `/v1/keys/${key.id}`, { cookie: ana.cookie })).status, 404)
  })
})

test('the event list contains only events from the last 30 days with a public webhook event type', async () => {
  const ana = await openSeller(app)
  assert.deepEqual((await ana.call('GET', '/v1/events')).body, { object: 'list', data: [], total: 0, has_more: false })
  const { ctx } = app.service
  await sql`insert into events (id, account_id, type, is_public, data, created_at, dispatched_at) values ('evt_1', ${ana.id}, 'question.asked', true, ${JSON.stringify({ object: MESSAGE })}, ${ctx.now()}, ${ctx.now()})`.execute(
    ctx.db,
  )
  const listed = (await ana.call('GET', '/v1/events?type=question.asked')).body
  assert.deepEqual([listed.total, listed.data[0].id, listed.data[0].data], [1, 'evt_1', { object: MESSAGE }])
  assert.equal((await ana.call('GET', '/v1/events?type=shop.opened')).body.error.param, 'type')
  await app.advance(30 * DAY_SECONDS - 60)
  assert.equal((await ana.call('GET', '/v1/events?type=question.asked')).body.total, 1)
  await app.advance(DAY_SECONDS)
  assert.equal((await ana.call('GET', '/v1/events')).body.total, 0)
  const left = await ctx.db.selectFrom('events').select('id').where('id', '=', 'evt_1').execute()
  assert.deepEqual(left, [], 'the row is deleted too')
})

describe('exporting the data of an account and closing the account', () => {
  test('an export contains all of the account’s data, including minimum prices and photos, but no secrets', async () => {
    const ana = await openSeller(app)
    const listing = await ana.list({ title: 'Lamp', price: 50, lowest_price: 40 })
    await ana.call('POST', `/v1/listings/${listing.id}/photos`, {
      raw: multipart([{ name: 'file', filename: 'a.png', type: 'image/png', bytes: PNG }]),
    })
    await addPersonalRecords(ana)
    const requested = await app.call('POST', '/v1/exports', { cookie: ana.cookie })
    assert.deepEqual([requested.status, requested.body.object], [202, 'export'])
    await app.advance(0)
    const done = (await app.call('GET', `/v1/exports/${requested.body.id}`, { cookie: ana.cookie })).body
    assert.equal(done.status, 'done')
    assert.equal(done.url, `${app.programsUrl}/v1/exports/${done.id}/archive`)
    const archive = await app.call('GET', new URL(done.url).pathname, { cookie: ana.cookie })
    assert.deepEqual([archive.headers['content-type'], archive.bytes.length], ['application/zip', done.bytes])
    const files = unzipSync(archive.bytes)
    const json = (name: string) => JSON.parse(Buffer.from(files[name]!).toString())
    assert.equal(json('account.json').id, ana.id)
    assert.deepEqual([json('listings.json')[0].price, json('listings.json')[0].lowest_price], [50, 40])
    assert.equal(json('shops.json')[0].slug, ana.slug)
    assert.deepEqual([json('searches.json')[0].q, json('reports.json')[0].body], ['lamp', 'Not as shown.'])
    assert.deepEqual([json('addresses.json')[0].line1, json('addresses.json')[0].default], [HOME.line1, true])
    assert.equal(json('replies.json')[0].body, 'Hi {name}.')
    assert.ok(files[json('photos.json')[0].file]!.length > 0)
    assert.deepEqual(
      Object.keys(files)
        .filter((name) => name.endsWith('.json'))
        .toSorted(),
      [
        'account.json',
        'addresses.json',
        'approvals.json',
        'blocks.json',
        'bulk_changes.json',
        'events.json',
        'factors.json',
        'follows.json',
        'invitations.json',
        'keys.json',
        'likes.json',
        'listings.json',
        'mails.json',
        'notices.json',
        'offers.json',
        'orders.json',
        'photos.json',
        'questions.json',
        'replies.json',
        'reports.json',
        'reviews.json',
        'saved_cards.json',
        'searches.json',
        'shops.json',
        'threads.json',
      ],
    )
    for (const bytes of Object.values(files))
      assert.equal(/(rsk|ral)_[0-9A-Za-z]{36}|argon2|secret_hash/.test(Buffer.from(bytes).toString('latin1')), false)

    await app.advance(7 * DAY_SECONDS + 1)
    assert.equal((await app.call('GET', `/v1/exports/${done.id}`, { cookie: ana.cookie })).status, 404)
    assert.equal(await app.service.ctx.storage.size(`exports/${done.id}.zip`), null)
  })

  test('closing an account requires the password, revokes all access, and deletes everything except the records of sales', async () => {
    const ana = await openSeller(app)
    const sold = await ana.list({ title: 'Sold', price: 5, publish: true })
    await ana.call('POST', `/v1/listings/${sold.id}/mark-sold`)
    const live = await ana.list({ title: 'Live', price: 5, publish: true })
    const empty = (await ana.call('POST', '/v1/shops', { json: { name: 'Empty', slug: 'empty-one' } })).body
    const agent = await ana.keyWith({ kind: 'agent' })
    await addPersonalRecords(ana)
    const close = (password: string) => app.call('DELETE', '/v1/accounts/me', { cookie: ana.cookie, json: { password } })
    const wrong = await close('not the password')
    assert.deepEqual([wrong.status, wrong.body.error.type], [401, 'authentication'])
    assert.equal((await app.call('GET', '/v1/me', { key: ana.key })).status, 200)

    assert.deepEqual((await close('a long enough password')).body, { object: 'account', id: ana.id, deleted: true })
    for (const call of [{ key: ana.key }, { key: agent }, { cookie: ana.cookie }])
      assert.equal((await app.call('GET', '/v1/me', call)).status, 401)
    for (const path of [
      `/v1/market/listings/${live.id}`,
      `/v1/market/listings/${sold.id}`,
      `/v1/market/stores/${ana.slug}`,
      `/v1/market/stores/${empty.slug}`,
    ]) {
      assert.equal((await app.call('GET', path)).status, 404, path)
    }
    const { db } = app.service.ctx
    const account = await db.selectFrom('accounts').selectAll().where('id', '=', ana.id).executeTakeFirstOrThrow()
    assert.deepEqual([account.name, account.email, account.password_hash], ['Closed account', null, null])
    for (const table of ['saved_searches', 'saved_replies', 'reports', 'addresses'] as const)
      assert.deepEqual(await db.selectFrom(table).select('id').where('account_id', '=', ana.id).execute(), [], table)
    assert.deepEqual(await db.selectFrom('listings').select(['id', 'status']).where('owner_id', '=', ana.id).execute(), [
      { id: sold.id, status: 'sold' },
    ])
    const [shop, ...more] = await db.selectFrom('shops').selectAll().where('owner_id', '=', ana.id).execute()
    assert.deepEqual([shop!.name, shop!.visibility, shop!.slug.startsWith('closed-'), more], ['Closed shop', 'private', true, []])
    const claimed = await app.call('POST', '/v1/shops', { key: (await app.signUp()).key, json: { name: 'Not Ana', slug: ana.slug } })
    assert.equal(claimed.status, 409, 'the slug of a closed shop stays reserved')
  })
})

async function addPersonalRecords({ call }: Seller): Promise<void> {
  const theirs = await (await openSeller(app, 'Someone')).list({ title: 'Lamp', price: 5, publish: true })
  assert.equal((await call('POST', '/v1/searches', { json: { q: 'lamp' } })).status, 201)
  const reported = await call('POST', `/v1/market/listings/${theirs.id}/report`, { json: { reason: 'misleading', body: 'Not as shown.' } })
  assert.equal(reported.status, 201)
  assert.equal((await call('POST', '/v1/addresses', { json: HOME })).status, 201)
  assert.equal((await call('POST', '/v1/replies', { json: { title: 'Hi', body: 'Hi {name}.' } })).status, 201)
}
