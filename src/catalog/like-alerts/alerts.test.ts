import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import type { Context } from '#platform/context/index.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { openSeller, signUpQuietly, type Seller } from '#test/factories.ts'
import { header } from '#test/mail.ts'
import { mailbox } from '#test/notices.ts'
import { HOME } from '#test/sales.ts'
import { openTestTenant } from '#test/sandbox.ts'
import { statementsOf } from '#test/statements.ts'
import { enqueueDigests, sendDigest } from './digest.ts'
import { fanOut, PEOPLE_AT_ONCE } from './fan-out.ts'

const DAY = 86_400
const SETTLED = 700
const KIND = /^(Price drop|Sold|Back for sale): /

async function openScene(t: TestContext, env: Record<string, string> = {}) {
  const app = await startApp(t, env, undefined, 'web')
  const seller = await openSeller(app)
  const ben = await signUpQuietly(app, 'Ben')
  const list = (title = 'Brass lamp', price = 100) => seller.list({ title, price, shipping: 0, publish: true })
  const like = async ({ key }: { key: string }, id: string) =>
    assert.equal((await app.call('PUT', `/v1/market/listings/${id}/like`, { key })).status, 200)
  const price = (id: string, amount: number) => did(seller.call('PATCH', `/v1/listings/${id}`, { json: { price: amount } }))
  const digests = async ({ email }: { email: string } = ben) =>
    (await mailbox(app))
      .filter((mail) => header(mail, 'to') === email && KIND.test(header(mail, 'subject')!))
      .map((mail) => header(mail, 'subject')!)
  const settle = async () => {
    await app.advance(1)
    await app.advance(SETTLED)
  }
  return { app, ctx: app.service.ctx, seller, ben, list, like, price, digests, settle }
}

async function did(reply: ReturnType<Seller['call']>) {
  const { status, body } = await reply
  assert.ok(status < 300, JSON.stringify(body))
  return body
}

test('a person gets one alert after a price drop of 5% and $1, and later prices are compared with the price in this alert', async (t) => {
  const { app, ben, list, like, price, digests, settle } = await openScene(t)
  const { id } = await list()
  await like(ben, id)
  await price(id, 95.01)
  await settle()
  assert.deepEqual(await digests(), [], 'a smaller fall')
  await price(id, 95)
  await settle()
  assert.deepEqual(await digests(), ['Price drop: “Brass lamp” is now $95'])
  const { text } = (await mailbox(app)).find((mail) => header(mail, 'to') === ben.email && header(mail, 'subject')!.startsWith('Price'))!
  assert.match(text, /^- “Brass lamp”, \$95 \(was \$100\)\n {2}http:\/\/shop-of-ana-\d+\.resale\.localhost\S*\/brass-lamp$/m)
  await price(id, 90.26)
  await app.advance(8 * DAY)
  assert.equal((await digests()).length, 1, 'less than 5 % below the named price')
  await price(id, 90.25)
  await settle()
  await price(id, 40)
  await settle()
  await app.advance(2 * DAY)
  assert.equal((await digests()).length, 2, 'a week has not passed since the last alert')
  await app.advance(6 * DAY)
  assert.deepEqual((await digests()).slice(1), ['Price drop: “Brass lamp” is now $90.25', 'Price drop: “Brass lamp” is now $40'])
})

test('an alert that no longer applied when its digest was due does not change the price that later drops are measured from', async (t) => {
  const { app, ben, list, like, price, digests, settle } = await openScene(t)
  const { id } = await list()
  await like(ben, id)
  await price(id, 50)
  await settle()
  await price(id, 40)
  await settle()
  await price(id, 100)
  await app.advance(8 * DAY)
  await price(id, 48)
  await settle()
  assert.deepEqual(await digests(), ['Price drop: “Brass lamp” is now $50'])
  await price(id, 47.5)
  await settle()
  assert.deepEqual((await digests()).slice(1), ['Price drop: “Brass lamp” is now $47.50'])
})

test('a price drop is measured from the price when the person liked the listing, even if the price rose afterward', async (t) => {
  const { ctx, ben, list, like, price, digests, settle } = await openScene(t)
  const [raised, old] = [await list('Raised lamp'), await list('Old lamp')]
  await like(ben, raised.id)
  await price(raised.id, 200)
  await price(raised.id, 99)
  await like(ben, old.id)
  // a like that was stored by an earlier release has no price
  await ctx.db.updateTable('likes').set({ price_cents: null }).where('listing_id', '=', old.id).execute()
  await price(old.id, 98)
  await settle()
  assert.deepEqual(await digests(), [])
  await price(old.id, 95)
  await settle()
  assert.deepEqual(await digests(), ['Price drop: “Old lamp” is now $95'])
})

