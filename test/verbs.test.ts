import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, type Call, type Reply } from '#test/app.ts'
import { openSeller } from '#test/factories.ts'
import { HOME } from '#test/sales.ts'
import { statementsOf } from '#test/statements.ts'

type Verb = { name: string; most: number; calls: readonly (readonly [method: string, path: string, call: Call])[] }

/** What runs by itself beside a request is not counted: the least of some looks. */
const LOOKS = 5

test('no verb sends more statements than its budget', async (t) => {
  const app = await startApp(t, { RATE_LIMITS: 'off' }, undefined, 'web')
  const seller = await openSeller(app)
  const ben = await app.signUp('Ben')
  const { key } = ben
  const ok = ({ status, body }: Reply): Reply['body'] => (assert.ok(status < 300, JSON.stringify(body)), body)
  const many = async <T>(make: (n: number) => Promise<T>): Promise<T[]> => {
    const made: T[] = []
    for (let n = 0; n < LOOKS; n++) made.push(await make(n))
    return made
  }
  const post = (path: string, json: unknown, by = key) => app.call('POST', path, { key: by, json })
  const live = () => many(() => seller.list({ title: 'Brass lamp', price: 40, shipping: 8, publish: true }))
  const drafts = await many(() => seller.list({ title: 'Brass lamp', price: 40 }))
  const offered = async () => {
    const made: { listing: string; id: string }[] = []
    for (const { id } of await live()) made.push({ listing: id, id: ok(await post('/v1/offers', { listing: id, amount: 36 })).id })
    return made
  }
  const paid = async () => {
    const made: string[] = []
    for (const { id } of await live()) {
      const order = ok(await post('/v1/orders', { listing: id, address: HOME }))
      ok(await post(`/v1/orders/${order.id}/pay`, { method: 'test_ok' }))
      ok(await post(`/v1/orders/${order.id}/ship`, { carrier: 'UPS', number: '1Z 9' }, seller.key))
      ok(await post(`/v1/orders/${order.id}/deliver`, {}))
      made.push(order.id)
    }
    return made
  }
  const stores: string[] = []
  for (let n = 0; n < LOOKS; n++) {
    const other = await openSeller(app, `Cy${n}`)
    stores.push(other.slug)
  }
  const [liked, offers, ordered, open, accepted] = [await live(), await live(), await live(), await offered(), await offered()]
  const as = (json: unknown, by = key) => ({ key: by, json })
  const each = <T>(of: readonly T[], call: (one: T, n: number) => Verb['calls'][number]) => of.map(call)
  const again = (call: Verb['calls'][number]) => Array.from({ length: LOOKS }, () => call)
  const verbs: Verb[] = [
    { name: 'GET me', most: 0, calls: again(['GET', '/v1/me', { key }]) },
    { name: 'GET own listings', most: 0, calls: again(['GET', '/v1/listings', { key: seller.key }]) },
    { name: 'draft', most: 4, calls: again(['POST', '/v1/listings', as({ title: 'Mug', price: 12, shop: seller.slug }, seller.key)]) },
    {
      name: 'draft, named once',
      most: 6,
      calls: each(drafts, (_, n) => [
        'POST',
        '/v1/listings',
        { ...as({ title: 'Mug', price: 12 }, seller.key), headers: { 'idempotency-key': `k${n}` } },
      ]),
    },
    { name: 'publish', most: 10, calls: each(drafts, ({ id }) => ['POST', `/v1/listings/${id}/publish`, as({}, seller.key)]) },
    {
      name: 'change',
      most: 10,
      calls: each(drafts, ({ id }) => ['PATCH', `/v1/listings/${id}`, as({ price: 39, description: 'Old.' }, seller.key)]),
    },
    { name: 'like', most: 10, calls: each(liked, ({ id }) => ['PUT', `/v1/market/listings/${id}/like`, { key }]) },
    { name: 'follow', most: 10, calls: each(stores, (slug) => ['PUT', `/v1/market/stores/${slug}/follow`, { key }]) },
    { name: 'offer', most: 10, calls: each(offers, ({ id }) => ['POST', '/v1/offers', as({ listing: id, amount: 36 })]) },
    { name: 'counter', most: 10, calls: each(open, ({ id }) => ['POST', `/v1/offers/${id}/counter`, as({ amount: 38 }, seller.key)]) },
    { name: 'accept', most: 10, calls: each(accepted, ({ id }) => ['POST', `/v1/offers/${id}/accept`, as({}, seller.key)]) },
    { name: 'message', most: 10, calls: again(['POST', '/v1/threads', as({ shop: seller.slug, text: 'Is it there?' })]) },
    { name: 'order', most: 8, calls: each(ordered, ({ id }) => ['POST', '/v1/orders', as({ listing: id, address: HOME })]) },
    { name: 'confirm', most: 10, calls: each(await paid(), (id) => ['POST', `/v1/orders/${id}/confirm`, as({})]) },
    { name: 'sign-in', most: 10, calls: again(['POST', '/v1/sessions', { json: { email: ben.email, password: ben.password } }]) },
  ]
  const over: Record<string, unknown> = {}
  for (const { name, most, calls } of verbs) {
    let least: string[] | null = null
    for (const [method, path, call] of calls) {
      let reply: Reply
      const texts = await statementsOf(t, async () => (reply = await app.call(method, path, call)))
      ok(reply!)
      if (least === null || texts.length < least.length) least = texts
    }
    if (least!.length > most) over[name] = [least!.length, ...least!]
  }
  assert.deepEqual(over, {})
})
