import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { ASK_FIRST, SCOPES } from '#core/scopes.ts'
import { startApp } from '#test/app.ts'
import { keyOf } from '#test/bargain.ts'
import { openBundles } from '#test/bundles.ts'
import { HOME, openSaleAt, type SaleScene } from '#test/sales.ts'

type Party = 'buyer' | 'seller'
type Case = [party: Party, verb: string, json: Record<string, unknown>, actions: string, amount: number | null, summary: string]

const app = await startApp({ after })
const PARCEL = { carrier: 'UPS', number: '1Z999AA10123456784' }
const AGENT = { kind: 'agent', scopes: SCOPES, ask_first: ASK_FIRST }

/** Returns a function that calls an action on the order as an agent that needs the owner's approval for every action. */
async function agentsOf(sale: SaleScene) {
  const keys = { buyer: await keyOf(app, sale.buyer, AGENT), seller: await keyOf(app, sale.seller, AGENT) }
  return (party: Party, verb: string, json: Record<string, unknown>) =>
    app.call('POST', `/v1/orders/${sale.order.id}/${verb}`, { key: keys[party], json })
}

async function requires(sale: SaleScene, cases: readonly Case[]): Promise<void> {
  const call = await agentsOf(sale)
  for (const [party, verb, json, ...expected] of cases) {
    const { status, body } = await call(party, verb, json)
    assert.equal(status, 202, `${verb}: ${JSON.stringify(body)}`)
    assert.deepEqual([body.actions.join(), body.amount, body.summary.replaceAll('Brass lamp', 'Lamp')], expected)
  }
}

/** Checks that the actions fail immediately, and request no approval. */
async function refuses(
  sale: SaleScene,
  status: number,
  cases: readonly (readonly [Party, string, Record<string, unknown>?])[],
): Promise<void> {
  const call = await agentsOf(sale)
  for (const [party, verb, json = {}] of cases) assert.equal((await call(party, verb, json)).status, status, `${party} ${verb}`)
}

const set = (sale: SaleScene, columns: object) =>
  app.service.ctx.db.updateTable('orders').set(columns).where('id', '=', sale.order.id).execute()

test('an approval request for an unpaid or paid order states the amount and what happens to the money', async () => {
  const sale = await openSaleAt(app, 'awaiting_payment')
  const pay = { method: 'test_ok' }
  await requires(sale, [
    ['buyer', 'pay', pay, 'buying.pay', 48, 'Pay $48 for “Lamp” in the shop “Shop of Ana”.'],
    ['buyer', 'cancel', {}, 'orders.cancel', 48, 'Cancel the order for “Lamp”.'],
  ])
  await refuses(sale, 400, [['buyer', 'pay', { ...pay, address: 'adr_0' }]])
  await refuses(sale, 409, [['seller', 'cancel'], ['seller', 'ship'], ['seller', 'pay', pay]]) // prettier-ignore
  await set(sale, { deposit_cents: 1 })
  await requires(sale, [
    ['buyer', 'pay', pay, 'buying.pay', 48, 'Pay $47.99, in addition to the deposit of $0.01, for “Lamp” in the shop “Shop of Ana”.'],
  ])
  await set(sale, { deposit_cents: 0 })
  await sale.as('buyer', 'pay', pay)
  await requires(sale, [
    ['buyer', 'cancel', {}, 'orders.cancel', 48, 'Ask the seller to cancel the order for “Lamp”.'],
    ['seller', 'cancel', {}, 'orders.cancel', 48, 'Refund $48 to “Ben Buyer” and cancel the order for “Lamp”.'],
    ['seller', 'ship', PARCEL, 'orders.ship', null, 'Mark “Lamp” as shipped to “Ben Buyer”.'],
    ['seller', 'ship', { carrier: 'Jo’s van' }, 'orders.ship,messages.send', null, 'Mark “Lamp” as shipped to “Ben Buyer”.'],
  ])
  const early = [['buyer', 'confirm'], ['buyer', 'deliver'], ['buyer', 'problem', { reason: 'other', body: 'Torn.' }], ['buyer', 'answer', { agree: true }], ['seller', 'answer', { agree: false }], ['seller', 'refund']] as const // prettier-ignore
  await refuses(sale, 409, [['buyer', 'pay', pay], ...early])
  await sale.as('buyer', 'cancel')
  await requires(sale, [
    ['seller', 'answer', { agree: true }, 'orders.cancel', 48, 'Refund $48 to “Ben Buyer” and cancel the order for “Lamp”.'],
    ['seller', 'answer', { agree: false }, 'orders.cancel', 48, 'Decline the request of “Ben Buyer” to cancel the order for “Lamp”.'],
  ])
  await refuses(sale, 400, [['seller', 'answer', { body: 'No.' }]])
})

test('an approval request for a shipped or collected order states who gets the money and when', async () => {
  const sale = await openSaleAt(app, 'shipped')
  await requires(sale, [
    ['buyer', 'deliver', {}, 'buying.confirm', 48, 'Release $48 to the seller in 3 days: confirm that “Lamp” has arrived.'],
    ['buyer', 'confirm', {}, 'buying.confirm', 48, 'Release $48 to the seller and complete the order for “Lamp”.'],
    ['buyer', 'problem', { reason: 'not_as_described', body: 'It is blue.' }, 'messages.send', null, 'Report a problem with “Lamp” (not as described): “It is blue.”'], // prettier-ignore
  ])
  await refuses(sale, 409, [['buyer', 'cancel'], ['seller', 'cancel'], ['seller', 'ship'], ['seller', 'deliver'], ['seller', 'return', { payer: 'seller' }]]) // prettier-ignore
  const pickup = await openSaleAt(app, 'paid', { shipping: 0 })
  const handed = 'Mark “Lamp” as handed over to “Ben Buyer”, who showed the pickup code.'
  await requires(pickup, [
    ['seller', 'deliver', { code: '000000' }, 'orders.ship', 40, handed],
    ['buyer', 'deliver', {}, 'buying.confirm', 40, 'Release $40 to the seller in 3 days: confirm that “Lamp” has arrived.'],
  ])
})

