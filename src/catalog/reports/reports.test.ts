import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '#test/app.ts'
import { makeListing, makeOrder, makeShop } from '#test/rows.ts'
import { openTestTenant } from '#test/sandbox.ts'
import * as queries from './queries.ts'

test('an account can have only one open report about a listing', async (t) => {
  const app = await startApp(t)
  const { ctx } = app.service
  const [owner, buyer, other] = [await app.signUp('Ana'), await app.signUp('Ben'), await app.signUp('Cleo')]
  const { id } = await makeListing(ctx, await makeShop(ctx, owner.id))
  const report = (key: string, json: object) => app.call('POST', `/v1/market/listings/${id}/report`, { key, json })
  const first = await Promise.all([1, 2, 3].map(() => report(buyer.key, { reason: 'counterfeit', body: ' Wrong label. ' })))
  assert.deepEqual(
    first.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 200, 201],
  )
  const { body } = first[0]!
  assert.match(body.id, /^rep_[0-9a-z]{26}$/)
  assert.deepEqual(
    { ...body, id: '', created_at: '' },
    { object: 'report', id: '', listing: id, reason: 'counterfeit', body: 'Wrong label.', status: 'open', created_at: '' },
  )
  const again = await report(buyer.key, { reason: 'other' })
  assert.deepEqual([again.status, again.body], [200, body])
  const another = await report(other.key, { reason: 'other' })
  assert.deepEqual([another.status, another.body.body], [201, null])
  const closed = { status: 'closed', outcome: 'dismissed', closed_at: ctx.now() } as const
  await ctx.db.updateTable('reports').set(closed).where('id', '=', body.id).execute()
  assert.equal((await report(buyer.key, { reason: 'misleading' })).status, 201)
})

test('an invalid report returns 400, a report about the reporter’s own listing returns 409, and a report about a hidden listing returns 404', async (t) => {
  const app = await startApp(t)
  const { ctx } = app.service
  const [owner, buyer] = [await app.signUp('Ana'), await app.signUp('Ben')]
  const shop = await makeShop(ctx, owner.id)
  const { id } = await makeListing(ctx, shop)
  const hidden = [
    await makeListing(ctx, shop, { status: 'draft' }),
    await makeListing(ctx, await makeShop(ctx, owner.id, { visibility: 'private' })),
    await makeListing(ctx, await makeShop(ctx, owner.id, { paused: true })),
  ]
  const report = (listing: string, key: string, json: object) => app.call('POST', `/v1/market/listings/${listing}/report`, { key, json })
  for (const [json, param] of [
    [{}, 'reason'],
    [{ reason: 'boring' }, 'reason'],
    [{ reason: 'other', body: 'a'.repeat(1001) }, 'body'],
  ] as const) {
    const { status, body } = await report(id, buyer.key, json)
    assert.deepEqual([status, body.error.param], [400, param])
  }
  assert.equal((await report(id, owner.key, { reason: 'other' })).status, 409)
  for (const one of [...hidden.map((listing) => listing.id), 'lst_nothing']) {
    assert.equal((await report(one, buyer.key, { reason: 'other' })).status, 404)
  }
  assert.equal((await report(hidden[0]!.id, owner.key, { reason: 'other' })).status, 404)
  assert.deepEqual(await ctx.db.selectFrom('reports').selectAll().execute(), [])
})

test('an account can submit twenty reports in a row, even when Postgres uses prepared statements', async (t) => {
  const app = await startApp(t)
  const [owner, buyer] = [await app.signUp('Ana'), await app.signUp('Ben')]
  const shop = await makeShop(app.service.ctx, owner.id)
  for (let n = 0; n < 20; n++) {
    const { id } = await makeListing(app.service.ctx, shop)
    const reply = await app.call('POST', `/v1/market/listings/${id}/report`, { key: buyer.key, json: { reason: 'other' } })
    assert.equal(reply.status, 201, `report ${n + 1}`)
  }
})