test('a person gets at most one digest of each kind per day, sent in the name of the shop that sells the items', async (t) => {
  const { app, ctx, ben, list, like, price, digests, settle } = await openScene(t)
  const items = [await list('Lamp 1'), await list('Lamp 2'), await list('Lamp 3')]
  for (const { id } of items) await like(ben, id)
  await price(items[0].id, 50)
  await price(items[1].id, 50)
  await settle()
  assert.equal((await digests()).length, 1)
  assert.match((await digests())[0]!, /^Price drop: “Lamp [12]” and 1 more item$/)
  await price(items[2].id, 50)
  await app.advance(1)
  await app.advance(DAY - 60)
  assert.equal((await digests()).length, 1)
  await settle()
  assert.deepEqual((await digests()).slice(1), ['Price drop: “Lamp 3” is now $50'])
  const shops = await ctx.db.selectFrom('mails').select('shop_slug').where('kind', '=', 'price_drop').distinct().execute()
  assert.equal(shops.length, 1)
  assert.match(shops[0]!.shop_slug!, /^shop-of-ana/)
})

test('a digest is enqueued when an alert is due, and not before', async (t) => {
  const { ctx, ben, list, like, price } = await openScene(t)
  const { id } = await list()
  await like(ben, id)
  await price(id, 50)
  await fanOut(ctx, { listingId: id })
  const { due_at: dueAt } = await ctx.db.selectFrom('like_alerts').select('due_at').executeTakeFirstOrThrow()
  const enqueuedAt = async (now: number) => {
    await enqueueDigests({ ...ctx, now: () => new Date(now) })
    const { rows } = await sql`select payload from graphile_worker._private_jobs where key like 'like digest %'`.execute(ctx.db)
    return rows
  }
  assert.deepEqual(await enqueuedAt(dueAt!.getTime() - 1), [])
  assert.deepEqual(await enqueuedAt(dueAt!.getTime()), [{ payload: { account_id: ben.id, kind: 'price_drop' } }])
})

test('an alert is delayed if it becomes due less than a day after the last digest of its kind', async (t) => {
  const { app, ctx, ben, list, like, price, digests, settle } = await openScene(t)
  const [first, second] = [await list('Lamp 1'), await list('Lamp 2')]
  for (const { id } of [first, second]) await like(ben, id)
  await price(first.id, 50)
  await settle()
  await price(second.id, 50)
  await app.advance(1)
  // simulates a job that ran before the last digest was sent and queued an alert that is due too early
  await ctx.db.updateTable('like_alerts').set({ due_at: ctx.now() }).where('listing_id', '=', second.id).execute()
  await settle()
  assert.deepEqual(await digests(), ['Price drop: “Lamp 1” is now $50'])
  await app.advance(DAY)
  assert.equal((await digests()).length, 2)
})

test('people who are blocked or have removed their like, and the owner, get no alert; hidden shops, unavailable items and corrected prices cause no alert', async (t) => {
  const { app, ctx, seller, ben, list, like, price, digests, settle } = await openScene(t)
  const cleo = await signUpQuietly(app, 'Cleo')
  const [lamp, coat, chair, vase, table] = [
    await list('Lamp'),
    await list('Coat'),
    await list('Chair'),
    await list('Vase'),
    await list('Table'),
  ]
  const all = [lamp, coat, chair, vase, table]
  for (const { id } of all) for (const person of [ben, cleo, seller]) await like(person, id)
  await did(app.call('PUT', `/v1/market/stores/${seller.slug}/block`, { key: cleo.key }))
  for (const { id } of all) await price(id, 50)
  await app.advance(1)
  const queued = await ctx.db.selectFrom('like_alerts').select('account_id').distinct().orderBy('account_id').execute()
  assert.deepEqual(
    queued.map((row) => row.account_id),
    [ben.id, cleo.id].toSorted(),
  )
  assert.equal((await app.call('DELETE', `/v1/market/listings/${coat.id}/like`, { key: ben.key })).status, 200)
  await did(
    app
      .call('POST', '/v1/orders', { key: cleo.key, json: { listing: chair.id, address: HOME } })
      .then((reply) => ({ ...reply, status: 200 })),
  )
  await ctx.db.updateTable('listings').set({ reserved_until: new Date(ctx.now().getTime() + DAY * 1000) }).where('id', '=', chair.id).execute() // prettier-ignore
  await did(seller.call('POST', `/v1/listings/${vase.id}/unpublish`))
  await price(table.id, 100)
  await settle()
  assert.deepEqual(await digests(), ['Price drop: “Lamp” is now $50'])
  assert.deepEqual(await digests(cleo), [])
  const remaining = await ctx.db.selectFrom('like_alerts').select(['listing_id', 'account_id', 'due_at']).execute()
  assert.deepEqual(remaining, [{ listing_id: lamp.id, account_id: ben.id, due_at: null }], 'all other alerts were dropped')
  await price(lamp.id, 20)
  await did(seller.call('PATCH', `/v1/shops/${seller.slug}`, { json: { visibility: 'private' } }))
  await app.advance(9 * DAY)
  assert.equal((await digests()).length, 1)
})

