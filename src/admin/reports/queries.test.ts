import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { Client } from 'pg'
import { inTransaction } from '#platform/context/index.ts'
import { startApp } from '#test/app.ts'
import { makeListing, makeOrder, makePhoto, makeShop } from '#test/rows.ts'
import { openTestTenant } from '#test/sandbox.ts'
import { until } from '#test/until.ts'
import { lockReport as lockWarned } from './index.ts'
import { closeReport, closeReportsAbout, findReport, historyOf, lockReport, messagesOf, pageOfReports, photosOf } from './queries.ts'

const app = await startApp({ after }, {}, undefined, 'web')
const { ctx } = app.service
const { db } = ctx

test('the list contains the photos of one listing, in order, and the history counts warnings and other actions separately', async () => {
  const { id: ana } = await app.signUp()
  const shop = await makeShop(ctx, ana)
  const [lamp, vase] = [await makeListing(ctx, shop), await makeListing(ctx, shop)]
  const second = await makePhoto(ctx, lamp.id, { position: 1 })
  const first = await makePhoto(ctx, lamp.id, { position: 0 })
  await makePhoto(ctx, vase.id, { position: 0 })
  assert.deepEqual((await photosOf(ctx.db, lamp.id)).map(({ key }) => key), [first, second]) // prettier-ignore
  for (const kind of ['warning', 'change', 'listing'] as const) {
    const row = {
      id: ctx.newId('mea'),
      kind,
      subject_id: kind,
      subject_name: 'Lamp',
      account_id: ana,
      reason: 'Fake.',
      taken_at: ctx.now(),
    }
    await ctx.db.insertInto('measures').values(row).execute()
  }
  const { warnings, actions } = await historyOf(ctx.db, ana)
  assert.deepEqual([warnings, actions], [2, 1])
})

const now = ctx.now()
const at = (seconds: number) => new Date(now.getTime() + seconds * 1_000)
type Subject = { listing_id: string } | ({ accused_id: string } & ({ thread_id: string } | { order_id: string } | { shop_id: string }))
async function report(id: string, account_id: string, about: Subject, closed: { closed_at?: Date; outcome?: 'upheld' | 'dismissed' } = {}) {
  const state = closed.closed_at === undefined ? {} : { status: 'closed' as const, outcome: 'upheld' as const, ...closed }
  await db
    .insertInto('reports')
    .values({ id, account_id, reason: 'other', created_at: now, ...about, ...state })
    .execute()
}
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
async function scene() {
  await db.deleteFrom('reports').execute()
  const [cy, dan, eve] = [(await app.signUp('Cy')).id, (await app.signUp('Dan')).id, (await app.signUp('Eve')).id]
  const [shop, other] = [await makeShop(ctx, cy), await makeShop(ctx, dan)]
  const [lamp, vase] = [await makeListing(ctx, shop), await makeListing(ctx, other)]
  const sold = await makeOrder(ctx, shop, lamp, { buyerId: eve })
  await report('rep_a', eve, { listing_id: lamp.id })
  await report('rep_b', dan, { listing_id: lamp.id })
  await report('rep_c', eve, { listing_id: vase.id })
  await report('rep_d', eve, { order_id: sold, accused_id: cy })
  await report('rep_e', cy, { order_id: sold, accused_id: eve })
  await report('rep_f', eve, { shop_id: shop.id, accused_id: cy })
  await report('rep_g', eve, { shop_id: other.id, accused_id: dan })
  await report('rep_h', eve, { listing_id: lamp.id }, { closed_at: at(-9), outcome: 'dismissed' })
  return { cy, dan, eve, shop, other, lamp, vase, sold }
}

