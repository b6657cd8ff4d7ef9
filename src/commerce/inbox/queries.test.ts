import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Insertable } from 'kysely'
import type { TaskRecord, TaskRole } from '#core/tasks.ts'
import type { Tables } from '#platform/db/index.ts'
import { makeListing, makeOffer, makeOrder, makeShop } from '#test/rows.ts'
import { moneyRows } from '#test/money-rows.ts'
import { openTestTenant } from '#test/sandbox.ts'
import * as inbox from './queries.ts'

const { app, ctx, db, ana, ben, eve, shop, now, at, dates, ids, listingId, order, hold, payment, move } = await moneyRows({ after })
const HOUR = 3_600

const rows = async (accountId: string, record: TaskRecord, role: TaskRole, { needsAccount = true, limit = 99 } = {}) =>
  (await inbox.readTaskRows(db, { accountId, now, reviewedAfter: at(-60), needsAccount, limit })).filter((row) => row.record === record && row.role === role) // prettier-ignore
const keyOf = async (account: string) =>
  (await db.selectFrom('keys').select('id').where('account_id', '=', account).executeTakeFirstOrThrow()).id

test('orders, offers and holds are listed for their own parties, in the states and periods that can require an action', async () => {
  const [fay, gil] = [await app.signUp('Fay'), await app.signUp('Gil')]
  const own = await makeShop(ctx, fay.id, { name: 'Cellar' })
  const sold = async (status: 'paid' | 'completed', updated_at: Date) => {
    const id = await makeOrder(ctx, own, await makeListing(ctx, own), { buyerId: gil.id, status })
    await db.updateTable('orders').set({ updated_at }).where('id', '=', id).execute() // prettier-ignore
    return id
  }
  const [paid, done, reviewed] = [await sold('paid', now), await sold('completed', at(-59)), await sold('completed', now)]
  await sold('completed', at(-60))
  const review = { id: ctx.newId('rev'), shop_id: own.id, listing_id: await listingId(), seller_id: fay.id, buyer_id: gil.id, rating: 5, body: '' } // prettier-ignore
  await db.insertInto('reviews').values({ ...review, order_id: reviewed, created_at: now }).execute() // prettier-ignore
  const step = (order_id: string, status: string, seconds: number) =>
    db
      .insertInto('order_steps')
      .values({ order_id, status, at: at(seconds), by: 'service' })
      .execute()
  await step(done, 'completed', -9)
  await step(done, 'shipped', -5)
  await step(reviewed, 'completed', -1)
  const [sale] = await rows(fay.id, 'order', 'seller')
  assert.deepEqual([sale!.id, sale!.who, sale!.cents, sale!.facts['reviewed']], [paid, 'Gil', 66_00, false])
  const [bought, ...others] = await rows(gil.id, 'order', 'buyer')
  assert.deepEqual([bought!.id, bought!.who, others], [done, 'Cellar', []])
  assert.equal(new Date(bought!.facts['ended_at'] as string).getTime(), at(-9).getTime())

  const offer = async (more: Partial<Parameters<typeof makeOffer>[3]> = {}) =>
    makeOffer(ctx, own, await makeListing(ctx, own), { buyerId: gil.id, expiresAt: at(1), ...more })
  const [open, countered] = [await offer(), await offer({ status: 'countered', counterCents: 70_00 })]
  await offer({ status: 'declined' })
  await offer({ expiresAt: now })
  await offer({ status: 'countered', expiresAt: now })
  const offers = async (who: string, role: TaskRole) => (await rows(who, 'offer', role)).map((row) => [row.id, row.who, row.cents])
  assert.deepEqual([await offers(fay.id, 'seller'), await offers(gil.id, 'buyer')], [[[open, 'Gil', 40_00]], [[countered, 'Cellar', 60_00]]]) // prettier-ignore
  assert.deepEqual([await offers(fay.id, 'buyer'), await offers(gil.id, 'seller')], [[], []])

  const parties = { buyer_id: gil.id, until: at(1) }
  const holds = [await hold({ ...parties, status: 'asked' }), await hold(parties)]
  await hold({ ...parties, status: 'returned' })
  await hold({ ...parties, until: now })
  await hold({ until: at(1) })
  assert.deepEqual(ids(await rows(gil.id, 'hold', 'buyer')), holds)
  assert.equal((await rows(gil.id, 'hold', 'buyer', { limit: 1 })).length, 1)
})

