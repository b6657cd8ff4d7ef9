import assert from 'node:assert/strict'
import type { Reply, TestApp } from '#test/app.ts'
import { openSeller, type Seller } from '#test/factories.ts'
import { HOME } from '#test/sales.ts'

type Buyer = Awaited<ReturnType<TestApp['signUp']>>

/** A buyer, and a seller with three live listings for 20, 30 and 50 dollars and a 10% discount on two or more items. */
export type BundleScene = {
  app: TestApp
  seller: Seller
  buyer: Buyer
  listings: Reply['body'][]
  ids: string[]
  post(who: { key: string }, path: string, json?: object): Promise<Reply>
  /** Creates a purchase that contains the first `count` listings. */
  buy(count?: number, more?: object): Promise<Reply['body']>
  pay(count?: number): Promise<Reply['body']>
  read(id: string): Promise<Reply['body']>
  order(id: string): Promise<Reply['body']>
}

export async function openBundles(app: TestApp, settings: object = {}): Promise<BundleScene> {
  const seller = await openSeller(app)
  const buyer = await app.signUp('Ben Buyer')
  const changed = await seller.call('PATCH', `/v1/shops/${seller.slug}`, {
    json: { bundle_tiers: [{ from: 2, percent: 10 }], bundle_shipping: 'highest', ...settings },
  })
  assert.equal(changed.status, 200, JSON.stringify(changed.body))
  const listings: Reply['body'][] = []
  for (const [title, price, shipping] of [
    ['Brass lamp', 20, 5],
    ['Oak shelf', 30, 10],
    ['Wool coat', 50, 5],
  ] as const)
    listings.push(await seller.list({ title, price, shipping, publish: true }))
  const ids = listings.map(({ id }) => id as string)
  const post = (who: { key: string }, path: string, json: object = {}) => app.call('POST', `/v1${path}`, { key: who.key, json })
  const scene: BundleScene = {
    app,
    seller,
    buyer,
    listings,
    ids,
    post,
    async buy(count = 3, more = {}) {
      const made = await post(buyer, '/purchases', { listings: ids.slice(0, count), address: HOME, ...more })
      assert.equal(made.status, 201, JSON.stringify(made.body))
      return made.body
    },
    async pay(count = 3) {
      const { id } = await scene.buy(count)
      const paid = await post(buyer, `/purchases/${id}/pay`, { method: 'test_ok' })
      assert.deepEqual([paid.status, paid.body.status], [200, 'paid'], JSON.stringify(paid.body))
      return paid.body
    },
    read: async (id) => (await app.call('GET', `/v1/purchases/${id}`, { key: buyer.key })).body,
    order: async (id) => (await app.call('GET', `/v1/orders/${id}`, { key: buyer.key })).body,
  }
  return scene
}
