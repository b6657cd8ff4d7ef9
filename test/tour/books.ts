import assert from 'node:assert/strict'
import { inbox } from './bargain.ts'
import { dollars, type Stage } from './stage.ts'

/** Checks that all events were delivered and all money was paid out, and that nothing is pending. */
export async function closeTheBooks(stage: Stage): Promise<void> {
  const { anonymous, say, seller, buyer, hooks, shop } = stage
  say.chapter('The books')
  const { data: sales } = await seller.api.orders.list({ role: 'seller' })
  const { data: payouts } = await seller.api.payouts.list()
  say.step('Payments, refunds and fees of Nina’s sales:')
  for (const order of sales) {
    say.more(
      `${order.listing.title.padEnd(22)} ${order.status.padEnd(10)} paid ${dollars(order.total)}, refunded ${dollars(order.refunded)}, fee ${dollars(order.fee)}`,
    )
    const [payout] = payouts.filter((one) => one.order === order.id)
    const due = order.status === 'completed' ? cents(order.total) - cents(order.refunded) - cents(order.fee) : 0
    assert.equal(cents(payout?.amount ?? 0), due, `the payout of ${order.id}`)
  }
  const sum = payouts.reduce((all, one) => all + cents(one.amount), 0)
  assert.ok(payouts.every((one) => one.status === 'sent'))
  say.more(`${payouts.length} payouts, including a deposit: ${dollars(sum / 100)}`)

  const events = (await seller.api.events.list({ limit: 100 })).data
  const delivered = new Set(hooks.deliveries.filter(({ type }) => type !== 'ping').map(({ id }) => id))
  assert.deepEqual(events.map((one) => one.id).toSorted(), [...delivered].toSorted())
  assert.ok(hooks.deliveries.every(({ signed }) => signed))
  const types = new Set(events.map((one) => one.type))
  assert.equal(types.size, 9)
  say.step(`${events.length} events of all ${types.size} types were delivered with valid signatures. None was lost or invented.`)
  await seller.api.threads.sendMessage(await openThread(stage), { text: 'In October, when it gets cold.' })
  assert.deepEqual(await inbox(stage), { offers: 0, toShip: 0, unread: 0 })
  assert.deepEqual((await buyer.api.inbox.get()).counters_to_answer, [])
  say.step('Nina answers the last question, and her inbox is empty.')
  const store = await anonymous.market.getStore(shop.slug)
  assert.deepEqual([store.for_sale, store.sold], [1, 2])
  say.link(shop.url)
}

const cents = (amount: number): number => Math.round(amount * 100)

async function openThread({ seller }: Stage): Promise<string> {
  const { data } = await seller.api.threads.list({ role: 'seller', waiting: true })
  assert.equal(data.length, 1)
  return data[0]!.id
}