test('an action against a listing, shop or account, and a warning, close exactly the open reports that they settle', async () => {
  const settled = async (kind: Parameters<typeof closeReportsAbout>[1], pick: (of: Awaited<ReturnType<typeof scene>>) => string) => {
    const closed = idsOf(await closeReportsAbout(db, kind, pick(await scene()), at(1))).toSorted()
    const rows = await db
      .selectFrom('reports')
      .select('id')
      .where('closed_at', '=', at(1))
      .where('outcome', '=', 'upheld')
      .orderBy('id')
      .execute()
    assert.deepEqual(idsOf(rows), closed)
    return closed.map((id) => id.slice('rep_'.length)).join('')
  }
  for (const kind of ['listing', 'change'] as const) assert.equal(await settled(kind, ({ lamp }) => lamp.id), 'ab')
  assert.equal(await settled('shop', ({ shop }) => shop.id), 'abf')
  assert.equal(await settled('account', ({ cy }) => cy), 'abdf')
  assert.equal(await settled('account', ({ eve }) => eve), 'e')
  for (const [id, closed] of [['rep_a', 'ab'], ['rep_d', 'd'], ['rep_e', 'e'], ['rep_g', 'g']] as const) assert.equal(await settled('warning', () => id), closed) // prettier-ignore
  assert.equal(await settled('listing', ({ sold }) => sold), '')
})

test('a report is read, locked and closed once, with the number of open reports about the same record', async () => {
  const { cy, dan } = await scene()
  const open = async (id: string) => (await findReport(db, id))?.open_about_it
  assert.deepEqual(await Promise.all(['rep_a', 'rep_b', 'rep_c', 'rep_d', 'rep_e', 'rep_none'].map(open)), [2, 2, 1, 1, 1, undefined])
  assert.deepEqual([(await findReport(db, 'rep_d'))?.owner_id, (await findReport(db, 'rep_c'))?.owner_id], [cy, dan])
  for (const id of ['rep_a', 'rep_c']) assert.equal((await inTransaction(ctx, (tx) => lockReport(tx.db, id)))?.id, id)
  assert.deepEqual([await closeReport(db, 'rep_a', 'dismissed', at(1)), await closeReport(db, 'rep_a', 'upheld', at(2))], [true, false])
  const closed = await db.selectFrom('reports').select(['id', 'outcome']).where('closed_at', '>=', now).execute()
  assert.deepEqual(closed, [{ id: 'rep_a', outcome: 'dismissed' }])
  assert.equal(await open('rep_b'), 1)
})

test('a warning names a listing or a shop, but neither a conversation nor an order, which would reveal the reporter', async () => {
  const { cy, eve, shop } = await scene()
  const thread = {
    id: 'thr_warned',
    listing_id: null,
    shop_id: shop.id,
    seller_id: cy,
    buyer_id: eve,
    shop_slug: shop.slug,
    shop_name: 'Attic',
  }
  await db.insertInto('threads').values({ ...thread, created_at: now, updated_at: now }).execute() // prettier-ignore
  await report('rep_i', eve, { thread_id: thread.id, accused_id: cy })
  const nameOf = (id: string) => inTransaction(ctx, async (tx) => (await lockWarned(tx, id))?.name)
  assert.deepEqual(
    [await nameOf('rep_a'), await nameOf('rep_f'), await nameOf('rep_i'), await nameOf('rep_d'), await nameOf('rep_none')],
    ['Wool coat', `Shop ${shop.slug}`, 'A conversation', 'An order', undefined],
  )
})

test('locking a report waits for no other report, and an action does not change a report that is closed meanwhile', async () => {
  const { lamp } = await scene()
  const other = new Client({ connectionString: app.databaseUrl })
  await other.connect()
  try {
    await other.query("begin; update reports set status = 'closed', outcome = 'dismissed', closed_at = created_at where id = 'rep_b'")
    await inTransaction(ctx, async (tx) => {
      await sql`set local lock_timeout = '2s'`.execute(tx.db)
      await lockReport(tx.db, 'rep_a')
    })
    const closing = closeReportsAbout(db, 'listing', lamp.id, at(1))
    const blocked = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await until('the action to wait', async () => (await blocked.execute(db)).rows.length > 0)
    await other.query('commit')
    assert.deepEqual(idsOf(await closing), ['rep_a'])
  } finally {
    await other.end()
  }
})

