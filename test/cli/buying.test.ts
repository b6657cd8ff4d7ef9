import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startApp } from '#test/app.ts'
import { openSeller, type Seller } from '#test/factories.ts'
import { PARCEL, SHIP_FROM } from '#test/labels.ts'
import { HOME } from '#test/sales.ts'
import { buildProgram, terminal, type Terminal } from './resale.ts'

const app = await startApp({ after })
const program = await buildProgram({ after })
type Test = { after(stop: () => Promise<void>): void }

const terminalOf = (t: Test, key: string): Promise<Terminal> => terminal(t, program, { RESALE_URL: app.programsUrl, RESALE_KEY: key })

async function scene(t: Test): Promise<{ seller: Seller; ben: { key: string }; at: Terminal; shop: Terminal }> {
  const [seller, ben] = [await openSeller(app), await app.signUp('Ben')]
  return { seller, ben, at: await terminalOf(t, ben.key), shop: await terminalOf(t, seller.key) }
}

test('the searches command saves a search, changes its alerts and deletes it', async (t) => {
  const { at } = await scene(t)
  const words = ['oak lamp', '--brand', 'muji', 'ikea', '--max-price', '80', '--alerts', 'push']
  const saved = await at.json('searches', 'save', ...words)
  assert.deepEqual(
    [saved.q, saved.brand, saved.max_price, saved.alert, saved.alert_by],
    ['oak lamp', ['ikea', 'muji'], 80, 'daily', 'push'],
  )
  assert.match((await at.resale('searches')).stdout, new RegExp(`^ID\\s+ALERTS\\s+NAME[^]*\n${saved.id}\\s+push`))
  assert.match((await at.resale('searches', 'alerts', saved.id, 'none')).stdout, /alerts none/)
  assert.equal((await at.json('searches', 'alerts', saved.id, 'email')).alert_by, 'email')
  assert.equal((await at.resale('searches', 'alerts', saved.id, 'phone')).code, 2)
  assert.match((await at.resale('searches', 'delete', saved.id)).stdout, /deleted/)
  assert.deepEqual(await at.json('searches'), [])
  assert.equal((await at.resale('searches', 'save')).code, 4, 'an empty search')
})

test('the addresses command adds, lists and deletes addresses, and changes the default address', async (t) => {
  const { at } = await scene(t)
  const line = ['--name', 'Ben', '--city', 'Portland', '--state', 'OR', '--postal-code', '97201', '--country', 'US']
  const first = await at.json('addresses', 'add', ...line, '--line1', '12 Alder Street', '--default')
  const second = await at.json('addresses', 'add', ...line, '--line1', '1 Main Street', '--line2', 'Apartment 4')
  assert.deepEqual([first.default, second.default, second.line2], [true, false, 'Apartment 4'])
  assert.match((await at.resale('addresses', 'default', second.id)).stdout, /\(default\): Ben, 1 Main Street, Apartment 4, Portland/)
  assert.match((await at.resale('addresses')).stdout, new RegExp(`\n${second.id}\\s+yes[^]*\n${first.id}\\s+Ben`))
  assert.equal((await at.resale('addresses', 'delete', first.id)).code, 0)
  assert.deepEqual(
    (await at.json('addresses')).map(({ id }: { id: string }) => id),
    [second.id],
  )
  assert.equal((await at.resale('addresses', 'add', '--name', 'Ben')).code, 2)
})

test('the blocks command blocks a shop and the person in a conversation, lists both blocks and removes them', async (t) => {
  const { seller, at, shop } = await scene(t)
  const { id: listing } = await seller.list({ title: 'Lamp', price: 20, shipping: 5, publish: true })
  const thread = (await app.call('POST', '/v1/threads', { key: at.env['RESALE_KEY']!, json: { listing, text: 'Hello' } })).body.id
  assert.match((await at.resale('blocks', 'add', 'shop', seller.slug)).stdout, /blocked/)
  assert.match((await at.resale('blocks')).stdout, new RegExp(seller.slug))
  assert.match((await shop.resale('blocks', 'add', 'thread', thread)).stdout, /blocked/)
  assert.equal((await shop.json('blocks'))[0].thread, thread)
  assert.match((await at.resale('blocks', 'remove', 'shop', seller.slug)).stdout, /unblocked/)
  assert.equal((await shop.resale('blocks', 'remove', 'thread', thread)).code, 0)
  assert.deepEqual([await at.json('blocks'), await shop.json('blocks')], [[], []])
  assert.equal((await at.resale('blocks', 'add', 'order', 'ord_x')).code, 4)
  assert.equal((await at.resale('blocks', 'add', 'listing', 'x')).code, 2)
})

