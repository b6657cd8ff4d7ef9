import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { floorCents } from '#core/money.ts'
import { startApp } from '#test/app.ts'
import { openSeller, type Seller } from '#test/factories.ts'

const DAY_MS = 86_400_000
const SHOPS = 4
const LISTINGS = 50
const ROUNDS = 12
const LOWEST_PERCENT = 15

type Period = { cents: number; from: number; until: number | null }
type CrossedOut = { cents: number; at: number } | null

/** Computes the crossed-out price after period `index` directly from its definition, by recursion over the price history. */
function crossedOutAfter(periods: readonly Period[], index: number): CrossedOut {
  if (index <= 0) return null
  const [before, { cents, from }] = [periods[index - 1]!, periods[index]!]
  if (cents > before.cents) return null
  const earlier = crossedOutAfter(periods, index - 1)
  if (cents === before.cents) return earlier
  if (earlier && from - earlier.at < 30 * DAY_MS) return { cents: earlier.cents, at: from }
  const cut = periods
    .slice(0, index)
    .map((one) => ({ cents: one.cents, from: Math.max(one.from, from - 30 * DAY_MS), until: one.until ?? from }))
    .filter((one) => one.until > one.from)
  const lowest = Math.min(...cut.map((one) => one.cents))
  const publicMs = cut.reduce((sum, one) => sum + one.until - one.from, 0)
  return publicMs >= DAY_MS && lowest > cents ? { cents: lowest, at: from } : null
}

/** A listing, with its minimum price after the seller's last price edit. Automatic price changes must respect this minimum. */
type Model = { seller: Seller; id: string; status: 'live' | 'draft'; floorCents: number }

const floorOf = ({ price, lowest_price: lowest }: { price: number; lowest_price: number | null }): number =>
  floorCents({ priceCents: toCents(price), lowestPriceCents: lowest === null ? null : toCents(lowest), lowestPercent: LOWEST_PERCENT })

const toCents = (dollars: number): number => Math.round(dollars * 100)

const actions = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ kind: 'none' as const }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('price' as const), cents: fc.integer({ min: 500, max: 20_000 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('floor' as const), percent: fc.option(fc.integer({ min: 40, max: 100 })) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('drop' as const),
      percent: fc.integer({ min: 1, max: 50 }),
      days: fc.integer({ min: 3, max: 30 }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'stop' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'toggle' as const }) },
)
type Action = typeof actions extends fc.Arbitrary<infer A> ? A : never
const sales = fc.option(fc.record({ percent: fc.integer({ min: 5, max: 50 }), days: fc.integer({ min: 1, max: 14 }), end: fc.boolean() }), {
  freq: 1,
})
const rounds = fc.array(
  fc.record({
    days: fc.double({ min: 0.3, max: 12, noNaN: true }),
    sales: fc.array(sales, { minLength: SHOPS, maxLength: SHOPS }),
    actions: fc.array(actions, { minLength: SHOPS * LISTINGS, maxLength: SHOPS * LISTINGS }),
  }),
  { minLength: ROUNDS, maxLength: ROUNDS },
)

test('after each of 200 random sequences of edits, price drops and sales, no price is below its minimum and every crossed-out price is correct', async (t) => {
  const app = await startApp(t, {}, undefined, 'web')
  const { ctx } = app.service
  const seed = Date.now() % 1_000_000
  t.diagnostic(`seed ${seed}`)
  const [plan] = fc.sample(rounds, { numRuns: 1, seed })
  const sellers = await Promise.all(Array.from({ length: SHOPS }, (_, n) => openSeller(app, `Seller${n}`)))
  const models: Model[] = []
  for (const seller of sellers)
    for (let n = 0; n < LISTINGS; n++) {
      const { id } = await seller.list({ title: 'Lamp', price: 100, publish: true })
      models.push({ seller, id, status: 'live', floorCents: 85_00 })
    }

  const act = async (model: Model, action: Action): Promise<void> => {
    const path = `/v1/listings/${model.id}`
    const { seller } = model
    const ok = async (method: string, at: string, json?: object) => {
      const { status, body } = await seller.call(method, at, json ? { json } : {})
      assert.ok(status < 300 || status === 400, JSON.stringify(body))
      return status < 300 ? body : null
    }
    if (action.kind === 'price') model.floorCents = floorOf(await ok('PATCH', path, { price: action.cents / 100 }))
    if (action.kind === 'floor') {
      const { price } = (await seller.call('GET', path)).body
      const lowest = action.percent === null ? null : Math.floor(price * action.percent) / 100
      model.floorCents = floorOf(await ok('PATCH', path, { lowest_price: lowest }))
    }
    if (action.kind === 'drop') await ok('PUT', `${path}/price-drop`, { percent: action.percent, every_days: action.days })
    if (action.kind === 'stop') await ok('DELETE', `${path}/price-drop`)
    if (action.kind === 'toggle') {
      await ok('POST', `${path}/${model.status === 'live' ? 'unpublish' : 'publish'}`)
      model.status = model.status === 'live' ? 'draft' : 'live'
    }
  }

  const sell = async (seller: Seller, sale: { percent: number; days: number; end: boolean } | null): Promise<void> => {
    if (!sale) return
    const path = `/v1/shops/${seller.slug}/sales`
    const running = (await seller.call('GET', path)).body.data.find(({ status }: { status: string }) => status === 'running')
    if (running && sale.end) await seller.call('POST', `${path}/${running.id}/end`)
    else if (!running)
      await seller.call('POST', path, {
        json: { percent: sale.percent, ends_at: new Date(ctx.now().getTime() + sale.days * DAY_MS).toISOString() },
      })
  }

  const check = async (): Promise<number> => {
    const rows = await ctx.db.selectFrom('listings').select(['id', 'status', 'price_cents', 'was_cents']).execute()
    const byId = new Map(rows.map((row) => [row.id, row]))
    const history = await ctx.db.selectFrom('listing_prices').selectAll().orderBy('from_at').execute()
    const periods = Map.groupBy(history, ({ listing_id }) => listing_id)
    const now = ctx.now().getTime()
    let crossedOut = 0
    for (const model of models) {
      const row = byId.get(model.id)!
      assert.ok(row.price_cents! >= model.floorCents, `${model.id}: ${row.price_cents} is below ${model.floorCents}`)
      const own = (periods.get(model.id) ?? []).map(({ price_cents: cents, from_at, until_at }) => ({
        cents,
        from: from_at.getTime(),
        until: until_at?.getTime() ?? null,
      }))
      const expected = crossedOutAfter(own, own.length - 1)
      const isCurrent = row.status === 'live' && expected !== null && now - expected.at < 30 * DAY_MS
      assert.equal(row.was_cents, isCurrent ? expected.cents : null, `${model.id}: ${JSON.stringify(own)}`)
      if (isCurrent) crossedOut++
    }
    return crossedOut
  }

  let crossedOut = 0
  for (const { days, sales: planned, actions: chosen } of plan!) {
    for (const [index, model] of models.entries()) await act(model, chosen[index]!)
    for (const [index, seller] of sellers.entries()) await sell(seller, planned[index] ?? null)
    await app.advance(1)
    crossedOut += await check()
    await app.advance(Math.round(days * 86_400))
    crossedOut += await check()
  }
  assert.ok(crossedOut > 100, `only ${crossedOut} crossed-out prices were seen`)
})
