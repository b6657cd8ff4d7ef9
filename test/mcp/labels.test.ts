import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startApp } from '#test/app.ts'
import { PARCEL, SHIP_FROM } from '#test/labels.ts'
import { openSaleAt } from '#test/sales.ts'
import { connect } from '#test/mcp/client.ts'

const app = await startApp({ after })

test('an agent can compare rates freely, but buys and voids a label only with the owner’s approval', async () => {
  const { seller, order } = await openSaleAt(app, 'paid', { parcel: PARCEL })
  await seller.call('PATCH', `/v1/shops/${seller.slug}`, { json: { ship_from: SHIP_FROM } })
  const made = await app.call('POST', '/v1/keys', { cookie: seller.cookie, json: { name: 'Agent', kind: 'agent', scopes: ['orders'] } })
  const agent = await connect(app, made.body.secret)
  after(() => agent.client.close())
  const label = async () => (await seller.call('GET', `/v1/orders/${order.id}/label`)).body
  const approve = async ({ status, approval }: { status: string; approval: { id: string; action: string } }) => {
    assert.deepEqual([status, approval.action], ['waiting', 'orders.label'])
    assert.equal((await app.call('POST', `/v1/approvals/${approval.id}/approve`, { cookie: seller.cookie })).body.status, 'done')
    return (await agent.use('check_approval', { approval: approval.id })).result.body
  }

  const { data: rates } = await agent.use('list_orders', { rates_for: order.id })
  assert.equal(rates[0].object, 'rate')
  const heavy = (await agent.use('list_orders', { rates_for: order.id, ...PARCEL, weight_oz: 400 })).data
  assert.ok(heavy[0].amount > rates[0].amount, 'the given size counts')
  assert.equal((await agent.refused('label_order', { order: order.id })).param, 'rate')
  const waiting = await agent.use('label_order', { order: order.id, rate: rates[0].id })
  assert.equal((await label()).error.type, 'not_found', 'nothing is bought before the approval')
  const bought = await approve(waiting)
  assert.deepEqual([bought.status, bought.amount], ['bought', rates[0].amount])
  assert.match(bought.print_url, /^http/)

  const voiding = await agent.use('label_order', { order: order.id, void: true })
  assert.equal((await label()).status, 'bought', 'nothing is voided before the approval')
  assert.equal((await approve(voiding)).status, 'voided')
})

test('a key with permission to buy labels without approval buys a label immediately; a buyer’s key cannot buy labels', async () => {
  const { seller, order, buyer } = await openSaleAt(app, 'paid', { parcel: PARCEL })
  await seller.call('PATCH', `/v1/shops/${seller.slug}`, { json: { ship_from: SHIP_FROM } })
  const owner = await connect(app, seller.key)
  const other = await connect(app, buyer.key)
  after(() => Promise.all([owner.client.close(), other.client.close()]))
  const { data: rates } = await owner.use('list_orders', { rates_for: order.id })
  assert.equal((await other.refused('list_orders', { rates_for: order.id })).type, 'not_found')
  assert.equal((await other.refused('label_order', { order: order.id, rate: rates[0].id })).type, 'not_found')
  const { status, result } = await owner.use('label_order', { order: order.id, rate: rates[0].id })
  assert.deepEqual([status, result.object, result.order], ['done', 'label', order.id])
})
