import { createHash } from 'node:crypto'
import type { Context, Person, Tx, Core } from '#platform/context/index.ts'
import { ordersOfPurchases } from '#commerce/orders/access.ts'
import { showToBuyer } from '#commerce/orders/index.ts'
import { findPurchase, readPurchase } from '#commerce/purchases/access.ts'
import type { PurchaseRow } from '#commerce/purchases/index.ts'
import { notFound } from '#platform/errors/index.ts'
import { errorOf, RETRY_DELAYS_MS } from '#developers/webhooks/rules.ts'
import { ORDER_CAPABILITY, UCP_VERSION } from '#ucp/rules.ts'
import { EgressError } from '#platform/egress/index.ts'
import { findEvent, type RecordedEvent } from '#platform/events/index.ts'
import { enqueueOnce } from '#platform/jobs/index.ts'
import { digestOf, signed } from '#platform/signatures/message-signatures.ts'
import { signingKey } from '#platform/signatures/signing-keys.ts'
import { itemsOf } from './lines.ts'
import * as protocol from './order.ts'
import type { BuyersOrder } from './order.ts'
import * as queries from './queries.ts'
import type { CheckoutRow } from './queries.ts'

/** Returns the buyer's order in the protocol's format, with the id of the checkout. */
export async function orderOfBuyer(ctx: Core, order: BuyersOrder) {
  const [checkout] = await queries.checkoutsOfOrders(ctx.db, [order.id])
  return protocol.orderOf(ctx.urls, order, checkout?.id)
}

/** Returns the buyer's purchase, in its current state, as one order in the protocol's format. Errors: 404. */
export async function orderOfPurchase(ctx: Core, actor: Person, id: string) {
  const { row, party } = await readPurchase(ctx, actor, id)
  // only the buyer can use the protocol; the seller reads the purchase through this service's own API
  if (party !== 'buyer') throw notFound('order')
  return showPurchase(ctx, row)
}

async function showPurchase(ctx: Core, purchase: PurchaseRow) {
  const unsorted = await ordersOfPurchases(ctx, [purchase.id])
  const [checkout] = await queries.checkoutsOfOrders(ctx.db, [unsorted[0]!.id])
  const rows = inLineOrder(unsorted, checkout)
  const shown = await showToBuyer(ctx, rows)
  const orders = shown.map((order, index) => ({ order, discountCents: rows[index]!.discount_cents ?? 0 }))
  const { id, discount_cents: discountCents, shipping_cents: shippingCents, total_cents: totalCents } = purchase
  return protocol.orderOfPurchase(ctx.urls, { id, discountCents, shippingCents, totalCents, orders }, checkout?.id)
}

/** Sorts the orders in a purchase like their lines in the checkout. Without a checkout, their order is unchanged. */
function inLineOrder<O extends { listing_id: string }>(orders: readonly O[], checkout: CheckoutRow | undefined): O[] {
  const ids = checkout ? itemsOf(checkout).map(({ id }) => id) : []
  return orders.toSorted((one, other) => ids.indexOf(one.listing_id) - ids.indexOf(other.listing_id))
}

/**
 * Returns true if an event is the buyer's version of an order event other than `order.opened`. Only the buyer's version has the field
 * `pickup_code`.
 */
const isNews = ({ type, object }: RecordedEvent): boolean =>
  type.startsWith('order.') &&
  type !== 'order.opened' &&
  (object as { object?: unknown }).object === 'order' &&
  'pickup_code' in (object as object)

/** Queues deliveries to the platforms that follow these orders. Queues only one delivery for several events about the same purchase. */
export async function queueOrderUpdates(tx: Tx, events: readonly RecordedEvent[]): Promise<void> {
  const news = events.filter(isNews)
  const checkouts = await queries.checkoutsOfOrders(
    tx.db,
    news.map(({ object }) => (object as BuyersOrder).id),
  )
  for (const [index, event] of news.entries()) {
    const { id, purchase } = event.object as BuyersOrder
    const checkout = checkouts.find((one) => one.for_order === id)
    if (!checkout?.webhook_url) continue
    const isLast = news.slice(index + 1).every(({ object }) => (object as BuyersOrder).purchase !== purchase)
    if (purchase !== null && !isLast) continue
    const update: OrderUpdate = { event: event.id, order: id, tries: 0 }
    await enqueueOnce(tx, ORDER_UPDATE_JOB, update, `platform ${event.id}`, { line: `platform ${new URL(checkout.webhook_url).host}` })
  }
}

