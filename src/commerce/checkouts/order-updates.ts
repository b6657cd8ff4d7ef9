import { createHash } from 'node:crypto'
import type { Context, Tx, Core } from '#platform/context/index.ts'
import { errorOf, RETRY_DELAYS_MS } from '#developers/webhooks/rules.ts'
import { ORDER_CAPABILITY, UCP_VERSION } from '#ucp/rules.ts'
import { EgressError } from '#platform/egress/index.ts'
import { findEvent, type RecordedEvent } from '#platform/events/index.ts'
import { enqueueOnceInLine, enqueueOnceLater } from '#platform/jobs/index.ts'
import { digestOf, signed } from '#platform/signatures/message-signatures.ts'
import { signingKey } from '#platform/signatures/signing-keys.ts'
import { orderOf, type BuyersOrder } from './order.ts'
import * as queries from './queries.ts'

/** Returns the buyer's order in the format of the protocol, with the id of its checkout. */
export async function orderOfBuyer(ctx: Core, order: BuyersOrder) {
  const [checkout] = await queries.checkoutsOfOrders(ctx.db, [order.id])
  return orderOf(ctx.urls, order, checkout?.id ?? null)
}

/**
 * Returns true for the buyer's version of every order event except `order.opened`. Only the buyer's version has the field `pickup_code`.
 */
const isNews = ({ type, object }: RecordedEvent): boolean =>
  type.startsWith('order.') &&
  type !== 'order.opened' &&
  (object as { object?: unknown }).object === 'order' &&
  'pickup_code' in (object as object)

/** Queues deliveries to the platforms that follow these orders. */
export async function queueOrderUpdates(tx: Tx, events: readonly RecordedEvent[]): Promise<void> {
  const news = events.filter(isNews)
  const checkouts = await queries.checkoutsOfOrders(
    tx.db,
    news.map(({ object }) => (object as BuyersOrder).id),
  )
  for (const event of news) {
    const { id } = event.object as BuyersOrder
    const checkout = checkouts.find((one) => one.order_id === id)
    if (!checkout?.webhook_url) continue
    const line = `platform ${new URL(checkout.webhook_url).host}`
    await enqueueOnceInLine(
      tx,
      ORDER_UPDATE_JOB,
      { event: event.id, order: id, tries: 0 } satisfies OrderUpdate,
      `platform ${event.id}`,
      line,
    )
  }
}

/** Stops an account's order updates to platforms, including queued ones. */
export const stopOrderUpdates = (tx: Tx, accountId: string): Promise<void> => queries.forgetWebhooks(tx.db, accountId)

export const ORDER_UPDATE_JOB = 'tell_platform'
/** Delays of the retries: one quick retry, then the same delays as for webhooks. */
const AGAIN_MS = [3_000, ...RETRY_DELAYS_MS]

export type OrderUpdate = { event: string; order: string; tries: number }

/**
 * Posts the signed order to the platform, with the order's state at the time of the event (order capability, Events). Retries with backoff
 * for a day and a half. Does nothing when the event or the checkout no longer exists.
 */
export async function sendOrderUpdate(ctx: Context, news: OrderUpdate): Promise<void> {
  const { event: eventId, order: orderId, tries } = news
  const [event, [checkout]] = [await findEvent(ctx, eventId), await queries.checkoutsOfOrders(ctx.db, [orderId])]
  if (!event || !checkout?.webhook_url) return
  const body = JSON.stringify({
    ucp: { version: UCP_VERSION, status: 'success', capabilities: { [ORDER_CAPABILITY]: [{ version: UCP_VERSION }] } },
    ...orderOf(ctx.urls, event.object as BuyersOrder, checkout.id),
  })
  const headers = await headersOf(ctx, checkout.webhook_url, body, event)
  const problem = await problemOf(ctx, checkout.webhook_url, body, headers)
  const delayMs = AGAIN_MS[tries]
  if (problem === null) return
  if (delayMs === undefined) ctx.log.warn({ event: eventId, problem }, 'sending an order update to a platform failed permanently')
  else await enqueueOnceLater(ctx, delayMs, ORDER_UPDATE_JOB, { ...news, tries: tries + 1 }, `platform ${eventId} ${tries + 1}`)
}

async function problemOf(ctx: Context, to: string, body: string, headers: Record<string, string>): Promise<string | null> {
  try {
    return errorOf((await ctx.egress.post(to, { body, headers })).status)
  } catch (error) {
    if (error instanceof EgressError) return error.reason
    throw error
  }
}

async function headersOf(ctx: Core, to: string, body: string, { id, createdAt }: RecordedEvent): Promise<Record<string, string>> {
  const { host, pathname, search } = new URL(to)
  const agent = `profile="${ctx.config.programsUrl}/.well-known/ucp"`
  const digest = digestOf(body)
  const parts = {
    '@method': 'POST',
    '@authority': host,
    '@path': pathname,
    ...(search === '' ? {} : { '@query': search }),
    'ucp-agent': agent,
    'content-digest': digest,
    'content-type': 'application/json',
  }
  return {
    'Content-Type': 'application/json',
    'Content-Digest': digest,
    'UCP-Agent': agent,
    'Webhook-Id': uuidOf(id),
    'Webhook-Timestamp': String(Math.floor(createdAt.getTime() / 1000)),
    ...signed(parts, await signingKey(ctx), ctx.now()),
  }
}

/** Derives a UUID from the event id, so that every retry sends the same one. The standard requires a UUID. */
function uuidOf(id: string): string {
  const hex = createHash('sha256').update(id).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