test('approvals, webhooks and drafts are listed only for their own account, while they are pending, switched off or unpublished', async () => {
  const [fay, gil] = [await app.signUp('Fay'), await app.signUp('Gil')]
  const approval = async (who: string, more: Partial<Insertable<Tables['approvals']>> = {}) => {
    const id = ctx.newId('apr')
    const row = { id, account_id: who, key_id: await keyOf(who), action: 'listings.delete', summary: 'Delete', request: '{}', created_at: now, expires_at: at(1) } // prettier-ignore
    await db.insertInto('approvals').values({ ...row, ...more }).execute() // prettier-ignore
    return id
  }
  const pending = await approval(fay.id)
  await approval(fay.id, { expires_at: now })
  await approval(fay.id, { status: 'declined', decided_at: now })
  await approval(gil.id)
  assert.deepEqual(ids(await rows(fay.id, 'approval', 'owner')), [pending])

  const webhook = (account_id: string, enabled: boolean, switched_off_at: Date | null) =>
    db.insertInto('webhooks').values({ account_id, url: 'https://hook.test', events: ['listing.sold'], enabled, secret: '-', switched_off_at, ...dates }).execute() // prettier-ignore
  await webhook(fay.id, false, now)
  await webhook(gil.id, true, now)
  await webhook(eve.id, false, null)
  const webhooks = async (who: string) => ids(await rows(who, 'webhook', 'owner'))
  assert.deepEqual([await webhooks(fay.id), await webhooks(gil.id), await webhooks(eve.id)], [[fay.id], [], []])

  const [own, other] = [await makeShop(ctx, fay.id), await makeShop(ctx, gil.id)]
  const draft = await makeListing(ctx, own, { status: 'draft' })
  await makeListing(ctx, own)
  await makeListing(ctx, other, { status: 'draft' })
  assert.deepEqual(ids(await rows(fay.id, 'listing', 'seller')), [draft.id])
})

test('a seller’s due payouts require a payout account, and only an open stop of the seller’s own account counts as a stop', async () => {
  const [fay, gil] = [await app.signUp('Fay'), await app.signUp('Gil')]
  const order_id = await order()
  const first = await move({ order_id, account_id: gil.id, amount_cents: 7 })
  const due = (more: Parameters<typeof move>[0]) => move({ order_id, of_move: first, account_id: fay.id, ...more })
  const owed = async (needsAccount = true) =>
    (await rows(fay.id, 'payout_account', 'seller', { needsAccount })).map((row) => [row.id, row.cents, row.facts['stopped']])
  await due({ amount_cents: 9, status: 'sent', sent_at: now })
  await due({ kind: 'reversal', amount_cents: 9 })
  await move({ kind: 'refund', order_id, payment_id: await payment({ order_id }), account_id: fay.id, amount_cents: 9 })
  assert.deepEqual(await owed(), [])
  await due({ amount_cents: 300 })
  await due({ amount_cents: 20 })
  const exception = async (more: Partial<Insertable<Tables['money_cases']>>) => {
    const id = ctx.newId('mcs')
    const row = { id, provider: 'test' as const, kind: 'account_stopped' as const, ref: id, account_id: fay.id, amount_cents: 1, ...dates }
    await db.insertInto('money_cases').values({ ...row, ...more }).execute() // prettier-ignore
    return id
  }
  const open = [await exception({ account_id: gil.id }), await exception({ kind: 'payout_failed' })]
  const closed = await exception({ closed_at: now })
  assert.deepEqual([await owed(), await owed(false)], [[[fay.id, 320, false]], []])
  open.push(await exception({}))
  assert.deepEqual(await owed(), [[fay.id, 320, true]])
  assert.deepEqual(ids(await rows(fay.id, 'money_case', 'seller')).toSorted(), open.slice(1))
  const all = (await inbox.readOperatorRows(db, 99)).filter((row) => row.record === 'money_case')
  assert.deepEqual([ids(all).toSorted(), ids(all).includes(closed)], [open, false])
})

test('the operator has the open reports, the unanswered appeals and the problems of the market, without those in test mode', async () => {
  const tenant = await openTestTenant(app, ana)
  const listing_id = await listingId()
  const report = async (account_id: string, more: object = {}) => {
    const id = ctx.newId('rep')
    await db.insertInto('reports').values({ id, account_id, listing_id, reason: 'other', created_at: now, ...more }).execute() // prettier-ignore
    return id
  }
  const opened = await report(ben.id)
  await report(ben.id, { status: 'closed', outcome: 'dismissed', closed_at: now })
  const slug = 'test-of-ana'
  assert.equal((await app.call('POST', '/v1/shops', { key: tenant.seller.key, json: { name: 'Test', slug } })).status, 201)
  const testShop = await db.selectFrom('shops').select('id').where('slug', '=', slug).executeTakeFirstOrThrow()
  const testListing = await makeListing(ctx, { ...testShop, slug, ownerId: tenant.seller.id })
  await report(tenant.buyer.id, { listing_id: testListing.id })
  const measure = { id: ctx.newId('mea'), kind: 'account' as const, subject_id: ben.id, subject_name: 'Ben', account_id: ben.id, reason: 'Spam' } // prettier-ignore
  await db.insertInto('measures').values({ ...measure, taken_at: now }).execute() // prettier-ignore
  const appeal = async (more: object = {}) => {
    const id = ctx.newId('apl')
    await db.insertInto('appeals').values({ id, measure_id: measure.id, body: 'No.', created_at: now, ...more }).execute() // prettier-ignore
    return id
  }
  const unanswered = await appeal()
  await appeal({ outcome: 'upheld', answer: 'Yes.', answered_at: now })
  const problem = await order({ status: 'problem' })
  const listed = async (record: TaskRecord) => ids((await inbox.readOperatorRows(db, 99)).filter((row) => row.record === record))
  assert.deepEqual([await listed('report'), await listed('appeal'), await listed('order')], [[opened], [unanswered], [problem]])
})

