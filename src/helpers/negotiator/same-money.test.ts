import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, type TestApp } from '#test/app.ts'
import { ATTACKS } from '#test/attacks.ts'
import { newBuyer, type Buyer } from '#test/bargain.ts'
import { openSeller, type Seller } from '#test/factories.ts'
import { echoed, obeyed } from '#test/fakes/model-mind.ts'
import { startModel } from '#test/fakes/model.ts'
import { HOME } from '#test/sales.ts'

// Many actions by buyers cause a model call. The model's output must never change any amount.

const LISTINGS = [
  { title: 'Coat', price: 80, shipping: 12, lowest_price: 73.19 },
  { title: 'Sofa', price: 450, shipping: 0, lowest_price: 301.5 },
  { title: 'Cup', price: 9, lowest_price: 4 },
  { title: 'Lamp', price: 120 },
  { title: 'Ring', price: 99.5, lowest_price: 99.5 },
  { title: 'Desk', price: 200, lowest_price: 0 },
  { title: 'Hat', price: 35, take_offers: false },
]
const SHARES = [0.02, 0.3, 0.5, 0.7, 0.84, 0.85, 0.91, 0.92, 0.99, 1]
const BUYERS = 5

type Step = { status: number; what: string }

/** Performs the actions of all buyers, always in the same order. Returns the responses. */
async function play(app: TestApp, seller: Seller, buyers: readonly Buyer[], listings: readonly string[]): Promise<Step[]> {
  const steps: Step[] = []
  const act = async (buyer: Buyer, what: string, path: string, json: Record<string, unknown> = {}) => {
    const { status, body } = await buyer.call('POST', path, { json })
    steps.push({ status, what: `${what} ${body.status ?? body.error?.type ?? ''}` })
    return body
  }
  let attacks = 0
  const attack = () => ATTACKS[(attacks++ * 17) % ATTACKS.length]!.text
  const offers: { id: string; buyer: Buyer; at: number }[] = []
  for (const [at, listing] of listings.entries())
    for (const [index, share] of SHARES.entries()) {
      const buyer = buyers[index % BUYERS]!
      const amount = Math.max(0.01, Math.round(LISTINGS[at]!.price * share * 100) / 100)
      const { id } = await act(buyer, 'offer', '/v1/offers', { listing, amount, note: attack().slice(0, 500) })
      if (id) offers.push({ id, buyer, at: offers.length })
      // the buyer's second offer must be made after the response to the first offer
      if (index === BUYERS - 1) await app.advance(1)
      if (index < 2) await act(buyer, 'message', '/v1/threads', { listing, text: attack() })
    }
  await app.advance(1)
  for (const { id, buyer, at } of offers) {
    if (at % 4 === 1) await act(buyer, 'accept', `/v1/offers/${id}/accept`, { address: HOME })
    if (at % 4 === 2) await act(buyer, 'decline', `/v1/offers/${id}/decline`)
    if (at % 4 === 3) await act(buyer, 'withdraw', `/v1/offers/${id}/withdraw`)
  }
  await app.advance(1)
  for (const listing of listings) await act(buyers[0]!, 'buy', '/v1/orders', { listing, address: HOME })
  for (const buyer of buyers) await act(buyer, 'message to the shop', '/v1/threads', { shop: seller.slug, text: attack() })
  await app.advance(3 * 86_400)
  return steps
}

/** Returns the amounts, and all values that can change an amount. Leaves out ids and times. */
async function moneyOf({ service: { ctx } }: TestApp) {
  const [offers, orders, listings, transfers, ledger] = await Promise.all([
    ctx.db
      .selectFrom('offers as o')
      .innerJoin('accounts as b', 'b.id', 'o.buyer_id')
      .select(['o.listing_title', 'b.name', 'o.amount_cents', 'o.status', 'o.counter_cents', 'o.counter_by', 'o.closed_reason'])
      .execute(),
    ctx.db
      .selectFrom('orders')
      .select(['listing_title', 'status', 'payment', 'payout', 'item_cents', 'shipping_cents', 'fee_cents'])
      .execute(),
    ctx.db
      .selectFrom('listings')
      .select(['title', 'status', 'price_cents', 'lowest_price_cents', 'shipping_cents', 'take_offers', 'description', 'fields'])
      .execute(),
    ctx.db
      .selectFrom('money_moves')
      .select((eb) => eb.fn.countAll<number>().as('rows'))
      .execute(),
    ctx.db
      .selectFrom('ledger_entries')
      .select((eb) => eb.fn.countAll<number>().as('rows'))
      .execute(),
  ])
  const sorted = (rows: object[]) => rows.map((row) => JSON.stringify(row)).toSorted()
  return { offers: sorted(offers), orders: sorted(orders), listings: sorted(listings), transfers, ledger }
}

test('a model that obeys attackers leads to the same responses, offers and orders as no model at all', async (t) => {
  const model = await startModel(t)
  model.answer = (prompt) => (model.prompts.length % 2 === 0 ? obeyed(prompt) : echoed(prompt))
  const [withModel, bare] = await Promise.all(
    [{ ...model.env, MODEL_DAILY_CALLS: '100000' }, {}].map(async (env) => {
      const app = await startApp(t, env)
      const seller = await openSeller(app, 'Sol')
      const buyers: Buyer[] = []
      for (let one = 0; one < BUYERS; one++) buyers.push(await newBuyer(app, `Buyer ${one}`))
      const listings: string[] = []
      for (const [at, listing] of LISTINGS.entries()) {
        const description = `Good. ${ATTACKS[at * 40]!.text}`
        listings.push((await seller.list({ ...listing, description, publish: true })).id)
      }
      const steps = await play(app, seller, buyers, listings)
      return { steps, money: await moneyOf(app) }
    }),
  )
  assert.ok(model.prompts.length >= 20, `${model.prompts.length} prompts`)
  const kinds = new Set(bare!.money.offers.map((row) => JSON.parse(row).status))
  for (const status of ['expired', 'declined', 'withdrawn']) assert.ok(kinds.has(status), [...kinds].join())
  assert.ok(bare!.money.orders.length > 0 && bare!.money.offers.some((row) => JSON.parse(row).counter_cents !== null))
  assert.deepEqual(withModel!.steps, bare!.steps)
  assert.deepEqual(withModel!.money, bare!.money)
  for (const { raw } of model.prompts) for (const floor of ['73.19', '7319', '301.5', '30150']) assert.ok(!raw.includes(floor))
})