test('a person is alerted once that a liked item was sold, and again only after an alert that the item was back on sale', async (t) => {
  const { app, seller, ben, list, like, digests, settle } = await openScene(t)
  const cleo = await signUpQuietly(app, 'Cleo')
  const { id } = await list()
  await like(ben, id)
  await like(cleo, id)
  const { body: order } = await app.call('POST', '/v1/orders', { key: cleo.key, json: { listing: id, address: HOME } })
  await did(app.call('POST', `/v1/orders/${order.id}/pay`, { key: cleo.key, json: { method: 'test_ok' } }))
  await settle()
  assert.deepEqual(await digests(), ['Sold: “Brass lamp”'])
  assert.deepEqual(await digests(cleo), [], 'the buyer knows')
  await app.advance(60)
  await did(seller.call('POST', `/v1/orders/${order.id}/cancel`))
  await did(seller.call('POST', `/v1/listings/${id}/relist`))
  await settle()
  assert.deepEqual((await digests()).slice(1), ['Back for sale: “Brass lamp”'])
  await app.advance(2 * DAY)
  const sellAndRelist = async (of = id) => {
    await did(seller.call('POST', `/v1/listings/${of}/mark-sold`))
    await settle()
    await did(seller.call('POST', `/v1/listings/${of}/relist`))
    await settle()
  }
  await sellAndRelist()
  assert.deepEqual((await digests()).slice(2), ['Sold: “Brass lamp”'], 'it was back less than a week ago')
  await app.advance(2 * DAY)
  await sellAndRelist()
  assert.equal((await digests()).length, 3, 'the last alert already says that it is sold')
  const { id: box } = await list('Tin box')
  await like(ben, box)
  await app.advance(2 * DAY)
  await sellAndRelist(box)
  const alerts = ['Sold: “Tin box”', 'Back for sale: “Tin box”']
  assert.deepEqual((await digests()).slice(3), alerts)
  await app.advance(2 * DAY)
  await did(seller.call('POST', `/v1/listings/${id}/mark-sold`))
  await settle()
  assert.deepEqual((await digests()).slice(3), alerts, 'only the other item was back on sale')
})

test('a person is alerted when a reserved item becomes available, but not if the reservation ended before the digest', async (t) => {
  const { app, ben, list, like, digests, settle } = await openScene(t)
  const cleo = await signUpQuietly(app, 'Cleo')
  const { id } = await list()
  await like(ben, id)
  await did(app.call('POST', '/v1/orders', { key: cleo.key, json: { listing: id, address: HOME } }))
  await settle()
  assert.deepEqual(await digests(), [])
  await app.advance(300)
  await like(cleo, id)
  await settle()
  assert.deepEqual(await digests(), ['Back for sale: “Brass lamp”'])
  assert.deepEqual(await digests(cleo), [], 'liked it after that')
})

test('no alert is sent to a person who turned off this kind of alert, to a closed account, or about test data', async (t) => {
  const { app, ctx, ben, list, like, price, digests, settle } = await openScene(t)
  const gone = await signUpQuietly(app, 'Gone')
  const { id } = await list()
  await like(ben, id)
  await like(gone, id)
  await did(app.call('PATCH', '/v1/notices', { cookie: ben.cookie, json: { price_drop: false } }))
  await price(id, 50)
  await app.advance(60)
  await did(app.call('DELETE', '/v1/accounts/me', { cookie: gone.cookie, json: { password: gone.password } }))
  await settle()
  assert.deepEqual([await digests(), await digests(gone)], [[], []])
  assert.deepEqual(await ctx.db.selectFrom('like_alerts').selectAll().execute(), [])
  await did(app.call('PATCH', '/v1/notices', { cookie: ben.cookie, json: { price_drop: true } }))
  await price(id, 20)
  await settle()
  assert.deepEqual(await digests(), ['Price drop: “Brass lamp” is now $20'])
})

