import assert from 'node:assert/strict'
import { NotFoundError, type Listing, type Order } from '@resale/sdk'
import { dollars, soon, type Stage } from './stage.ts'

/** Runs through a question, an offer, the automatic counteroffer, and the buyer's acceptance. Returns the order. */
export async function bargain(stage: Stage, knit: Listing): Promise<Order> {
  const { say, seller, buyer, hooks } = stage
  say.chapter('A question, an offer, a counter')
  const thread = await buyer.api.threads.start({ listing: knit.id, text: 'Is the darn easy to see?' })
  const question = await hooks.next('question.asked', thread.last_message.id)
  say.step('Ben asks: “Is the darn easy to see?”')
  sayDelivery(stage, question)
  assert.deepEqual(await inbox(stage), { offers: 0, toShip: 0, unread: 1 })
  say.more('Nina’s inbox: 1 unread conversation')
  await seller.api.threads.sendMessage(thread.id, { text: 'Only if you look for it: left elbow, matching yarn.' })
  await seller.api.threads.read(thread.id)
  say.step('Nina answers: “Only if you look for it: left elbow, matching yarn.”')

  const offer = await buyer.api.offers.make({ listing: knit.id, amount: 30, note: 'Could pick the colour of the parcel' })
  assert.deepEqual([offer.status, offer.amount, offer.counter], ['open', 30, null])
  say.step(`Ben offers ${dollars(30)}.`)
  sayDelivery(stage, await hooks.next('offer.received', offer.id))
  const { counter } = await soon('the counter', async () => {
    const read = await buyer.api.offers.get(offer.id)
    return read.status === 'countered' && read
  })
  assert.deepEqual([counter?.amount, counter?.by], [39, 'agent'])
  say.step(`The negotiator counters with ${dollars(39)}, by rule: halfway between his offer and the price.`)
  const why = await seller.api.offers.explain(offer.id)
  assert.deepEqual([why.outcome, why.counter, why.rule?.number, why.inputs?.lowest_price], ['counter', 39, 4, 36])
  for (const line of why.arithmetic) say.more(`explain: ${line}`)
  await assert.rejects(buyer.api.offers.explain(offer.id), NotFoundError)
  const waiting = await buyer.api.inbox.get()
  assert.deepEqual([waiting.counters_to_answer.map((one) => one.id), waiting.unread_as_buyer], [[offer.id], 1])
  say.more('Ben’s inbox: 1 counter to answer, 1 unread conversation')

  const taken = await buyer.api.offers.accept(offer.id, { expected_amount: 39 })
  assert.equal(taken.status, 'accepted')
  say.step(`Ben accepts ${dollars(39)}. The knit is reserved for him for 24 hours.`)
  const updated = await hooks.next('offer.updated', offer.id)
  assert.equal(updated.object.order, taken.order)
  sayDelivery(stage, updated)
  return buyer.api.orders.get(taken.order!)
}

/** Prints that the receiver got the event with a valid signature. Pass only events from `next`, which verifies the signature. */
export const sayDelivery = ({ say }: Pick<Stage, 'say'>, { type, id }: { type: string; id: string }): void =>
  say.more(`webhook ${type}   ${id}   valid signature`)

/** Returns the number of tasks in the seller's inbox, by kind. */
export async function inbox({ seller }: Pick<Stage, 'seller'>): Promise<{ offers: number; toShip: number; unread: number }> {
  const { offers_to_answer, sales_to_ship, unread_threads } = await seller.api.inbox.get()
  return { offers: offers_to_answer.length, toShip: sales_to_ship.length, unread: unread_threads }
}
