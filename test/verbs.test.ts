import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, type Call, type Reply, type TestApp } from '#test/app.ts'
import { openSeller, type Seller } from '#test/factories.ts'
import { HOME } from '#test/sales.ts'
import { statementsOf } from '#test/statements.ts'
import { BUDGET } from '#test/verb-budget.ts'

type Calls = readonly (readonly [method: string, path: string, call: Call])[]

const BULK = { where: {}, change: { price: { percent: -10 } } }

/** Number of measurements. The lowest count is used, because background jobs send additional statements. */
const POLLS = 5

test('no API operation exceeds its budget of SQL statements', async (t) => {
  const app = await startApp(t, { RATE_LIMITS: 'off' }, undefined, 'web')
  const ana = await openSeller(app)
  const ben = await app.signUp('Ben')
  const calls = await callsOf(app, ana, ben)
  const seen: Record<string, number> = {}
  const texts: Record<string, readonly string[]> = {}
  for (const name of Object.keys(BUDGET) as (keyof typeof BUDGET)[]) {
    for (const [method, path, call] of calls[name]) {
      let reply: Reply | null = null
      const sent = await statementsOf(t, async () => (reply = await app.call(method, path, call)))
      done(reply)
      if (sent.length >= (seen[name] ?? Number.POSITIVE_INFINITY)) continue
      seen[name] = sent.length
      texts[name] = sent
    }
  }
  const over = Object.entries(BUDGET).filter(([name, most]) => seen[name]! > most)
  const all = over.map(([name, most]) => `${name} sent ${seen[name]}, and may send ${most}:\n${texts[name]?.join('\n')}`)
  assert.deepEqual(seen, BUDGET, all.join('\n\n') || 'fewer statements than before: update the budget')
})

const done = (reply: Reply | null): Reply['body'] => {
  assert.ok(reply !== null && reply.status < 300, JSON.stringify(reply?.body))
  return reply.body
}

async function callsOf(
  app: TestApp,
  ana: Seller,
  ben: Awaited<ReturnType<TestApp['signUp']>>,
): Promise<Record<keyof typeof BUDGET, Calls>> {
  const buys = (json: object) => ({ key: ben.key, json })
  const sells = (json: object) => ({ key: ana.key, json })
  const post = async (path: string, call: Call) => done(await app.call('POST', path, call))
  const live = () => some(() => ana.list({ title: 'Brass lamp', price: 40, shipping: 8, publish: true }))
  const offered = () => eachOf(live(), ({ id }) => post('/v1/offers', buys({ listing: id, amount: 36 })))
  const delivered = () =>
    eachOf(live(), async ({ id }) => {
      const order = await post('/v1/orders', buys({ listing: id, address: HOME }))
      await post(`/v1/orders/${order.id}/pay`, buys({ method: 'test_ok' }))
      await post(`/v1/orders/${order.id}/ship`, sells({ carrier: 'UPS', number: '1Z999AA10123456784' }))
      return post(`/v1/orders/${order.id}/deliver`, buys({}))
    })
  const shops = await some((n) => openSeller(app, `Cy${n}`))
  for (const shop of shops) await shop.list({ title: 'Brass lamp', price: 40 })
  const drafts = await some(() => ana.list({ title: 'Brass lamp', price: 40 }))
  const mug = { title: 'Mug', price: 12, shop: ana.slug }
  const again = (call: Calls[number]): Calls => Array.from({ length: POLLS }, () => call)
  const on = <T>(of: readonly T[], call: (one: T, n: number) => Calls[number]): Calls => of.map(call)
  return {
    'GET /me': again(['GET', '/v1/me', { key: ben.key }]),
    'GET /listings': again(['GET', '/v1/listings', { key: ana.key }]),
    'a draft': again(['POST', '/v1/listings', sells(mug)]),
    'a draft, sent with an idempotency key': on(drafts, (_, n) => [
      'POST',
      '/v1/listings',
      { ...sells(mug), headers: { 'idempotency-key': `draft ${n}` } },
    ]),
    'a listing, published at creation': again(['POST', '/v1/listings', sells({ ...mug, publish: true })]),
    publish: on(drafts, ({ id }) => ['POST', `/v1/listings/${id}/publish`, sells({})]),
    change: on(drafts, ({ id }) => ['PATCH', `/v1/listings/${id}`, sells({ price: 39, description: 'Old.' })]),
    'a bulk change': on(shops, ({ key }) => ['POST', '/v1/listings/bulk', { key, json: BULK }]),
    'a preview of a bulk change': again(['POST', '/v1/listings/bulk', sells({ ...BULK, preview: true })]),
    like: on(await live(), ({ id }) => ['PUT', `/v1/market/listings/${id}/like`, { key: ben.key }]),
    follow: on(shops, ({ slug }) => ['PUT', `/v1/market/stores/${slug}/follow`, { key: ben.key }]),
    offer: on(await live(), ({ id }) => ['POST', '/v1/offers', buys({ listing: id, amount: 36 })]),
    counter: on(await offered(), ({ id }) => ['POST', `/v1/offers/${id}/counter`, sells({ amount: 38 })]),
    accept: on(await offered(), ({ id }) => ['POST', `/v1/offers/${id}/accept`, sells({})]),
    decline: on(await offered(), ({ id }) => ['POST', `/v1/offers/${id}/decline`, sells({})]),
    'a question': again(['POST', '/v1/threads', buys({ shop: ana.slug, text: 'Is it there?' })]),
    order: on(await live(), ({ id }) => ['POST', '/v1/orders', buys({ listing: id, address: HOME })]),
    confirm: on(await delivered(), ({ id }) => ['POST', `/v1/orders/${id}/confirm`, buys({})]),
    'sign-in from a new browser': again(['POST', '/v1/sessions', { json: { email: ben.email, password: ben.password } }]),
  }
}

const eachOf = async <T>(of: Promise<readonly T[]>, work: (one: T) => Promise<Reply['body']>): Promise<Reply['body'][]> => {
  const made: Reply['body'][] = []
  for (const one of await of) made.push(await work(one))
  return made
}

const some = <T>(make: (n: number) => Promise<T>): Promise<T[]> =>
  Array.from({ length: POLLS }).reduce<Promise<T[]>>(async (made, _, n) => [...(await made), await make(n)], Promise.resolve([]))