test('the operator’s list neither contains nor counts reports in test mode', async (t) => {
  const app = await startApp(t)
  const { ctx } = app.service
  const [olga, buyer] = [await app.signUp('Olga'), await app.signUp('Ben')]
  await ctx.db.updateTable('accounts').set({ is_operator: true }).where('id', '=', olga.id).execute()
  const tests = await openTestTenant(app, buyer)
  const real = await makeListing(ctx, await makeShop(ctx, olga.id))
  await app.call('POST', '/v1/shops', { key: tests.seller.key, json: { name: 'Test', slug: 'test-shop' } })
  const made = await app.call('POST', '/v1/listings', { key: tests.seller.key, json: { title: 'Lamp', price: 1, publish: true } })
  for (const [id, key] of [
    [real.id, buyer.key],
    [made.body.id, tests.buyer.key],
  ]) {
    const { status, body } = await app.call('POST', `/v1/market/listings/${id}/report`, { key: key!, json: { reason: 'other' } })
    assert.equal(status, 201, JSON.stringify(body))
  }
  const { body } = await app.call('GET', '/v1/operator/reports?status=open', { cookie: olga.cookie })
  assert.deepEqual([body.total, body.data.length], [1, 1])
})

test('an account’s open report is found only by its own listing, order or shop', async (t) => {
  const app = await startApp(t, {}, undefined, 'web')
  const { ctx } = app.service
  const { db } = ctx
  const [ana, ben, eve] = [(await app.signUp('Ana')).id, (await app.signUp('Ben')).id, (await app.signUp('Eve')).id]
  const [shop, other] = [await makeShop(ctx, ana), await makeShop(ctx, ana)]
  const [lamp, vase] = [await makeListing(ctx, shop), await makeListing(ctx, shop)]
  const order = await makeOrder(ctx, shop, await makeListing(ctx, shop), { buyerId: ben })
  const row = (id: string, account_id: string) => ({ id, account_id, reason: 'other', body: null, created_at: ctx.now() }) as const
  const report = async (id: string, account: string, { id: listing_id }: { id: string }) =>
    (await queries.insertReport(db, { ...row(id, account), listing_id }))?.id
  type Subject = readonly [kind: queries.PersonSubject['kind'], id: string]
  const subjectOf = ([kind, id]: Subject) => ({ kind, id, accusedId: ana })
  const accuse = async (id: string, account: string, subject: Subject) =>
    (await queries.insertPersonReport(db, subjectOf(subject), row(id, account)))?.id
  const found = async (account: string, { id }: { id: string }) => (await queries.findOpenReport(db, account, id))?.id
  const accused = async (account: string, subject: Subject) => (await queries.findOpenPersonReport(db, account, subjectOf(subject)))?.id
  const [first, second, sale] = [['shop', shop.id], ['shop', other.id], ['order', order]] as const // prettier-ignore

  assert.deepEqual([await report('rep_1', eve, lamp), await report('rep_2', ben, vase), await report('rep_3', ben, lamp)], ['rep_1', 'rep_2', 'rep_3']) // prettier-ignore
  assert.equal(await report('rep_9', ben, lamp), undefined)
  assert.deepEqual([await found(eve, lamp), await found(ben, vase), await found(ben, lamp), await found(eve, vase)], ['rep_1', 'rep_2', 'rep_3', undefined]) // prettier-ignore
  assert.deepEqual([await accuse('rep_4', eve, first), await accuse('rep_5', ben, second), await accuse('rep_6', ben, first), await accuse('rep_7', ben, sale)], ['rep_4', 'rep_5', 'rep_6', 'rep_7']) // prettier-ignore
  assert.equal(await accuse('rep_9', ben, sale), undefined)
  assert.deepEqual([await accused(eve, first), await accused(ben, second), await accused(ben, first), await accused(ben, sale), await accused(eve, sale)], ['rep_4', 'rep_5', 'rep_6', 'rep_7', undefined]) // prettier-ignore
  const closed = { status: 'closed', outcome: 'dismissed', closed_at: ctx.now() } as const
  await db.updateTable('reports').set(closed).where('id', 'in', ['rep_3', 'rep_6']).execute()
  assert.deepEqual([await found(ben, lamp), await found(eve, lamp), await accused(ben, first), await accused(eve, first)], [undefined, 'rep_1', undefined, 'rep_4']) // prettier-ignore
})
