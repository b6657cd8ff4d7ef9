import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '#test/app.ts'
import { openBargain, onSale } from '#test/bargain.ts'
import { HOME } from '#test/sales.ts'

test('the API and the pages show the price that the buyer actually paid for a sold item', async (t) => {
  const app = await startApp(t)
  const { seller, buyer } = await openBargain(app)
  const lamp = await onSale(seller, { title: 'Haggled lamp', price: 64, shipping: 8, take_offers: true })
  const { id } = await buyer.offer(lamp, 57)
  const { order } = (await seller.call('POST', `/v1/offers/${id}/accept`)).body
  const paid = await buyer.call('POST', `/v1/orders/${order}/pay`, { json: { method: 'test_ok', address: HOME } })
  assert.equal(paid.status, 200, JSON.stringify(paid.body))

  const vase = await onSale(seller, { title: 'Vase sold elsewhere', price: 20 })
  await seller.call('POST', `/v1/listings/${vase}/mark-sold`)

  const sold = async () =>
    new Map(
      (await app.call('GET', `/v1/market/stores/${seller.slug}`)).body.recently_sold.map((one: { title: string; price: number }) => [
        one.title,
        one.price,
      ]),
    )
  const shown = async () => (await app.call('GET', `/v1/market/listings/${lamp}`)).body.price
  assert.deepEqual([(await sold()).get('Haggled lamp'), (await sold()).get('Vase sold elsewhere'), await shown()], [57, 20, 57])

  const { url } = (await seller.call('GET', `/v1/listings/${lamp}`)).body
  const host = `${seller.slug}.resale.localhost`
  for (const path of ['/', new URL(url).pathname]) {
    const { body } = await app.call('GET', path, { host })
    assert.match(body, /\$57/, path)
    assert.doesNotMatch(body, /\$64|"price":"64/, path)
  }
  // the owner still sees the asking price, which becomes the listing's price again when it is relisted
  assert.equal((await seller.call('GET', `/v1/listings/${lamp}`)).body.price, 64)

  // once the relisted item is marked as sold elsewhere, the price of the earlier sale is no longer shown
  await seller.call('POST', `/v1/orders/${order}/cancel`)
  await app.advance(60)
  assert.equal((await seller.call('POST', `/v1/listings/${lamp}/relist`)).status, 200)
  assert.equal(await shown(), 64)
  await seller.call('POST', `/v1/listings/${lamp}/mark-sold`)
  assert.deepEqual([await shown(), (await sold()).get('Haggled lamp')], [64, 64])
})
