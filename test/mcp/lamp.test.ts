import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import sharp from 'sharp'
import { startApp, type TestApp } from '#test/app.ts'
import { openSeller, type Seller } from '#test/factories.ts'
import { connect, type Era, type Talker } from '#test/mcp/client.ts'
import { until } from '#test/until.ts'

/** Tests two agents that sell and buy a lamp over MCP. The owner approves the actions that the key may not perform without approval. */

const app: TestApp = await startApp({ after })
const photo = (await sharp({ create: { width: 64, height: 64, channels: 3, background: '#c93' } }).jpeg().toBuffer()).toString('base64') // prettier-ignore

for (const era of ['auto', 'legacy'] as const satisfies readonly Era[]) {
  describe(`sale of a lamp over MCP (${era === 'auto' ? 'protocol of 2026-07-28' : 'older client'})`, () => {
    let ana: Seller
    let seller: Talker
    let buyer: Talker
    let buyerCookie: string

    before(async () => {
      ana = await openSeller(app, 'Ana')
      await ana.call('PATCH', `/v1/shops/${ana.slug}`, { json: { haggle: false } })
      const agent = await ana.keyWith({
        kind: 'agent',
        scopes: ['listings', 'offers', 'orders', 'messages'],
        ask_first: ['listings.publish', 'offers.accept'],
      })
      seller = await connect(app, agent, era)
      const bo = await app.signUp('Bo')
      buyerCookie = bo.cookie
      const key = await app.call('POST', '/v1/keys', {
        cookie: bo.cookie,
        json: { name: 'Finder', kind: 'agent', scopes: ['buying'], ask_first: ['buying.pay'], max_offer: 57 },
      })
      buyer = await connect(app, key.body.secret, era)
    })
    after(() => Promise.all([seller.client.close(), buyer.client.close()]))

    const approve = async (id: string, cookie: string) => {
      const done = await app.call('POST', `/v1/approvals/${id}/approve`, { cookie })
      assert.deepEqual([done.status, done.body.status], [200, 'done'], JSON.stringify(done.body))
    }

    test('the MCP endpoint negotiates a protocol version that the client supports', () => {
      assert.equal(seller.client.getNegotiatedProtocolVersion(), era === 'auto' ? '2026-07-28' : '2025-11-25')
    })

    test('two agents complete a sale of a lamp over MCP, from the photo to the payout', async () => {
      const title = `Oak lamp ${era}`
      const draft = await seller.use('draft_listing', { title, prompt: 'Oak table lamp', photos: [photo], idempotency_key: 'lamp' })
      assert.equal(draft.status, 'done')
      const listing = draft.result.id
      assert.deepEqual([draft.result.status, draft.result.photos.length], ['draft', 1])
      const again = await seller.use('draft_listing', { title, prompt: 'Oak table lamp', photos: [photo], idempotency_key: 'lamp' })
      assert.deepEqual([again.result.id, again.result.photos.length], [listing, 1], 'a retry creates no second draft')

      const research = await until('the research', async () => {
        const { result } = await seller.use('research_price', { listing })
        return result.status !== 'running' && result
      })
      assert.equal(research.status, 'done')
      assert.ok(research.result.suggested_price > 0)

      const publishing = await seller.use('price_and_publish', { listing, price: 58, shipping: 6 })
      assert.equal(publishing.status, 'waiting')
      assert.match(publishing.next, new RegExp(`${app.url}/app/approvals/${publishing.approval.id}`))
      assert.equal((await buyer.use('search_market', { q: title })).total, 0, 'nothing runs before the approval')
      await approve(publishing.approval.id, ana.cookie)
      const decided = await seller.use('check_approval', { approval: publishing.approval.id })
      assert.deepEqual([decided.status, decided.result.status], ['done', 200])
      assert.equal('lowest_price' in decided.result.body, false)

      const [found] = (await buyer.use('search_market', { q: title })).data
      assert.deepEqual([found.id, found.price], [listing, 58])
      const over = await buyer.refused('make_offer', { listing, amount: 57.5 })
      assert.deepEqual([over.type, over.code, over.param], ['permission', 'over_limit', 'amount'])
      const offer = (await buyer.use('make_offer', { listing, amount: 50 })).result

      const inbox = await seller.use('read_inbox')
      assert.deepEqual(inbox.offers_to_answer.map(({ id }: { id: string }) => id), [offer.id]) // prettier-ignore
      const accepting = await seller.use('answer_offer', { offer: offer.id, answer: 'accept', expected_amount: 50 })
      assert.equal(accepting.status, 'waiting')
      assert.equal((await buyer.use('list_offers', { role: 'buyer' })).data[0].status, 'open', 'an agent cannot approve for its owner')
      await approve(accepting.approval.id, ana.cookie)

      const { order, status } = (await buyer.use('list_offers', { role: 'buyer' })).data[0]
      assert.equal(status, 'accepted')
      const address = { name: 'Bo', line1: 'Elm 1', city: 'Salem', postal_code: '97301', country: 'USA' }
      const paying = await buyer.use('buy', { order, method: 'test_ok', address })
      assert.equal(paying.status, 'waiting')
      await approve(paying.approval.id, buyerCookie)

      const [sale] = (await seller.use('list_orders', { role: 'seller' })).data
      assert.deepEqual([sale.id, sale.status, sale.payment], [order, 'paid', 'paid'])
      const shipped = await seller.use('ship_order', { order, carrier: 'DHL', number: 'JD014600006281230704' })
      assert.equal(shipped.result.status, 'shipped')
      assert.equal((await buyer.use('read_item', { listing })).sold, true)
    })
  })
}
