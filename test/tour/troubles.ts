import assert from 'node:assert/strict'
import { heard, inbox } from './bargain.ts'
import { look } from './first-sale.ts'
import { listThing, type Thing } from './opening.ts'
import { DAY_SECONDS, dollars, fields, HOME, HOUR_SECONDS, type Body, type Stage } from './stage.ts'

const SATCHEL: Thing = {
  title: 'Bottle-green satchel',
  category: 'Bags',
  price: 88,
  shipping: 10,
  picture: { kind: 'satchel', seed: 'tour', dye: 'bottle green', bright: 'mustard' },
}
const SKIRT: Thing = {
  title: 'Camel pleated skirt',
  category: 'Clothing',
  price: 34,
  shipping: 6,
  picture: { kind: 'skirt', seed: 'tour', dye: 'camel', bright: 'mustard', cloth: 'checked' },
}

/** A sale with a problem, which ends with a part of the money back. */
export async function problemAndPartialRefund(stage: Stage): Promise<void> {
  const { api, say, seller, buyer, hooks } = stage
  say.chapter('A problem, and a part of the money back')
  const order = await buy(stage, await listThing(stage, SATCHEL))
  say.step(`Ben buys a ${SATCHEL.title} at its price and pays ${dollars(order.total)}.`)
  await api.call(seller, 'POST', `/orders/${order.id}/ship`, { carrier: 'USPS', number: '9400110200881234567890' })
  const reported = await api.call(buyer, 'POST', `/orders/${order.id}/problem`, {
    reason: 'not_as_described',
    body: 'The strap is a repair, and the page says nothing of it.',
  })
  assert.equal(fields(reported), 'problem/paid/on_hold')
  say.step('It comes with a repaired strap that nobody spoke of. Ben reports it; the money waits.')
  heard(stage, await hooks.next('order.problem', order.id))
  look(stage, order.id)
  await api.call(seller, 'POST', `/orders/${order.id}/answer`, { body: 'You are right, I should have said so.' })
  await api.call(seller, 'POST', `/orders/${order.id}/refund`, { amount: 20 })
  say.step(`Nina says so too, and offers ${dollars(20)} back.`)
  const settled = await api.call(buyer, 'POST', `/orders/${order.id}/answer`, { agree: true })
  assert.deepEqual([settled.status, settled.payment, settled.refunded], ['completed', 'partly_refunded', 20])
  say.step('Ben keeps the bag and takes it. The rest becomes hers.')
  heard(stage, await hooks.next('order.completed', order.id))
  const refunded = await hooks.next('order.refunded', order.id)
  assert.equal(refunded.object.refunded, 20)
  heard(stage, refunded)
  await stage.clock.settle()
  const sent = await hooks.next('payout.sent', order.id)
  assert.equal(fields(sent.object), 'completed/partly_refunded/sent')
  heard(stage, sent)
}

/** A sale that its seller forgets: after five working days the buyer has everything back. Gives the listing, for sale again. */
export async function neverShipped(stage: Stage): Promise<Body> {
  const { api, say, seller, clock, hooks } = stage
  say.chapter('A parcel that was never sent')
  const skirt = await listThing(stage, SKIRT)
  const order = await buy(stage, skirt)
  say.step(`Ben pays ${dollars(order.total)} for a ${SKIRT.title}, and Nina goes on a long walk.`)
  let days = 0
  let now = await api.call(seller, 'GET', `/orders/${order.id}`)
  for (; now.status === 'paid' && days < 8; days++) {
    await clock.advance(DAY_SECONDS)
    now = await api.call(seller, 'GET', `/orders/${order.id}`)
  }
  // five working days and the weekends between them
  assert.ok(days >= 5 && days <= 7, `it took ${days} days`)
  assert.deepEqual([fields(now), now.refunded], ['cancelled/refunded/none', order.total])
  say.step(`Five working days (${days} days) pass without a parcel: the service cancels, and ${dollars(now.refunded)} go back to Ben.`)
  heard(stage, await hooks.next('order.refunded', order.id))
  const relisted = await api.call(seller, 'POST', `/listings/${skirt.id}/relist`)
  assert.equal(relisted.status, 'live')
  say.step('Nina is back, sorry, and lists the skirt again.')
  return relisted
}

/** A deposit holds an item for 72 hours, and is the seller's when the buyer does not come back. */
export async function holdThatIsKept(stage: Stage, skirt: Body): Promise<void> {
  const { api, say, seller, buyer, shop, clock } = stage
  say.chapter('A deposit that is kept')
  await api.call(seller, 'PATCH', `/shops/${shop.slug}`, { ask_hold: true })
  const asked = await api.call(buyer, 'POST', '/holds', { listing: skirt.id })
  assert.deepEqual([asked.status, asked.deposit], ['asked', 5])
  say.step(`Ben wants the skirt held. Before he pays he is told: “${asked.terms.split('. ')[1]}.”`)
  const active = await api.call(buyer, 'POST', `/holds/${asked.id}/pay`, { method: 'test_ok' })
  assert.equal(active.status, 'active')
  say.step(`He pays the ${dollars(asked.deposit)}: it is his to buy until ${active.until.slice(0, 16)}.`)
  await clock.advance(72 * HOUR_SECONDS + 60)
  const kept = await api.call(seller, 'GET', `/holds/${asked.id}`)
  assert.equal(kept.status, 'kept')
  const { data: payouts } = await api.call(seller, 'GET', '/payouts')
  const [deposit] = payouts.filter((one: Body) => one.hold === asked.id)
  assert.deepEqual([deposit.amount, deposit.status], [5, 'sent'])
  say.step(`He does not come back in time, so the ${dollars(deposit.amount)} are Nina’s.`)
  assert.equal((await inbox(stage)).toShip, 0)
}

/** At the asking price, with a good card. Gives the paid order. */
async function buy(stage: Stage, listing: Body): Promise<Body> {
  const { api, buyer, hooks } = stage
  const order = await api.call(buyer, 'POST', '/orders', { listing: listing.id, address: HOME })
  assert.equal(order.total, listing.price + listing.shipping)
  const paid = await api.call(buyer, 'POST', `/orders/${order.id}/pay`, { method: 'test_ok' })
  assert.equal(fields(paid), 'paid/paid/none')
  heard({ say: { ...stage.say, more: () => {} } }, await hooks.next('listing.sold', order.id))
  return paid
}