test('an approval request about a problem or a return states only the part of the payment that is not refunded yet', async () => {
  const sale = await openSaleAt(app, 'problem')
  await set(sale, { refunded_cents: 1000 })
  const offer = (amount: string) => `Offer a refund of ${amount} to “Ben Buyer” for “Lamp”.`
  const back = (who: string) => `Offer to refund $38 to “Ben Buyer” when “Lamp” comes back. ${who} the return shipping.`
  await requires(sale, [
    ['buyer', 'confirm', {}, 'buying.confirm', 48, 'Release $38 to the seller and withdraw the problem report for “Lamp”.'],
    ['seller', 'answer', { body: 'Sorry.' }, 'messages.send', null, 'Answer “Ben Buyer” about the problem with “Lamp”: “Sorry.”'],
    ['seller', 'refund', {}, 'orders.refund', 38, 'Refund $38 to “Ben Buyer” for “Lamp”.'],
    ['seller', 'refund', { amount: 38 }, 'orders.refund', 38, 'Refund $38 to “Ben Buyer” for “Lamp”.'],
    ['seller', 'refund', { amount: 37.99 }, 'orders.refund', 37.99, offer('$37.99')],
    ['seller', 'return', { payer: 'seller' }, 'orders.refund', 38, back('You pay')],
    ['seller', 'return', { payer: 'buyer' }, 'orders.refund', 38, back('The buyer pays')],
  ])
  await refuses(sale, 400, [['seller', 'answer', { agree: true }], ['buyer', 'answer', { body: 'No.' }]]) // prettier-ignore
  await refuses(sale, 409, [['buyer', 'answer', { agree: true }], ['buyer', 'return/agree'], ['seller', 'return/received']]) // prettier-ignore
  await sale.as('seller', 'refund', { amount: 12.5 })
  await sale.as('seller', 'return', { payer: 'seller' })
  const agree = (who: string) => `Get $38 back: agree to send back “Lamp” to the shop “Shop of Ana”. ${who} the return shipping.`
  await requires(sale, [
    ['buyer', 'answer', { agree: true }, 'buying.confirm', 48, 'Accept a refund of $12.50 of $48 for “Lamp”. The seller gets the rest.'],
    ['buyer', 'answer', { agree: false }, 'buying.confirm', 48, 'Decline the offered refund of $12.50 for “Lamp”.'],
    ['buyer', 'return/agree', {}, 'buying.confirm', 38, agree('The seller pays')],
    ['buyer', 'return/decline', {}, 'buying.confirm', 38, 'Decline a refund of $38 for sending back “Lamp”. The operator decides.'],
  ])
  await sale.as('buyer', 'return/agree')
  const sent = 'Mark “Lamp” as sent back to the shop “Shop of Ana”.'
  await requires(sale, [
    ['buyer', 'return/send', PARCEL, 'orders.ship', null, sent],
    ['buyer', 'return/send', { carrier: 'other', number: 'X 1' }, 'orders.ship,messages.send', null, sent],
  ])
  await sale.as('buyer', 'return/send', PARCEL)
  const received = 'Refund $38 to “Ben Buyer” in 3 working days, unless you contest it: mark “Lamp” as received.'
  await requires(sale, [['seller', 'return/received', {}, 'orders.refund', 38, received]])
  const contest = { body: 'Broken.', photo_urls: ['https://example.com/a.png'] }
  await refuses(sale, 409, [['seller', 'return/contest', contest]])
  await sale.as('seller', 'return/received')
  await requires(sale, [['seller', 'return/contest', contest, 'messages.send', null, 'Contest the return of “Lamp”: “Broken.”']])
  const other = await openSaleAt(app, 'problem')
  await other.as('seller', 'return', { payer: 'buyer' })
  const whole = agree('You pay').replace('$38', '$48')
  await requires(other, [['buyer', 'return/agree', {}, 'buying.confirm', 48, whole]])
})

test('the approval to confirm one order of a purchase states its price with the shipping of all orders', async () => {
  const { seller, buyer, ids, post } = await openBundles(app)
  const { body: purchase } = await post(buyer, '/purchases', { listings: ids, address: HOME })
  await post(buyer, `/purchases/${purchase.id}/pay`, { method: 'test_ok' })
  await post(seller, `/purchases/${purchase.id}/ship`, PARCEL)
  const { data } = (await app.call('GET', '/v1/orders?role=buyer', { key: buyer.key })).body
  const { id, item } = data.find((order: { listing: { title: string } }) => order.listing.title === 'Brass lamp')
  const reply = await post({ key: await keyOf(app, buyer, AGENT) }, `/orders/${id}/confirm`)
  const summary = `Release $${item + 10} to the seller and complete the order for “Brass lamp”.`
  assert.deepEqual([item, reply.status, reply.body.summary], [18, 202, summary], JSON.stringify(reply.body))
})
