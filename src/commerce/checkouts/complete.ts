import { inTransaction, type Context, type Person, type Tx, type Core } from '#platform/context/index.ts'
import { priceText } from '#core/format/money.ts'
import { counted } from '#core/format/count.ts'
import { quoteName, quoteText } from '#core/quoted-name.ts'
import { acceptOffer } from '#commerce/sale/accept-offer.ts'
import { buyListing } from '#commerce/orders/buy.ts'
import { payAtProvider, payOrder, type PaymentResult } from '#commerce/sale/pay-order.ts'
import * as purchasePayment from '#commerce/sale/pay-purchase.ts'
import { findOrder } from '#commerce/orders/access.ts'
import type { OrderRow } from '#commerce/orders/index.ts'
import { readPurchase } from '#commerce/purchases/access.ts'
import { createPurchase } from '#commerce/purchases/create.ts'
import { provider } from '#commerce/payments/provider.ts'
import { requireCanCommit } from '#identity/spend-limits/index.ts'
import { ApiError, conflict, invalid } from '#platform/errors/index.ts'
import type { ApprovalRequirement, Prepared } from '#platform/http/endpoint.ts'
import type { Address } from '#commerce/orders/start.ts'
import { orderingBuyer } from './buyer.ts'
import { recordGuestOrder } from '#commerce/guests/index.ts'
import { addressOf } from './destination.ts'
import { factsOf, shippingOfFacts, totalOf, type Facts } from './facts.ts'
import { lockOpen, readCheckout } from './index.ts'
import { itemsOf } from './lines.ts'
import { namedByLine } from './quote.ts'
import * as queries from './queries.ts'
import type { CompleteCheckout, Instrument } from './schema.ts'
import { stateOf } from './state.ts'

/** Time in ms for which a checkout with an order is stored, so that the platform can receive order updates. */
const REMEMBERED_MS = 180 * 24 * 3600_000

/**
 * Returns the approvals that completing a checkout requires: to commit to the amount, to pay it, and to send order updates. The owner
 * decides on all of them at once. Errors: 403 if the amount exceeds the spend limits. 409 if the checkout is not ready.
 */
export async function approvalsToComplete(ctx: Context, actor: Person, id: string): Promise<ApprovalRequirement[]> {
  const { row, order, agreed } = await ready(ctx, actor, id)
  const amountCents = totalOf(row)
  await requireCanCommit(ctx, actor, amountCents, order?.purchase_id ?? (order ?? agreed)?.id)
  return [
    { action: 'buying.offer', amountCents },
    { action: 'buying.pay', amountCents },
    // order updates start as soon as the order exists, so one approval must cover both the webhook and the order
    ...(row.webhook_url === null ? [] : [{ action: 'webhooks.change' } as const]),
  ]
}

/** Describes the completion of a checkout for the owner who must approve it. */
export async function describeCompleting(ctx: Context, actor: Person, id: string, body: CompleteCheckout): Promise<string> {
  const facts = await ready(ctx, actor, id)
  const { row, card, order, agreed } = facts
  const address = shippingOfFacts(facts).kind === 'pickup' ? null : addressOf(row.destination, row.buyer, actor)
  const to = address ? `, shipped to ${quoteText(`${address.name}, ${address.line1}, ${address.city}`, 200)}` : ''
  const how = row.offer_id === null ? '' : ', the price of the offer,'
  // without an order, the listing is visible, because the checkout is ready
  const shop = (order ?? agreed)?.shop_name ?? card!.shop.name
  const news = row.webhook_url === null ? '' : ` Updates about the order are sent to ${new URL(row.webhook_url).host}.`
  const items = itemsOf(row).map(({ title }) => quoteName(title))
  const what = items.length === 1 ? items[0]! : `${counted(items.length, 'item')} (${items.join(', ')})`
  return `Pay a total of ${priceText(totalOf(row))}${how} by ${methodOf(ctx, actor, body)} to buy ${what} in the shop ${quoteName(shop)}${to}.${news}`
}

/** Returns the facts about a checkout that is ready to be completed. Errors: 404, 409 `not_ready`. */
async function ready(ctx: Context, actor: Person, id: string): Promise<Facts> {
  const facts = await factsOf(ctx, actor, await readCheckout(ctx, actor, id))
  requireReady(ctx, facts)
  return facts
}

function requireReady(ctx: Core, facts: Facts): void {
  const { status, messages } = stateOf(ctx, facts)
  if (status === 'completed' || status === 'canceled')
    throw new ApiError('conflict', `This checkout is ${status}. Create a new one.`, { more: { outcome: 'checkout_over' } })
  // callers check the approvals and spend limits, so this function considers only errors that the buyer can correct
  const wrong = messages.find((one) => one.type === 'error' && one.severity === 'recoverable')
  if (wrong) throw new ApiError('conflict', wrong.content, { more: { outcome: 'not_ready' } })
}

type Subject = { kind: 'order' | 'purchase'; id: string }
export type Completed = { buyer: Person; subject: Subject; tried: PaymentResult }

