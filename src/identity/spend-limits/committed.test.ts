import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { SCOPES } from '#core/scopes.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { keyOf, newBuyer, onSale, openBargain, type Buyer } from '#test/bargain.ts'
import { ok, type Seller } from '#test/factories.ts'
import { lifetime } from '#test/lifetime.ts'
import { likeEarlier } from '#test/likers.ts'
import { HOME } from '#test/sales.ts'

/** Purchases: `src/commerce/purchases/limits.test.ts`. */
describe('each action commits exactly what it obliges the buyer to pay', () => {
  const life = lifetime()
  let app: TestApp
  let seller: Seller
  let buyer: Buyer
  before(async () => {
    app = await startApp(life, {}, undefined, 'web')
    seller = (await openBargain(app)).seller
    await ok(seller, 'PATCH', `/shops/${seller.slug}`, { ask_hold: true })
    buyer = await newBuyer(app)
  })

  /** Creates a listing for 100 dollars, with 5 dollars for shipping. */
  const listed = () => onSale(seller, { shipping: 5, lowest_price: 50 })
  const made = async (path: string, json: object): Promise<string> => (await ok(buyer, 'POST', path, json)).id

  const cases: [title: string, cents: number, prepare: () => Promise<[path: string, json?: object]>][] = [
    ['an offer: its amount', 6_000, async () => ['/offers', { listing: await listed(), amount: 60 }]],
    [
      'an accepted counteroffer: its amount',
      8_000,
      async () => {
        const id = await made('/offers', { listing: await listed(), amount: 60 })
        await ok(seller, 'POST', `/offers/${id}/counter`, { amount: 80 })
        return [`/offers/${id}/accept`]
      },
    ],
    [
      'an accepted invitation: its amount and the shipping',
      8_500,
      async () => {
        const listing = await listed()
        await likeEarlier(app, buyer, listing)
        const { id } = await ok(seller, 'POST', `/listings/${listing}/invitations`, { amount: 80 })
        return [`/invitations/${id}/take`]
      },
    ],
    ['an order: the price and the shipping', 10_500, async () => ['/orders', { listing: await listed(), address: HOME }]],
    [
      'the payment for an order: the price and the shipping',
      10_500,
      async () => [`/orders/${await made('/orders', { listing: await listed(), address: HOME })}/pay`, { method: 'test_ok' }],
    ],
    ['a request for a hold: the deposit', 1_000, async () => ['/holds', { listing: await listed() }]],
    [
      'the payment for a hold: the deposit',
      1_000,
      async () => [`/holds/${await made('/holds', { listing: await listed() })}/pay`, { method: 'test_ok' }],
    ],
  ]
  for (const [title, cents, prepare] of cases)
    test(title, async () => {
      const [path, json = {}] = await prepare()
      const key = await keyOf(app, buyer, { scopes: SCOPES, max_day: 1_000 })
      const { status, body } = await app.call('POST', `/v1${path}`, { key, json })
      assert.ok(status < 300, JSON.stringify(body))
      assert.deepEqual((await app.service.ctx.db.selectFrom('commitments').select('cents').where('cents', '>', 0).execute()).at(-1), {
        cents,
      })
      await app.service.ctx.db.deleteFrom('commitments').execute()
    })
})