test('the purchases command cancels and ships purchases, and the returns command performs each step of a return', async (t) => {
  const { seller, ben, at, shop } = await scene(t)
  const list = async () => (await seller.list({ title: 'Lamp', price: 20, shipping: 5, publish: true })).id
  const listings = [await list(), await list()]
  const buy = async () => (await app.call('POST', '/v1/purchases', { key: ben.key, json: { listings, address: HOME } })).body
  const unpaid = (await buy()).id
  assert.equal((await at.resale('purchases', 'cancel', unpaid)).code, 2, 'asks for confirmation')
  assert.match((await at.resale('purchases', 'cancel', unpaid, '--yes')).stdout, /cancelled/)
  const { id, orders } = await buy()
  await app.call('POST', `/v1/purchases/${id}/pay`, { key: ben.key, json: { method: 'test_ok' } })
  assert.match((await at.resale('purchases', '--status', 'paid')).stdout, new RegExp(`\n${id}\\s+paid\\s+2`))
  const order = orders[0].id as string
  assert.match((await shop.resale('purchases', 'ship', id, '--carrier', 'UPS', '--number', '1Z999AA10123456784')).stdout, new RegExp(`${order} shipped: Lamp`)) // prettier-ignore
  assert.match((await at.resale('purchases', 'show', id)).stdout, /^pur_\w+ paid, \$50 at Shop of Ana/)
  await app.call('POST', `/v1/orders/${order}/deliver`, { key: ben.key })
  await app.call('POST', `/v1/orders/${order}/problem`, { key: ben.key, json: { reason: 'damaged', body: 'A hole.' } })
  assert.match((await shop.resale('returns', 'offer', order, '--payer', 'seller')).stdout, /return offered: Lamp/)
  assert.match((await at.resale('returns', 'agree', order)).stdout, /return agreed/)
  assert.match((await at.resale('returns', 'send', order, '--carrier', 'UPS', '--number', '1Z999AA10123456784')).stdout, /return sent/)
  assert.match((await shop.resale('returns', 'received', order)).stdout, /return received/)
  assert.equal((await shop.resale('returns', 'contest', order, '--body', 'Another item.')).code, 2, 'a photo is required')
  const contest = await shop.resale('returns', 'contest', order, '--body', 'Another item.', '--photo', 'http://127.0.0.1:9/a.png')
  assert.deepEqual([contest.code, /photo/.test(contest.stderr)], [4, true], contest.stderr)
  assert.equal((await at.resale('returns', 'decline', order)).code, 4)
})

test('the orders command lists shipping rates, and buys and voids shipping labels', async (t) => {
  const { seller, ben, shop } = await scene(t)
  await seller.call('PATCH', `/v1/shops/${seller.slug}`, { json: { ship_from: SHIP_FROM } })
  const sell = async (): Promise<string> => {
    const listing = await seller.list({ title: 'Lamp', price: 40, shipping: 8, parcel: PARCEL, publish: true })
    const { body: order } = await app.call('POST', '/v1/orders', { key: ben.key, json: { listing: listing.id, address: HOME } })
    await app.call('POST', `/v1/orders/${order.id}/pay`, { key: ben.key, json: { method: 'test_ok' } })
    return order.id
  }
  const [one, two, three] = [await sell(), await sell(), await sell()]
  assert.match((await shop.resale('orders', 'rates', one)).stdout, /\$5\.\d\d\s+USPS\s+Ground Advantage/)
  assert.equal((await shop.resale('orders', 'label', one)).code, 2, 'asks for confirmation')
  assert.match((await shop.resale('orders', 'label', one, '--yes')).stdout, new RegExp(`${one} label bought: USPS Ground Advantage, \\$5`))
  const [, ups] = await shop.json('orders', 'rates', two)
  assert.match((await shop.resale('orders', 'label', two, '--rate', ups.id, '--yes')).stdout, /label bought: UPS Ground/)
  assert.match((await shop.resale('orders', 'label', two, '--void')).stdout, /label voided/)
  const bought = await shop.json('orders', 'labels', one, three, 'ord_x', '--yes')
  assert.deepEqual(bought.map(({ ok }: { ok: boolean }) => ok), [true, true, false]) // prettier-ignore
})
