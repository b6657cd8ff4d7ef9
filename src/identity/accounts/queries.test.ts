import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startApp } from '#test/app.ts'
import { makeListing, makeOffer, makeOrder, makeShop } from '#test/rows.ts'
import { inTransaction } from '#platform/context/index.ts'
import * as anonymize from './anonymize/queries.ts'
import * as close from './close/queries.ts'
import * as accounts from './queries.ts'
import * as suspend from './suspend/queries.ts'

const app = await startApp({ after }, {}, undefined, 'web')
const { ctx } = app.service
const { db } = ctx
const none = await accounts.anyAccount(db)
const [ana, ben, cy] = [await app.signUp('Ana'), await app.signUp('Ben'), await app.signUp('Cy')]
const now = ctx.now()
const later = new Date(now.getTime() + 1_000)
const inTx = <T>(work: (tx: Parameters<typeof suspend.lockAccount>[0]) => Promise<T>) => inTransaction(ctx, (tx) => work(tx.db))
const event = (id: string, account_id: string, data: object) =>
  db
    .insertInto('events')
    .values({ id, account_id, type: 'fake', is_public: true, data: JSON.stringify(data), created_at: now })
    .execute()
const mail = (id: string, fields: { event_id?: string; shop_slug?: string }) =>
  db
    .insertInto('mails')
    .values({ id, account_id: ben.id, kind: 'fake', recipient: ben.email, subject: 'From Ana', body: 'Ana paid', next_try_at: now, created_at: now, ...fields })
    .execute() // prettier-ignore
const keyId = (await db.selectFrom('keys').select('id').where('account_id', '=', ben.id).executeTakeFirstOrThrow()).id
const approval = (id: string, request: object) =>
  db
    .insertInto('approvals')
    .values({ id, account_id: ben.id, key_id: keyId, action: 'fake', summary: 'Pay Ana', request: JSON.stringify(request), created_at: now, expires_at: later })
    .execute() // prettier-ignore

test('the first account is recognized', async () => {
  assert.equal(none, false)
  assert.equal(await accounts.anyAccount(db), true)
})

test('a change, a suspension or operator rights apply to one account', async () => {
  const before = await db.selectFrom('accounts').selectAll().orderBy('id').execute()
  const changed = async () => {
    const rows = await db.selectFrom('accounts').selectAll().orderBy('id').execute()
    return rows.filter((row, index) => JSON.stringify(row) !== JSON.stringify(before[index])).map(({ id }) => id)
  }
  for (const { id } of [ana, ben]) assert.equal((await inTx((tx) => suspend.lockAccount(tx, id)))?.id, id)
  assert.equal((await accounts.updateAccount(db, ben.id, { name: 'Benno', updated_at: later })).name, 'Benno')
  assert.deepEqual(await changed(), [ben.id])
  await accounts.updateAccount(db, ben.id, { name: 'Ben', updated_at: before.find(({ id }) => id === ben.id)!.updated_at })
  await suspend.setSuspended(db, ben.id, now)
  assert.deepEqual(await changed(), [ben.id])
  await suspend.setSuspended(db, ben.id, null)
  const grant = (email: string, isOperator: boolean) => suspend.setOperator(db, email, isOperator)
  assert.equal(await grant('nobody@example.test', true), undefined)
  assert.deepEqual(await grant(ben.email.toUpperCase(), true), { id: ben.id, name: 'Ben', before: false })
  assert.deepEqual(await changed(), [ben.id])
  assert.deepEqual(await grant(ben.email, false), { id: ben.id, name: 'Ben', before: true })
  assert.deepEqual(await changed(), [])
})

test('a password is held only if it is still the password of this account', async () => {
  const hashOf = async ({ email }: { email: string }) => (await accounts.findAccountByEmail(db, email))!.password_hash!
  const held = async (id: string, hash: string) => inTx((tx) => accounts.holdPassword(tx, id, hash))
  assert.equal(await held(ana.id, await hashOf(ana)), true)
  assert.equal(await held(ana.id, await hashOf(ben)), false)
})

test('the copies of records are read page by page, with their columns if they mention a record', async () => {
  for (const [id, account, data] of [['evt_a1', ben, { id: 'ord_1' }], ['evt_a2', ben, { id: 'ord_2' }], ['evt_a3', cy, { id: 'ord_3' }], ['evt_a4', ana, { id: 'ord_1' }]] as const) await event(id, account.id, data) // prettier-ignore
  const by = { others: [ben.id, cy.id], ids: ['ord_1', 'ord_3'] }
  const found = (at: string, limit: number) => anonymize.pageOfCopies(db, 'events', { ...by, after: at, limit })
  assert.deepEqual(await found('evt_a', 2), [
    { id: 'evt_a1', about: true, columns: ['{"id":"ord_1"}'] },
    { id: 'evt_a2', about: false, columns: [] },
  ])
  assert.deepEqual(
    (await found('evt_a1', 9)).filter(({ id }) => id.startsWith('evt_a')).map(({ id, about }) => [id, about]), // prettier-ignore
    [['evt_a2', false], ['evt_a3', true]], // prettier-ignore
  )
})

test('one copy is overwritten, as text or as JSON', async () => {
  for (const id of ['evt_b1', 'evt_b2']) await event(id, ben.id, { name: 'Ana' })
  for (const id of ['apr_b1', 'apr_b2']) await approval(id, { name: 'Ana' })
  await anonymize.writeCopy(db, 'events', 'evt_b1', ['{ "name": "Closed" }'])
  await anonymize.writeCopy(db, 'approvals', 'apr_b1', ['{"name":"Closed"}', null])
  const events = db.selectFrom('events').select('data').where('id', 'in', ['evt_b1', 'evt_b2']).orderBy('id')
  assert.deepEqual(await events.execute(), [{ data: '{ "name": "Closed" }' }, { data: '{"name":"Ana"}' }])
  const approvals = db.selectFrom('approvals').select('request').where('id', 'in', ['apr_b1', 'apr_b2']).orderBy('id')
  assert.deepEqual(await approvals.execute(), [{ request: { name: 'Closed' } }, { request: { name: 'Ana' } }])
})

