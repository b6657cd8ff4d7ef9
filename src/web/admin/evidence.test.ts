import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { startApp, type TestApp } from '#test/app.ts'
import { openSeller } from '#test/factories.ts'
import { lifetime } from '#test/lifetime.ts'
import { visitorOf, type Visitor } from '#test/pages.ts'
import { makeListing } from '#test/rows.ts'
import { openSaleAt } from '#test/sales.ts'

describe('evidence that operators see before they decide a case', () => {
  let app: TestApp
  let operator: Visitor
  const life = lifetime()
  before(async () => {
    app = await startApp(life)
    const boss = await app.signUp('Boss')
    await app.service.ctx.db.updateTable('accounts').set({ is_operator: true }).where('id', '=', boss.id).execute()
    operator = await visitorOf(app, boss.cookie)
  })

  test('a report page shows all photos of the listing, numbered in order', async () => {
    const seller = await openSeller(app)
    const listing = await seller.list({ title: 'Two mugs', price: 14, publish: true })
    const photo = (position: number) => ({
      id: app.service.ctx.newId('pho'),
      listing_id: listing.id as string,
      position,
      source: 'own' as const,
      variants: JSON.stringify([
        { size: 'thumb', key: `small-${position}.webp`, width: 100, height: 125 },
        { size: 'large', key: `large-${position}.webp`, width: 800, height: 1000 },
      ]),
      created_at: app.service.ctx.now(),
    })
    await app.service.ctx.db
      .insertInto('photos')
      .values([photo(0), photo(1), photo(2)])
      .execute()
    const reporter = await app.signUp('Ben')
    const sent = await app.call('POST', `/v1/market/listings/${listing.id}/report`, {
      key: reporter.key,
      json: { reason: 'misleading', body: 'The label in the second photo says another size.' },
    })
    assert.equal(sent.status, 201, JSON.stringify(sent.body))
    const { body } = await operator.get(`/operator/reports/${sent.body.id}`)
    const seen = [...body.matchAll(/large-(\d)\.webp"[^]*?small-(\d)\.webp"[^]*?Photo (\d)</g)].map(([, ...numbers]) => numbers.map(Number))
    assert.deepEqual(seen, [
      [0, 0, 1],
      [1, 1, 2],
      [2, 2, 3],
    ])
  })

  test('a dispute page shows the messages of both parties, or states that there are none', async () => {
    const sale = await openSaleAt(app, 'problem')
    const page = async () => (await operator.get(`/operator/disputes/${sale.order.id}`)).body as string
    assert.match(await page(), /The buyer and seller have not messaged each other/)
    const send = (json: object) => app.call('POST', '/v1/threads', { key: sale.buyer.key, json })
    await send({ listing: sale.listing.id, text: 'Is the shade whole?' })
    await send({ shop: sale.seller.slug, text: 'My lamp came broken.' })
    const body = await page()
    assert.match(body, /Is the shade whole\?/)
    assert.match(body, /My lamp came broken\./)
    assert.doesNotMatch(body, /<details[^>]*>(?:(?!<\/details>)[^])*Is the shade whole/)
  })

  test('the operator’s page for an account lists 100 listings, and finds the remaining listings by ID', async () => {
    const { ctx } = app.service
    const seller = await openSeller(app, 'Dealer')
    const shop = await ctx.db
      .selectFrom('shops')
      .select(['id', 'owner_id', 'slug'])
      .where('slug', '=', seller.slug)
      .executeTakeFirstOrThrow()
    const made = { id: shop.id, ownerId: shop.owner_id, slug: shop.slug }
    const first = await makeListing(ctx, made, { title: 'The oldest' })
    await ctx.db
      .updateTable('listings')
      .set({ updated_at: new Date(0) })
      .where('id', '=', first.id)
      .execute()
    for (let count = 1; count <= 104; count++) await makeListing(ctx, made, { title: `Number ${count}` })
    const path = `/operator/accounts/${seller.id}`
    const { body } = await operator.get(path)
    assert.equal((body.match(/type="radio"/g) ?? []).length, 0)
    assert.equal((body.match(/<option value="listing /g) ?? []).length, 100)
    assert.ok(!body.includes(first.id))
    const nothing = await operator.post(path, { do: '', reason: 'A copy' })
    assert.deepEqual([nothing.status, /Choose an action/.test(nothing.body)], [400, true])
    const hidden = await operator.post(path, { do: 'other listing', listing: first.id, reason: 'A copy' })
    assert.equal(hidden.status, 303, hidden.body.slice(0, 400))
    const row = await ctx.db.selectFrom('listings').select('visibility').where('id', '=', first.id).executeTakeFirstOrThrow()
    assert.equal(row.visibility, 'hidden')
  })
})