test('open reports are listed oldest first, closed ones latest first, and reports in test mode are not listed', async () => {
  const { eve, vase } = await scene()
  const tenant = await openTestTenant(app, await app.signUp('Tess'))
  const made = (await app.call('POST', '/v1/shops', { key: tenant.seller.key, json: { name: 'Test', slug: 'test-shop' } })).body
  const fake = await makeListing(ctx, { id: made.id, slug: made.slug, ownerId: tenant.seller.id })
  await report('rep_0', tenant.buyer.id, { listing_id: fake.id })
  await report('rep_1', tenant.buyer.id, { listing_id: fake.id }, { closed_at: at(9) })
  await report('rep_z', eve, { listing_id: vase.id }, { closed_at: at(-8) })
  await db
    .updateTable('reports')
    .set({ created_at: at(-5) })
    .where('id', '=', 'rep_e')
    .execute()
  const list = async (status: 'open' | 'closed', limit: number, offset: number) => {
    const { rows, total } = await pageOfReports(db, status, { limit, offset })
    return [total, ...idsOf(rows)]
  }
  assert.deepEqual(await list('open', 9, 0), [7, 'rep_e', 'rep_a', 'rep_b', 'rep_c', 'rep_d', 'rep_f', 'rep_g'])
  assert.deepEqual(await list('open', 2, 1), [7, 'rep_a', 'rep_b'])
  assert.deepEqual(await list('closed', 9, 0), [2, 'rep_z', 'rep_h'])
  assert.equal(await findReport(db, 'rep_0'), undefined)
})

test('the cover of a report is the first own photo of its listing, and its messages are the last of its conversation', async () => {
  const { shop, eve, lamp } = await scene()
  const cover = async () => (await findReport(db, 'rep_a'))?.cover
  await makePhoto(ctx, (await makeListing(ctx, shop)).id, { position: 0 })
  assert.equal(await cover(), null)
  await makePhoto(ctx, lamp.id, { position: 0, isVideo: true })
  await makePhoto(ctx, lamp.id, { position: 1, source: 'web' })
  await makePhoto(ctx, lamp.id, { position: 3 })
  const key = await makePhoto(ctx, lamp.id, { position: 2 })
  assert.equal(await cover(), key.replace('large', 'small'))
  for (const name of ['a', 'b']) {
    const parties = { shop_id: shop.id, shop_slug: shop.slug, shop_name: 'Shop', seller_id: shop.ownerId, buyer_id: eve }
    const listing = name === 'a' ? { listing_id: lamp.id, listing_title: 'Lamp' } : {}
    await db
      .insertInto('threads')
      .values({ id: `thr_${name}`, ...parties, ...listing, created_at: now, updated_at: now })
      .execute()
    for (const [index, seconds] of [1, 3, 2, 3].entries())
      await db.insertInto('messages').values({ id: `msg_${name}${index}`, thread_id: `thr_${name}`, sender: 'buyer', text: `${name}${index}`, created_at: at(seconds) }).execute() // prettier-ignore
  }
  assert.deepEqual((await messagesOf(db, 'thr_a', 3)).map(({ text }) => text), ['a2', 'a1', 'a3']) // prettier-ignore
})

test('the history of an account counts reports by it and about it, and the reports that were upheld', async () => {
  const { cy, eve, lamp, vase, sold } = await scene()
  await report('rep_i', cy, { order_id: sold, accused_id: eve }, { closed_at: at(1), outcome: 'upheld' })
  await report('rep_j', eve, { listing_id: lamp.id }, { closed_at: at(1), outcome: 'upheld' })
  await report('rep_k', eve, { listing_id: vase.id }, { closed_at: at(1), outcome: 'upheld' })
  const counts = async (id: string) => {
    const { sent, sent_upheld, received, received_upheld } = await historyOf(db, id)
    return [sent, sent_upheld, received, received_upheld]
  }
  assert.deepEqual([await counts(cy), await counts(eve)], [[2, 1, 6, 1], [8, 2, 2, 1]]) // prettier-ignore
  const measure = (id: string, account_id: string, kind: 'warning' | 'shop', lifted: object = {}) =>
    db.insertInto('measures').values({ id, kind, subject_id: id, subject_name: 'Lamp', account_id, reason: 'Fake.', taken_at: now, ...lifted }).execute() // prettier-ignore
  const lifted = { lifted_at: now, lifted_reason: 'Mistake' }
  await measure('mea_1', cy, 'warning', lifted)
  await measure('mea_2', cy, 'shop', lifted)
  await measure('mea_3', eve, 'warning')
  const actions = async (id: string) => [(await historyOf(db, id)).warnings, (await historyOf(db, id)).actions]
  assert.deepEqual([await actions(cy), await actions(eve)], [[0, 1], [1, 0]]) // prettier-ignore
})