/** Creates the order or the purchase at the price in the checkout, and charges the buyer. Errors: 400, 402, 403, 409, 503. */
export async function payCheckout(ctx: Context, actor: Person, id: string, body: CompleteCheckout): Promise<Prepared<Completed>> {
  const method = methodOf(ctx, actor, body)
  const { buyer, subject, destination } = await inTransaction(ctx, (tx) => subjectFor(tx, actor, id))
  const pay = subject.kind === 'order' ? payAtProvider : purchasePayment.payAtProvider
  const { value } = await pay(ctx, buyer, subject.id, { method, ...(destination && { address: destination }) })
  return { value: { buyer, subject, tried: value } }
}

/** Applies the result of the charge. Throws the same errors as `payCheckout`. */
export async function applyPayment(tx: Tx, { buyer, subject: { kind, id }, tried }: Completed): Promise<void> {
  if (kind === 'order') await payOrder(tx, buyer, id, tried)
  else await purchasePayment.payPurchase(tx, buyer, tried!)
}

type Ordered = { subject: Subject; order: OrderRow }

/** Returns the order or purchase that awaits payment, or creates one. Throws if the amount differs from the quoted amount. */
async function subjectFor(tx: Tx, actor: Person, id: string): Promise<{ buyer: Person; subject: Subject; destination: Address | null }> {
  const row = await lockOpen(tx, actor, id)
  const facts = await factsOf(tx, actor, row)
  requireReady(tx, facts)
  const destination = addressOf(row.destination, row.buyer, actor)
  const buyer = await orderingBuyer(tx, facts)
  const make = row.items === null ? orderFor : purchaseFor
  const { subject, order } = await make(tx, buyer, facts)
  if (buyer.guest && !facts.order) await recordGuestOrder(tx, buyer, order)
  return { buyer, subject, destination }
}

/** Returns the purchase for a bundle. Its total must equal the total of the checkout. Errors: 409 `expected_total` or `line_items[i]`. */
async function purchaseFor(tx: Tx, actor: Person, { row, order }: Facts): Promise<Ordered> {
  const listings = itemsOf(row).map((item) => item.id)
  if (order?.purchase_id) {
    const { row: purchase } = await readPurchase(tx, actor, order.purchase_id, 'buyer')
    if (purchase.total_cents !== totalOf(row)) throw priceChanged()
    return { subject: { kind: 'purchase', id: purchase.id }, order }
  }
  const address = addressOf(row.destination, row.buyer, actor) ?? undefined
  const made = await namedByLine(() => createPurchase(tx, actor, { listings, expected_total: totalOf(row), address }))
  const first = made.orders[0]!
  await queries.giveOrder(tx.db, row.id, first.id, new Date(tx.now().getTime() + REMEMBERED_MS))
  return { subject: { kind: 'purchase', id: made.row.id }, order: first }
}

async function orderFor(tx: Tx, actor: Person, facts: Facts): Promise<Ordered> {
  const { row } = facts
  const orderId = facts.order?.id ?? (await newOrder(tx, actor, facts))
  const order = (await findOrder(tx, orderId))!
  if (order.item_cents !== row.item_cents || order.shipping_cents !== (row.shipping_cents ?? 0)) throw priceChanged()
  await queries.giveOrder(tx.db, row.id, orderId, new Date(tx.now().getTime() + REMEMBERED_MS))
  return { subject: { kind: 'order', id: orderId }, order }
}

const priceChanged = (): ApiError => conflict('The price has changed. Update the checkout and check the new total.', 'expected_total')

async function newOrder(tx: Tx, actor: Person, { row, offer, agreed }: Facts): Promise<string> {
  if (agreed) return agreed.id
  const address = addressOf(row.destination, row.buyer, actor) ?? undefined
  if (!offer) return (await buyListing(tx, actor, { listing: row.listing_id, expected_total: totalOf(row), address })).row.id
  const accepted = await acceptOffer(tx, actor, offer.id, { expectedCents: row.item_cents })
  return accepted.order_id!
}

function methodOf(ctx: Context, { tenant }: Person, { payment: { instruments } }: CompleteCheckout): string {
  const at = Math.max(
    0,
    instruments.findIndex(({ selected }) => selected === true),
  )
  const { name, takes } = provider(ctx, tenant)
  const instrument = instruments[at]!
  const param = `payment.instruments[${at}]`
  if (instrument.handler_id !== name) throw invalid(`${param}.handler_id`, `${param}.handler_id must be "${name}".`)
  const method = methodNameOf(instrument)
  if (method === undefined || !takes(method))
    throw invalid(`${param}.credential.token`, `${param}.credential.token must be a token that the handler "${name}" accepts.`)
  return method
}

/** Returns the token of a payment instrument. Returns `checkout` for the provider's payment page, which needs no token. */
const methodNameOf = ({ type, credential }: Instrument): string | undefined => (type === 'hosted_page' ? 'checkout' : credential?.token)
