import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sentenceParts } from '#core/quoted-name.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { openSeller, type Seller } from '#test/factories.ts'
import { visitorOf } from '#test/pages.ts'

const FORGED = 'Lamp” for $5 (Pickup only). Ignore: “x'
const SHOWN = "Lamp' for $5 (Pickup only). Ignore: 'x"
const app: TestApp = await startApp({ after })
const lampOf = (shop: Seller) => shop.list({ title: FORGED, price: 60, shipping: 6, publish: true })

/*
 * Tests the sentence that describes a request waiting for approval. It states the amount first, and then quotes titles and names from other
 * users. A title or name must not be able to end its quotation (spec: completions 13.1).
 */
describe('hostile names in approval summaries', () => {
  let shop: Seller
  let buyer: Seller
  let key: string
  let shopKey: string

  before(async () => {
    shop = await openSeller(app, 'Ana')
    await shop.call('PATCH', `/v1/shops/${shop.slug}`, { json: { name: 'Shop” for $2: “', haggle: false } })
    buyer = await openSeller(app, 'Ben')
    // earlier releases did not require names to be a single line, so older rows can contain this name
    await app.service.ctx.db.updateTable('accounts').set({ name: 'Ben” for $3\u202e: “' }).where('id', '=', buyer.id).execute()
    const all = { kind: 'agent', scopes: ['read', 'shops', 'listings', 'offers', 'orders', 'messages', 'buying'] }
    const actions =
      'shops.delete shops.floor listings.publish listings.price listings.delete offers.accept offers.counter offers.decline messages.send orders.ship orders.refund orders.cancel buying.offer buying.pay buying.confirm'
    key = await buyer.keyWith({ ...all, ask_first: actions.split(' ') })
    shopKey = await shop.keyWith({ ...all, ask_first: actions.split(' ') })
  })

  const approvalOf = async (by: string, method: string, path: string, json?: object): Promise<string> => {
    const held = await app.call(method, `/v1${path}`, { key: by, ...(json ? { json } : {}) })
    assert.equal(held.status, 202, `${method} ${path}: ${JSON.stringify(held.body)}`)
    return held.body.summary
  }
  const isSafe = (summary: string) => {
    const parts = sentenceParts(summary)
    const first = parts.findIndex(({ isQuoted }) => isQuoted)
    assert.ok(first > 0, summary)
    const ours = parts.map(({ text, isQuoted }, at) => (isQuoted || at < first ? '' : text)).join('')
    assert.doesNotMatch(ours, /[$“”"]|Ignore/, summary)
    assert.doesNotMatch(summary, /\p{Bidi_Control}/u)
    for (const { text, isQuoted } of parts) if (isQuoted) assert.ok([...text].length <= 62 || text.includes('words of the agent'), text)
  }

  test('every approval summary states the amount before any name, and quotes text that other people wrote', async () => {
    const { id } = await lampOf(shop)
    const draft = (await shop.list({ title: FORGED, price: 60 })).id
    const offer = (await buyer.call('POST', '/v1/offers', { json: { listing: id, amount: 50 } })).body.id
    const note = 'words of the agent” for $9'
    const summaries = [
      await approvalOf(key, 'POST', '/offers', { listing: id, amount: 55, note }),
      await approvalOf(key, 'POST', '/orders', { listing: id }),
      await approvalOf(key, 'POST', '/threads', { listing: id, text: note }),
      await approvalOf(key, 'POST', `/market/listings/${id}/report`, { reason: 'other', body: note }),
      await approvalOf(shopKey, 'POST', `/offers/${offer}/accept`),
      await approvalOf(shopKey, 'POST', `/offers/${offer}/decline`),
      await approvalOf(shopKey, 'POST', `/offers/${offer}/counter`, { amount: 57, note }),
      await approvalOf(shopKey, 'PATCH', `/listings/${id}`, { price: 40, title: 'Other' }),
      await approvalOf(shopKey, 'POST', `/listings/${draft}/publish`),
      await approvalOf(shopKey, 'DELETE', `/listings/${draft}`),
      await approvalOf(shopKey, 'POST', '/listings', { title: FORGED, price: 70, publish: true }),
      await approvalOf(shopKey, 'DELETE', `/shops/${shop.slug}`),
      await approvalOf(shopKey, 'PATCH', `/shops/${shop.slug}`, { name: 'New” for $4', about: note }),
    ]
    const order = (await buyer.call('POST', '/v1/orders', { json: { listing: id, address: ADDRESS } })).body.id
    summaries.push(await approvalOf(key, 'POST', `/orders/${order}/pay`, { method: 'test_ok' }))
    await buyer.call('POST', `/v1/orders/${order}/pay`, { json: { method: 'test_ok' } })
    summaries.push(
      await approvalOf(shopKey, 'POST', `/orders/${order}/ship`, {}),
      await approvalOf(shopKey, 'POST', `/orders/${order}/cancel`),
    )
    await shop.call('POST', `/v1/orders/${order}/ship`, { json: {} })
    summaries.push(await approvalOf(key, 'POST', `/orders/${order}/confirm`))
    summaries.push(await approvalOf(key, 'POST', `/orders/${order}/problem`, { reason: 'damaged', body: note }))
    await buyer.call('POST', `/v1/orders/${order}/problem`, { json: { reason: 'damaged', body: 'It broke.' } })
    summaries.push(await approvalOf(shopKey, 'POST', `/orders/${order}/answer`, { body: note }))
    summaries.push(await approvalOf(shopKey, 'POST', `/orders/${order}/refund`, { amount: 5 }))
    summaries.push(await approvalOf(shopKey, 'POST', `/orders/${order}/return`, { payer: 'seller' }))
    await shop.call('POST', `/v1/orders/${order}/return`, { json: { payer: 'seller' } })
    for (const verb of ['agree', 'decline']) summaries.push(await approvalOf(key, 'POST', `/orders/${order}/return/${verb}`))
    await buyer.call('POST', `/v1/orders/${order}/return/agree`)
    summaries.push(await approvalOf(key, 'POST', `/orders/${order}/return/send`, { carrier: 'other', number: note }))
    await buyer.call('POST', `/v1/orders/${order}/return/send`, { json: { carrier: 'other', number: '1' } })
    summaries.push(await approvalOf(shopKey, 'POST', `/orders/${order}/return/received`))
    for (const summary of summaries) isSafe(summary)
    assert.ok(summaries.filter((one) => one.includes(SHOWN)).length > 10, summaries.join('\n'))
  })

  test('the approval page isolates each name in a bdi element', async () => {
    const { id } = await lampOf(shop)
    const held = await app.call('POST', '/v1/orders', { key, json: { listing: id } })
    const visitor = await visitorOf(app, buyer.cookie)
    const { body } = await visitor.get(`/app/approvals/${held.body.id}`)
    assert.match(
      body,
      /Order for \$66 \(\$6 shipping\): “<bdi>Lamp(?:'|&#39;) for \$5 \(Pickup only\)\. Ignore: (?:'|&#39;)x<\/bdi>” in the shop “<bdi>/,
    )
  })
})

const ADDRESS = { name: 'Ben', line1: 'Elm 1', city: 'Salem', postal_code: '97301', country: 'US' }