test('names are replaced only in emails about the events and in the summaries of the approvals', async () => {
  for (const id of ['1', '2']) await mail(`mai_c${id}`, { event_id: `evt_c${id}` })
  for (const id of ['apr_c1', 'apr_c2']) await approval(id, {})
  const renamed = await anonymize.renameIn(db, { eventIds: ['evt_c1'], approvalIds: ['apr_c1'], names: [['Ana', 'Closed'], ['paid', 'PAID']] }) // prettier-ignore
  assert.deepEqual(renamed, ['mai_c1', 'mai_c1'])
  const mails = db.selectFrom('mails').select(['subject', 'body']).where('id', 'in', ['mai_c1', 'mai_c2']).orderBy('id')
  assert.deepEqual(await mails.execute(), [{ subject: 'From Closed', body: 'Closed PAID' }, { subject: 'From Ana', body: 'Ana paid' }]) // prettier-ignore
  const summaries = db.selectFrom('approvals').select('summary').where('id', 'in', ['apr_c1', 'apr_c2']).orderBy('id')
  assert.deepEqual(await summaries.execute(), [{ summary: 'Pay Closed' }, { summary: 'Pay Ana' }])
})

test('emails forget the slugs of these shops only', async () => {
  for (const slug of ['one', 'two']) await mail(`mai_${slug}`, { shop_slug: slug })
  await anonymize.forgetShopsOfMails(db, ['one'])
  const mails = db.selectFrom('mails').select('shop_slug').where('id', 'in', ['mai_one', 'mai_two']).orderBy('id')
  assert.deepEqual(await mails.execute(), [{ shop_slug: null }, { shop_slug: 'two' }])
})

test('shared records are found from both sides, and runs of helpers about them or about their messages lose their input', async () => {
  const [mine, theirs] = [await makeShop(ctx, ana.id), await makeShop(ctx, ben.id)]
  const [lamp, vase] = [await makeListing(ctx, mine), await makeListing(ctx, theirs)]
  const sold = await makeOrder(ctx, mine, lamp, { buyerId: ben.id })
  const bought = await makeOffer(ctx, theirs, vase, { buyerId: ana.id })
  const unrelated = await makeOrder(ctx, theirs, vase, { buyerId: cy.id })
  const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)
  assert.deepEqual((await anonymize.sharedRecords(db, ana.id)).toSorted(byId), [{ id: bought, other: ben.id, bought: true }, { id: sold, other: ben.id, bought: false }].toSorted(byId)) // prettier-ignore
  assert.deepEqual(await anonymize.sharedRecords(db, cy.id), [{ id: unrelated, other: ben.id, bought: true }])
  const thread = async (name: string, seller_id: string, buyer_id: string) => {
    const shop = { shop_id: mine.id, shop_slug: mine.slug, shop_name: 'Shop' }
    await db
      .insertInto('threads')
      .values({ id: `thr_${name}`, ...shop, seller_id, buyer_id, created_at: now, updated_at: now })
      .execute()
    await db.insertInto('messages').values({ id: `msg_${name}`, thread_id: `thr_${name}`, sender: 'buyer', text: 'Hi', created_at: now }).execute() // prettier-ignore
    return `msg_${name}`
  }
  const subjects = [sold, unrelated, await thread('sells', ana.id, ben.id), await thread('buys', ben.id, ana.id), await thread('other', ben.id, cy.id)] // prettier-ignore
  for (const [index, subject] of subjects.entries())
    await db
      .insertInto('helper_runs')
      .values({ id: `run_${index}`, account_id: ben.id, helper: 'fake', subject, snapshot: '{}', decision: 'fake', detail: '{}', started_at: now, ended_at: now })
      .execute() // prettier-ignore
  await anonymize.forgetShown(db, ana.id, [sold])
  const left = await db.selectFrom('helper_runs').select(['subject', 'detail']).where('snapshot', 'is not', null).orderBy('id').execute()
  assert.deepEqual(left, [unrelated, 'msg_other'].map((subject) => ({ subject, detail: {} }))) // prettier-ignore
  const forgotten = await db.selectFrom('helper_runs').select('detail').distinct().where('snapshot', 'is', null).execute()
  assert.deepEqual(forgotten, [{ detail: null }])
})

test('a shop that is kept without its name reserves its former slugs', async () => {
  const [shop, other] = [await makeShop(ctx, cy.id), await makeShop(ctx, ana.id)]
  await inTx((tx) => close.lockShops(tx, cy.id).then((shops) => assert.deepEqual(shops, [{ id: shop.id, pictures: [] }])))
  await inTx((tx) => close.takeShopName(tx, shop.id, { slug: 'closed-1', name: 'Closed shop', now: later }))
  const slugs = db.selectFrom('shop_slugs').select(['slug', 'shop_id', 'moved_at']).where('slug', 'in', ['closed-1', shop.slug, other.slug])
  assert.deepEqual(await slugs.orderBy('slug').execute(), [
    { slug: 'closed-1', shop_id: shop.id, moved_at: null },
    { slug: shop.slug, shop_id: null, moved_at: later },
    { slug: other.slug, shop_id: other.id, moved_at: null },
  ])
})