test('a change to a listing in test mode is not recorded for alerts', async (t) => {
  const { app, ctx, seller } = await openScene(t)
  const tenant = await openTestTenant(app, seller)
  const asTester = (method: string, path: string, json: object) => did(app.call(method, path, { key: tenant.seller.key, json }))
  const shop = await asTester('POST', '/v1/shops', { name: 'Test shop', slug: 'test-shop' })
  const { id } = await asTester('POST', '/v1/listings', { shop: shop.slug, title: 'Test lamp', price: 100, shipping: 0, publish: true })
  await did(app.call('PUT', `/v1/market/listings/${id}/like`, { key: tenant.buyer.key }))
  await asTester('PATCH', `/v1/listings/${id}`, { price: 50 })
  assert.deepEqual(await ctx.db.selectFrom('like_changes').selectAll().execute(), [])
})

test('alerts for thousands of people are queued in a few statements, and the seller’s own request runs no additional statement', async (t) => {
  const { ctx, list, price } = await openScene(t)
  const [loved, plain] = [await list('Loved lamp'), await list('Plain lamp')]
  const count = PEOPLE_AT_ONCE * 2 + 500
  await sql`insert into accounts (id, name, email, brake, created_at, updated_at)
    select 'usr_fan' || lpad(n::text, 6, '0'), 'Fan', 'fan' || n || '@example.test', false, now(), now() from generate_series(1, ${count}::integer) n`.execute(ctx.db) // prettier-ignore
  await sql`insert into likes (account_id, listing_id, created_at, price_cents)
    select id, ${loved.id}, created_at, 10000 from accounts where id like 'usr_fan%'`.execute(ctx.db)
  // all other statements belong to the request itself or to background pollers
  const aboutLikes = async (work: () => Promise<unknown>) => (await statementsOf(t, work)).filter((text) => /like/.test(text))
  assert.deepEqual(await aboutLikes(() => price(loved.id, 50)), await aboutLikes(() => price(plain.id, 50)))
  const texts = await aboutLikes(() => fanOut(ctx, { listingId: loved.id }))
  assert.ok(texts.length > 0 && texts.length <= 12, `${texts.length} statements`)
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from like_alerts where listing_id = ${loved.id} and kind = 'price_drop'`.execute(ctx.db) // prettier-ignore
  assert.equal(rows[0]!.n, count)
})

test('a crash while alerts are queued or a digest is sent neither loses nor repeats an alert', async (t) => {
  const { app, ctx, ben, list, like, price, digests, settle } = await openScene(t)
  const { id } = await list()
  await like(ben, id)
  await price(id, 50)
  const row = await ctx.db.selectFrom('like_changes').selectAll().executeTakeFirstOrThrow()
  const dies = (statement: RegExp): Context => ({ ...ctx, db: failing(ctx.db, statement) })
  await assert.rejects(fanOut(dies(/delete from like_changes/), { listingId: id }), /crash/)
  assert.equal((await ctx.db.selectFrom('like_changes').select('id').execute()).length, 1)
  await settle()
  assert.equal((await digests()).length, 1)
  assert.deepEqual(await ctx.db.selectFrom('like_changes').select('id').execute(), [])
  // queues the alerts a second time, as after a crash, although their digest was already sent
  await sql`insert into like_changes (id, listing_id, kind, from_cents, seen_at) overriding system value
    values (${row.id}, ${id}, 'price_drop', 10000, ${ctx.now()})`.execute(ctx.db)
  await app.advance(9 * DAY)
  assert.equal((await digests()).length, 1)
  const due = { account_id: ben.id, kind: 'price_drop' } as const
  await price(id, 20)
  await ctx.db.updateTable('like_changes').set({ seen_at: ctx.now() }).execute()
  await fanOut(ctx, { listingId: id })
  const later: Context = { ...ctx, now: () => new Date(ctx.now().getTime() + SETTLED * 1000) }
  await assert.rejects(sendDigest({ ...later, db: failing(ctx.db, /update like_alerts a set due_at = greatest/) }, due), /crash/)
  const mails = () => ctx.db.selectFrom('mails').select('id').where('kind', '=', 'price_drop').execute()
  assert.equal((await mails()).length, 1)
  await Promise.all([1, 2, 3, 4].map(() => sendDigest(later, due)))
  assert.equal((await mails()).length, 2)
})

/** Returns a database handle that throws an error instead of running a statement that matches `pattern`. */
function failing(db: TestApp['service']['ctx']['db'], pattern: RegExp) {
  return db.withPlugin({
    transformQuery: ({ node }) => {
      if (node.kind === 'RawNode' && pattern.test(node.sqlFragments.join('?'))) throw new Error('crash')
      return node
    },
    transformResult: async ({ result }) => result,
  })
}
