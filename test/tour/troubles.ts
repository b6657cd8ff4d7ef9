import assert from 'node:assert/strict'
import type { Listing, Order } from '@resale/sdk'
import { sayDelivery, inbox } from './bargain.ts'
import { openPages } from './first-sale.ts'
import { listItem, type NewItem } from './opening.ts'
import { DAY_SECONDS, dollars, fields, HOME, HOUR_SECONDS, type Stage } from './stage.ts'

const SATCHEL: NewItem = {
  title: 'Bottle-green satchel',
  category: 'Bags',
  price: 88,
  shipping: 10,
  picture: { kind: 'satchel', seed: 'tour', dye: 'bottle green', bright: 'mustard' },
}
const SKIRT: NewItem = {
  title: 'Camel pleated skirt',
  category: 'Clothing',
  price: 34,
  shipping: 6,
  picture: { kind: 'skirt', seed: 'tour', dye: 'camel', bright: 'mustard', cloth: 'checked' },
}

/** Runs through a sale where the buyer reports a problem and gets a partial refund. */
export async function problemAndPartialRefund(stage: Stage): Promise<void> {
  const { say, seller, buyer, hooks } = stage
  say.chapter('A problem and a partial refund')
  const order = await buy(stage, await listItem(stage, SATCHEL))
  say.step(`Ben buys a ${SATCHEL.title} at its price and pays ${dollars(order.total)}.`)
  await seller.api.orders.ship(order.id, { carrier: 'USPS', number: '9400110200881234567896' })
  const reported = await buyer.api.orders.reportProblem(order.id, {
    reason: 'not_as_described',
    body: 'The strap is a repair, and the page says nothing of it.',
  })
  assert.equal(fields(reported), 'problem/paid/on_hold')
  say.step('The strap was repaired, which the listing did not say. Ben reports the problem, and the payout is on hold.')
  sayDelivery(stage, await hooks.next('order.problem', order.id))
  await openPages(stage, order.id)
  await seller.api.orders.answer(order.id, { body: 'You are right, I should have said so.' })
  await seller.api.orders.refund(order.id, { amount: 20 })
  say.step(`Nina agrees and offers a refund of ${dollars(20)}.`)
  const settled = await buyer.api.orders.answer(order.id, { agree: true })
  assert.deepEqual([settled.status, settled.payment, settled.refunded], ['completed', 'partly_refunded', 20])
  say.step('Ben accepts the refund and keeps the bag. Nina gets the rest.')
  sayDelivery(stage, await hooks.next('order.completed', order.id))
  const refunded = await hooks.next('order.refunded', order.id)
  assert.equal(refunded.object.refunded, 20)
  sayDelivery(stage, refunded)
  await stage.clock.settle()
  const sent = await hooks.next('payout.sent', order.id)
  assert.equal(fields(sent.object), 'completed/partly_refunded/sent')
  sayDelivery(stage, sent)
}

/**
 * Runs through a sale where the seller never ships, so the buyer gets a full refund after five working days. Returns the listing, which is
 * for sale again.
 */
export async function neverShipped(stage: Stage): Promise<Listing> {
  const { say, seller, clock, hooks } = stage
  say.chapter('An order that is never shipped')
  const skirt = await listItem(stage, SKIRT)
  const order = await buy(stage, skirt)
  say.step(`Ben pays ${dollars(order.total)} for a ${SKIRT.title}, but Nina does not ship it.`)
  let days = 0
  let now = await seller.api.orders.get(order.id)
  for (; now.status === 'paid' && days < 8; days++) {
    await clock.advance(DAY_SECONDS)
    now = await seller.api.orders.get(order.id)
  }
  // Allows for up to seven days, because five working days may include a weekend.
  assert.ok(days >= 5 && days <= 7, `it took ${days} days`)
  assert.deepEqual([fields(now), now.refunded], ['cancelled/refunded/none', order.total])
  say.step(
    `Five working days (${days} days) pass without a parcel: the service cancels the order and refunds ${dollars(now.refunded)} to Ben.`,
  )
  sayDelivery(stage, await hooks.next('order.refunded', order.id))
  const relisted = await seller.api.listings.relist(skirt.id)
  assert.equal(relisted.status, 'live')
  say.step('Nina apologizes and lists the skirt again.')
  return relisted
}

/** Runs through a 72-hour hold. The buyer does not buy the item in time, so the seller keeps the deposit. */
export async function forfeitedHold(stage: Stage, skirt: Listing): Promise<void> {
  const { say, seller, buyer, shop, clock } = stage
  say.chapter('A hold that expires')
  await seller.api.shops.change(shop.slug, { ask_hold: true })
  const requested = await buyer.api.holds.ask({ listing: skirt.id })
  assert.deepEqual([requested.status, requested.deposit], ['asked', 5])
  say.step(`Ben requests a hold on the skirt. The terms say: “${requested.terms.split('. ')[1]}.”`)
  const active = await buyer.api.holds.pay(requested.id, { method: 'test_ok' })
  assert.equal(active.status, 'active')
  say.step(`He pays the deposit of ${dollars(requested.deposit)}: only he can buy the skirt until ${active.until.slice(0, 16)}.`)
  await clock.advance(72 * HOUR_SECONDS + 60)
  const hold = await seller.api.holds.get(requested.id)
  assert.equal(hold.status, 'kept')
  const { data: payouts } = await seller.api.payouts.list()
  const [deposit] = payouts.filter((one) => one.hold === requested.id)
  assert.deepEqual([deposit?.amount, deposit?.status], [5, 'sent'])
  say.step(`He does not buy it in time, so Nina gets the ${dollars(requested.deposit)}.`)
  assert.equal((await inbox(stage)).toShip, 0)
}

async function buy(stage: Stage, listing: Listing): Promise<Order> {
  const { buyer, hooks } = stage
  const order = await buyer.api.orders.create({ listing: listing.id, address: HOME })
  assert.equal(order.total, listing.price! + listing.shipping!)
  const paid = await buyer.api.orders.pay(order.id, { method: 'test_ok' })
  assert.equal(fields(paid), 'paid/paid/none')
  sayDelivery({ say: { ...stage.say, more: () => {} } }, await hooks.next('listing.sold', order.id))
  return paid
}
