import assert from 'node:assert/strict'
import { PaymentError, type Order } from '@resale/sdk'
import { sayDelivery, inbox } from './bargain.ts'
import { DAY_SECONDS, dollars, fields, HOME, soon, type Stage } from './stage.ts'

/** Runs through a trouble-free sale, from the payment to the review. */
export async function payShipAndEnd(stage: Stage, order: Order): Promise<void> {
  const { anonymous, web, say, seller, buyer, hooks, clock, site } = stage
  const read = (): Promise<Order> => seller.api.orders.get(order.id)
  say.chapter('Payment, delivery, review')
  assert.deepEqual([fields(order), order.item, order.shipping, order.total], ['awaiting_payment/unpaid/none', 39, 6, 45])
  const refused = buyer.api.orders.pay(order.id, { method: 'test_declined', address: HOME })
  const declined = await refused.catch((error: unknown) => error)
  assert.ok(declined instanceof PaymentError)
  say.step(`Ben owes ${dollars(order.total)}. His first card is declined: “${declined.message}”`)
  const pending = await buyer.api.orders.pay(order.id, { method: 'test_slow' })
  assert.equal(fields(pending), 'awaiting_payment/pending/none')
  await clock.advance(10)
  say.step('His bank is slow: the payment is pending, and succeeds ten seconds later.')
  const sold = await hooks.next('listing.sold', order.id)
  assert.equal(fields(sold.object), 'paid/paid/none')
  sayDelivery(stage, sold)
  assert.deepEqual(await inbox(stage), { offers: 0, toShip: 1, unread: 0 })
  say.more('Nina’s inbox: 1 sale to ship')
  await openPages(stage, order.id)

  const shipped = await seller.api.orders.ship(order.id, { carrier: 'UPS', number: '1Z999AA10123456784' })
  assert.equal(shipped.status, 'shipped')
  say.step(`Nina ships the knit. Ben tracks the parcel: ${shipped.tracking.url}`)
  await clock.advance(2 * DAY_SECONDS)
  const delivered = await buyer.api.orders.deliver(order.id)
  assert.equal(delivered.status, 'delivered')
  say.step(`Two days later the parcel arrives. Ben has until ${delivered.protect_until!.slice(0, 16)} to report a problem.`)
  await clock.advance(3 * DAY_SECONDS + 60)
  const completed = await hooks.next('order.completed', order.id)
  assert.equal(fields(completed.object), 'completed/paid/waiting')
  say.step('Ben reports no problem. Three days later the order completes automatically.')
  sayDelivery(stage, completed)
  const sent = await hooks.next('payout.sent', order.id)
  assert.equal(fields(sent.object), 'completed/paid/sent')
  assert.equal(fields(await read()), 'completed/paid/sent')
  say.step(`${dollars(order.total - order.fee)} are on their way to Nina.`)
  sayDelivery(stage, sent)

  const review = await buyer.api.orders.writeReview(order.id, {
    rating: 5,
    body: 'Softer than it looks, and the darn is a little work of art.',
  })
  say.step('Ben reviews it with five stars, and Nina thanks him.')
  sayDelivery(stage, await hooks.next('review.created', review.id))
  await seller.api.reviews.reply(review.id, { body: 'Wear it well!' })
  const reviews = await anonymous.stores.listReviews(stage.shop.slug)
  assert.deepEqual(reviews.rating, { average: 5, count: 1 })
  assert.deepEqual([reviews.data[0]?.from, reviews.data[0]?.reply?.body], ['Ben', 'Wear it well!'])
  say.link(`${stage.shop.url}/reviews`)
  await web.page(`${stage.shop.url}/reviews`)
  if (stage.mailbox) await mailed(stage, `${site}/dev/mail`)
}

async function mailed({ web, say, buyer, seller }: Stage, mailbox: string): Promise<void> {
  await soon('mail to both', async () => {
    const page = await web.page(mailbox)
    return page.includes(buyer.email) && page.includes(seller.email)
  })
  say.step('Both received an email about each step.')
  say.link(mailbox)
}

/** Opens the order page as the buyer. Only the buyer and the seller can open this page. */
export async function openPages({ web, say, site, buyer }: Stage, orderId: string): Promise<void> {
  const address = `${site}/you/orders/${orderId}`
  await web.page(address, buyer.cookie)
  say.link(`${address}   signed in as Ben`)
}
