import type { Context, Person, Tx } from '#platform/context/index.ts'
import { lateFrom } from '#commerce/orders/rules/order.ts'
import { requestHold } from '#commerce/sale/request-hold.ts'
import * as deposits from '#commerce/sale/pay-hold.ts'
import * as listings from '#catalog/listings/index.ts'
import { negotiate } from '#helpers/negotiator/index.ts'
import { acceptOffer } from '#commerce/sale/accept-offer.ts'
import { makeOffer } from '#commerce/offers/make.ts'
import { buyListing } from '#commerce/orders/buy.ts'
import { confirmOrder } from '#commerce/orders/end.ts'
import { payOutDue } from '#commerce/payouts/send.ts'
import { payAtProvider, payOrder } from '#commerce/sale/pay-order.ts'
import { refundProblem, reportProblem } from '#commerce/orders/problems.ts'
import { deliverOrder, shipOrder } from '#commerce/orders/ship.ts'
import { replyToReview, writeReview } from '#catalog/reviews/write.ts'
import type { CastItem, Life } from './cast/index.ts'
import { ago, type Troupe } from './troupe.ts'
import { UNSTOPPED } from '#platform/jobs/periodic.ts'

type Bought = Extract<Life, { is: 'bought' }>

const HOME = { line1: '12 Alder Street', city: 'Portland', state: 'OR', postal_code: '97201', country: 'US' }
const METHOD = 'test_ok'

/** Hours between the purchase and the shipment, the arrival and the review. */
const SHIPPED_AFTER = 20
const ARRIVED_AFTER = 90
const ENDED_AFTER = 110
const REVIEWED_AFTER = 120

/** Returns true if the payment provider is the test provider, so that the demo never moves real money. */
export const canSell = (ctx: Context): boolean => ctx.payments?.name === 'test'

/**
 * Sells a live item and moves the sale to the state in the demo data with the same calls that users make. If the payment provider is real,
 * only marks the item as sold elsewhere.
 */
export async function sell(tx: Tx, { people }: Troupe, owner: Person, id: string, life: Bought): Promise<void> {
  const boughtHours = life.boughtHours ?? lateHours(tx.now())
  if (!canSell(tx)) return listings.markSold(ago(tx, boughtHours), owner, id).then(() => {})
  const buyer = people[life.by]
  const after = (hours: number): Tx => ago(tx, boughtHours - hours)
  const address = { name: buyer.name, ...HOME }
  const order = life.offered === undefined ? await buyAtPrice(after(0), buyer, id) : await bargain(after(0), buyer, id, life.offered)
  const { value } = await payAtProvider(after(0.1), buyer, order, { method: METHOD, address })
  await payOrder(after(0.1), buyer, order, value)
  if (life.end === 'to ship' || life.end === 'late') return

  await shipOrder(after(SHIPPED_AFTER), owner, order, { carrier: 'USPS', number: '9400110200881234567896' })
  if (life.end === 'shipped') return
  await deliverOrder(after(ARRIVED_AFTER), buyer, order, {})
  if (life.end === 'done') await confirmOrder(after(ENDED_AFTER), buyer, order)
  else await reportProblem(after(ARRIVED_AFTER + 2), buyer, order, { reason: 'not_as_described', body: life.complaint! }, [])
  if (life.end === 'refunded') await refundProblem(after(ENDED_AFTER), owner, order, {})
  await payOutDue(after(ENDED_AFTER + 0.1), UNSTOPPED)
  if (life.review) await review(after, { buyer, owner }, order, life.review)
}

/** Reserves an item for a user who paid a deposit. */
export async function hold(tx: Tx, { people }: Troupe, id: string, { by, hours }: NonNullable<CastItem['held']>): Promise<void> {
  if (!canSell(tx)) return
  const then = ago(tx, hours)
  const { row } = await requestHold(then, people[by], id)
  const { value } = await deposits.payAtProvider(then, people[by], row.id, { method: METHOD })
  await deposits.payHold(then, people[by], row.id, value)
}

const buyAtPrice = async (then: Tx, buyer: Person, listing: string): Promise<string> => (await buyListing(then, buyer, { listing })).row.id

/** Buys an item at the price that the negotiator offered in a counteroffer. Returns the order id. */
async function bargain(then: Tx, buyer: Person, listing: string, dollars: number): Promise<string> {
  const offer = await makeOffer(ago(then, 5), buyer, { listing, amount: dollars * 100 })
  await negotiate(ago(then, 5), offer.id)
  return (await acceptOffer(then, buyer, offer.id, { expectedCents: undefined })).order_id!
}

async function review(
  after: (hours: number) => Tx,
  { buyer, owner }: { buyer: Person; owner: Person },
  order: string,
  { stars, text, reply }: NonNullable<Bought['review']>,
): Promise<void> {
  const { id } = await writeReview(after(REVIEWED_AFTER), buyer, order, { rating: stars, body: text })
  if (reply !== undefined) await replyToReview(after(REVIEWED_AFTER + 9), owner, id, { body: reply })
}

const MOST_HOURS = 10 * 24

/** Returns the minimum age, in hours, of a purchase whose shipment is overdue but still possible. Weekends do not count. */
export function lateHours(now: Date): number {
  // tries a payment 0.1 and 0.2 hours after the purchase, because the real delay depends on how long the demo takes to create
  const isLate = (hours: number) => [0.1, 0.2].every((after) => lateFrom(hoursBefore(now, hours - after)) <= now)
  for (let hours = 72; hours < MOST_HOURS; hours++) if (isLate(hours)) return hours
  throw new Error('no sale is ever late')
}

const hoursBefore = (now: Date, hours: number): Date => new Date(now.getTime() - hours * 3_600_000)