/** Stops all updates to platforms about an account's orders, including updates that are already queued. */
export const stopOrderUpdates = (tx: Tx, accountId: string): Promise<void> => queries.forgetWebhooks(tx.db, accountId)

export const ORDER_UPDATE_JOB = 'tell_platform'
/** Delays between retries in ms: a short delay, then the same delays as for webhooks. */
const AGAIN_MS = [3_000, ...RETRY_DELAYS_MS]

export type OrderUpdate = { event: string; order: string; tries: number }

/**
 * Posts the signed order to the platform (order capability, Events). A single order is sent in its state at the time of the event, and a
 * purchase in its current state. Retries with backoff for a day and a half. Does nothing if the event or the checkout no longer exists.
 */
export async function sendOrderUpdate(ctx: Context, news: OrderUpdate): Promise<void> {
  const { event: eventId, order: orderId, tries } = news
  const [event, [checkout]] = [await findEvent(ctx, eventId), await queries.checkoutsOfOrders(ctx.db, [orderId])]
  if (!event || !checkout?.webhook_url) return
  const body = JSON.stringify({
    ucp: { version: UCP_VERSION, status: 'success', capabilities: { [ORDER_CAPABILITY]: [{ version: UCP_VERSION }] } },
    ...(await stateAt(ctx, event.object as BuyersOrder, checkout)),
  })
  const headers = await headersOf(ctx, checkout.webhook_url, body, event)
  const problem = await problemOf(ctx, checkout.webhook_url, body, headers)
  const delayMs = AGAIN_MS[tries]
  if (problem === null) return
  if (delayMs === undefined) ctx.log.warn({ event: eventId, problem }, 'sending an order update to a platform failed permanently')
  else await enqueueOnce(ctx, ORDER_UPDATE_JOB, { ...news, tries: tries + 1 }, `platform ${eventId} ${tries + 1}`, { delayMs })
}

async function stateAt(ctx: Core, order: BuyersOrder, { id }: CheckoutRow) {
  const purchase = order.purchase === null ? undefined : await findPurchase(ctx, order.purchase)
  return purchase ? showPurchase(ctx, purchase) : protocol.orderOf(ctx.urls, order, id)
}

async function problemOf(ctx: Context, to: string, body: string, headers: Record<string, string>): Promise<string | null> {
  try {
    return errorOf((await ctx.egress.post(to, { body, headers })).status)
  } catch (error) {
    if (error instanceof EgressError) return error.reason
    throw error
  }
}

async function headersOf(
  ctx: Core,
  to: string,
  body: string,
  { id, createdAt }: Pick<RecordedEvent, 'id' | 'createdAt'>,
): Promise<Record<string, string>> {
  const { host, pathname, search } = new URL(to)
  const agent = `profile="${ctx.config.programsUrl}/.well-known/ucp"`
  const digest = digestOf(body)
  const key = uuidOf(id)
  const parts = {
    '@method': 'POST',
    '@authority': host,
    '@path': pathname,
    ...(search === '' ? {} : { '@query': search }),
    'ucp-agent': agent,
    'idempotency-key': key,
    'content-digest': digest,
    'content-type': 'application/json',
  }
  return {
    'Content-Type': 'application/json',
    'Content-Digest': digest,
    'UCP-Agent': agent,
    // the signature of a POST request must cover an idempotency key (UCP signatures, REST Request Signing)
    'Idempotency-Key': key,
    'Webhook-Id': key,
    'Webhook-Timestamp': String(Math.floor(createdAt.getTime() / 1000)),
    ...signed(parts, await signingKey(ctx), ctx.now()),
  }
}

/** Derives a UUID, as the standard requires, from the event id, so that every retry sends the same UUID. */
function uuidOf(id: string): string {
  const hex = createHash('sha256').update(id).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
