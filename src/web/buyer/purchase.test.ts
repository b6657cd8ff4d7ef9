import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '#test/app.ts'
import { newBuyer, onSale, openBargain } from '#test/bargain.ts'
import { visitorOf } from '#test/pages.ts'
import { HOME } from '#test/sales.ts'

test('the page of a reserved or sold item says “not charged” only to a buyer who had started to buy it', async (t) => {
  const app = await startApp(t)
  const { seller, buyer } = await openBargain(app)
  const lamp = await onSale(seller)
  const late = await newBuyer(app, 'Late')
  const idle = await newBuyer(app, 'Idle')
  const ordered = await late.call('POST', '/v1/orders', { json: { listing: lamp, address: HOME } })
  await late.call('POST', `/v1/orders/${ordered.body.id}/cancel`)
  const { body: order } = await buyer.call('POST', '/v1/orders', { json: { listing: lamp, address: HOME } })
  const read = async (who: { cookie: string }) => (await (await visitorOf(app, who.cookie)).get(`/checkout/${lamp}`)).body as string
  const [reserved, reservedForLate] = [await read(idle), await read(late)]
  assert.match(reserved, /reserved for another buyer/)
  assert.doesNotMatch(reserved, /not charged/)
  assert.match(reservedForLate, /You were not charged/)
  await buyer.call('POST', `/v1/orders/${order.id}/pay`, { json: { method: 'test_ok' } })
  assert.match(await read(idle), /This item has been sold\.(?! You were not charged)/)
  assert.match(await read(late), /This item has been sold\. You were not charged\./)
})

test('both parties see the item price and the shipping of an order separately', async (t) => {
  const app = await startApp(t)
  const { seller, buyer } = await openBargain(app)
  const lamp = await onSale(seller, { title: 'Haggled lamp', price: 64, shipping: 8 })
  const { id } = await buyer.offer(lamp, 57)
  const { order } = (await seller.call('POST', `/v1/offers/${id}/accept`)).body
  await buyer.call('POST', `/v1/orders/${order}/pay`, { json: { method: 'test_ok', address: HOME } })
  const [theirs, ours] = [await visitorOf(app, seller.cookie), await visitorOf(app, buyer.cookie)]
  for (const path of ['/app', '/app/orders', `/app/orders/${order}`])
    assert.match((await theirs.get(path)).body, /\$57 \+ \$8 shipping/, path)
  assert.match((await ours.get('/you/orders')).body, /\$57 \+ \$8 shipping/)
  assert.match(
    (await ours.get(`/you/orders/${order}`)).body,
    /Item price<\/th><td>\$57<\/td>[^]*Delivery<\/th><td>\$8 shipping<\/td>[^]*\$65/,
  )
})

test('on every page for a pickup order, the seller is instructed to hand over the item and never to ship it', async (t) => {
  const app = await startApp(t)
  const { seller, buyer } = await openBargain(app)
  const lamp = await onSale(seller, { title: 'Pickup lamp', shipping: 0 })
  const { body: order } = await buyer.call('POST', '/v1/orders', { json: { listing: lamp } })
  assert.equal((await buyer.call('POST', `/v1/orders/${order.id}/pay`, { json: { method: 'test_ok' } })).body.status, 'paid')
  const visitor = await visitorOf(app, seller.cookie)
  for (const path of ['/app', '/app/orders', `/app/orders/${order.id}`]) {
    const { body } = await visitor.get(path)
    const main = /<main[^]*<\/main>/.exec(body)![0]
    assert.match(main, /hand (it )?over/i, path)
    assert.doesNotMatch(main, /ship within|ship (it|the item)|to ship<\/span>/i, path)
  }
})

test('while a counteroffer is open, the checkout and the conversation link to it, and the conversation does not link to the checkout', async (t) => {
  const app = await startApp(t)
  const { seller, buyer } = await openBargain(app)
  const lamp = await onSale(seller, { price: 64 })
  const { id } = await buyer.offer(lamp, 40)
  assert.equal((await seller.call('POST', `/v1/offers/${id}/counter`, { json: { amount: 57 } })).status, 200)
  const thread = (await buyer.call('GET', '/v1/threads?role=buyer')).body.data[0].id
  const visitor = await visitorOf(app, buyer.cookie)
  const talk = async () => (await visitor.get(`/you/messages/${thread}`)).body as string
  const link = `/you/offers?tab=needs#${id}`
  assert.ok((await talk()).includes(`href="${link}"`) && /Answer the counteroffer of \$57/.test(await talk()))
  assert.doesNotMatch(await talk(), /href="\/checkout\//)
  assert.ok((await visitor.get(`/checkout/${lamp}`)).body.includes(`href="${link}"`))
  // after the counteroffer is closed, the buyer pays the full price
  await buyer.call('POST', `/v1/offers/${id}/decline`)
  assert.match(await talk(), /href="\/checkout\//)
  assert.ok(!(await visitor.get(`/checkout/${lamp}`)).body.includes(link))
})