test('conversations are listed for the person who has not read them, and announcements of counteroffers are recognized', async () => {
  const [fay, gil] = [await app.signUp('Fay'), await app.signUp('Gil')]
  const own = await makeShop(ctx, fay.id, { name: 'Cellar' })
  type Sent = Partial<Insertable<Tables['messages']>>
  /** Creates a conversation about a new listing, with messages in order. Returns its id and its listing. */
  const thread = async (sent: readonly Sent[], more: Partial<Insertable<Tables['threads']>> = {}, listing?: string) => {
    const id = ctx.newId('thr')
    const listing_id = listing ?? (await makeListing(ctx, own)).id
    const parties = { shop_id: own.id, seller_id: fay.id, buyer_id: gil.id, shop_slug: own.slug, shop_name: 'Cellar' }
    await db.insertInto('threads').values({ id, listing_id, listing_title: 'Lamp', ...parties, ...dates, ...more }).execute() // prettier-ignore
    const made: string[] = []
    for (const [index, one] of sent.entries()) {
      made.push(ctx.newId('msg'))
      const row = { id: made.at(-1)!, thread_id: id, sender: 'buyer' as const, text: `Message ${index}`, created_at: at(-100 + index) }
      await db.insertInto('messages').values({ ...row, ...one, ...(one.in_reply_to && { in_reply_to: made[0]! }) }).execute() // prettier-ignore
    }
    return { id, listing: listing_id }
  }
  const counts = (who: string) => inbox.countUnread(db, who)
  const [question, flagged] = [
    await thread([{ sender: 'owner' }, {}], { seller_unread: 2 }),
    await thread([{}, { sender: 'agent', text: 'I have asked Fay.' }], { needs_owner: true }),
  ]
  await thread([{}, { sender: 'owner' }])
  const [hello, mine] = [{ sender: 'owner' }, { buyer_unread: 1 }] as const
  await thread([{}], { seller_id: ana.id, buyer_id: eve.id, shop_id: shop.id, seller_unread: 1, buyer_unread: 1 })
  const asSeller = await rows(fay.id, 'thread', 'seller')
  assert.deepEqual(asSeller.map((row) => [row.id, row.who, row.facts['unanswered'], row.more['text'], row.facts['only_counters']]), [[question.id, 'Gil', true, 'Message 1', false], [flagged.id, 'Gil', true, 'I have asked Fay.', false]]) // prettier-ignore
  assert.deepEqual([await counts(fay.id), await counts(gil.id)], [{ unread_threads: 1, unread_as_buyer: 0 }, { unread_threads: 0, unread_as_buyer: 0 }]) // prettier-ignore

  const counter = (listing: string, seconds: number, buyerId = gil.id) =>
    makeOffer(ctx, own, { id: listing }, { buyerId, status: 'countered', expiresAt: at(seconds + 48 * HOUR) })
  const cases = {
    'a helper announces a counteroffer': [await thread([{ sender: 'agent' }], mine), true],
    'a helper answers': [await thread([{}, { sender: 'agent', in_reply_to: 'first' }], mine), false],
    'a helper refers to the owner': [await thread([{ sender: 'agent', needs_owner: true }], mine), false],
    'the owner writes': [await thread([hello], mine), false],
    'the buyer wrote last, after an announcement': [await thread([hello, { sender: 'agent' }, {}], mine), true],
    'one of two unread messages announces a counteroffer': [await thread([hello, { sender: 'agent' }], { buyer_unread: 2 }), false],
  } as const
  const announced = await thread([hello], mine)
  await counter(announced.listing, -100)
  const [elsewhere, ofOther, byAgent, later] = [await thread([hello], mine), await thread([hello], mine), await thread([hello], mine), await thread([hello], mine)] // prettier-ignore
  await counter((await makeListing(ctx, own)).id, -100)
  await counter(ofOther.listing, -100, eve.id)
  const offer = await counter(byAgent.listing, -100)
  await db.updateTable('offers').set({ counter_by: 'agent' }).where('id', '=', offer).execute()
  await counter(later.listing, -98)
  const expected = new Map<string, boolean>(Object.values(cases).map(([{ id }, only]) => [id, only]))
  for (const [{ id }, only] of [[announced, true], [elsewhere, false], [ofOther, false], [byAgent, false], [later, false]] as const) expected.set(id, only) // prettier-ignore
  const asBuyer = await rows(gil.id, 'thread', 'buyer')
  assert.deepEqual(new Map(asBuyer.map((row) => [row.id, row.facts['only_counters']])), expected)
  assert.deepEqual(new Set(asBuyer.map((row) => row.who)), new Set(['Cellar']))
  assert.deepEqual([await counts(fay.id), await counts(gil.id)], [{ unread_threads: 1, unread_as_buyer: 0 }, { unread_threads: 0, unread_as_buyer: expected.size }]) // prettier-ignore
})
