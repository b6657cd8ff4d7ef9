import type { Anonymous, Core, Person, Tx } from '#platform/context/index.ts'
import { priceText } from '#core/format/money.ts'
import { randomToken } from '#core/secrets.ts'
import { isLive } from '#core/tenant.ts'
import { buyListing } from '#commerce/orders/buy.ts'
import { createPurchase } from '#commerce/purchases/create.ts'
import type { OrderRow } from '#commerce/orders/index.ts'
import { requireMail } from '#identity/email-links/index.ts'
import { sha256 } from '#platform/encoding/digest.ts'
import { conflict, invalid, type ApiError } from '#platform/errors/index.ts'
import { networkOf } from '#platform/limits/networks.ts'
import { guestActor } from './actor.ts'
import { guestName } from './rules.ts'
import type { CreateGuestCheckout, CreateGuestPurchase } from './schema.ts'
import * as queries from './queries.ts'

/**
 * A started checkout. If there are several items, each has its own order, and `order` is any one of them. `buyer` is the guest who may pay.
 * `token` opens the payment page.
 */
export type StartedCheckout = { id: string; order: OrderRow; buyer: Person; token: string }

/**
 * Orders a listing for a buyer without an account (spec: completions 13.7). Creates a new guest for each order, so that the result does not
 * reveal whether an account has the email address. Errors: 400 `address` if the item is shipped and the address is missing. 404. 409 if the
 * total exceeds `GUEST_LIMIT`, and as for `buyListing`. 429 after three unpaid orders in an hour from the network, or five orders in a day
 * with the email address. 503 if the server cannot send email.
 */
export const startGuestCheckout = (tx: Tx, caller: Anonymous | Person, input: CreateGuestCheckout): Promise<StartedCheckout> =>
  startCheckout(tx, caller, input, async (buyer) => {
    const { listing, address, expected_total } = input
    const { row } = await buyListing(tx, buyer, { listing, address, expected_total, hold: undefined })
    if (!row.pickup && !address) throw invalid('address', 'address is missing: enter the delivery address.')
    return { order: row, totalCents: row.item_cents + row.shipping_cents }
  })

/**
 * Orders several items from one shop for a buyer without an account (spec: completions 13.4 and 13.7). The guest limit applies to the total
 * including shipping. The purchase counts as one order toward the limits for the network and the email address. Errors: 400, 404 and 409 as
 * for `createPurchase`; 409, 429 and 503 as for `startGuestCheckout`.
 */
export const startGuestPurchase = (tx: Tx, caller: Anonymous | Person, input: CreateGuestPurchase): Promise<StartedCheckout> =>
  startCheckout(tx, caller, input, async (buyer) => {
    const { listings, address, expected_total } = input
    const { row, orders } = await createPurchase(tx, buyer, { listings, address, expected_total })
    return { order: orders[0]!, totalCents: row.total_cents }
  })

type Contact = Pick<CreateGuestCheckout, 'email' | 'address'>
type Ordered = { order: OrderRow; totalCents: number }

async function startCheckout(
  tx: Tx,
  caller: Anonymous | Person,
  { email, address }: Contact,
  order: (buyer: Person) => Promise<Ordered>,
): Promise<StartedCheckout> {
  requireGuests(tx, caller)
  const buyer = await openGuest(tx, { address: caller.address, email, name: address?.name })
  const ordered = await order(buyer)
  if (ordered.totalCents > tx.settings.current().guestLimitCents) throw aboveLimit(tx, ordered.totalCents)
  return { ...(await recordGuestOrder(tx, buyer, ordered.order)), order: ordered.order, buyer }
}

/**
 * Creates a guest for one order or purchase, and counts the order toward the limits. `address` is the caller's IP address. Runs in the
 * transaction that creates the order, so that a failed order does not count. Errors: 429.
 */
export async function openGuest(
  tx: Tx,
  { address, email, name }: { address: string; email: string; name: string | undefined },
): Promise<Person> {
  await tx.rateLimits.take(tx, 'guest order', address)
  await tx.rateLimits.take(tx, 'guest email', email)
  const guest = guestActor({ accountId: tx.newId('usr'), name: guestName(name), address })
  await queries.insertGuest(tx.db, { id: guest.accountId, name: guest.name, guest_email: email, now: tx.now() })
  return guest
}

/**
 * Stores the payment link for a guest's order, and the network from which it was placed. The unpaid order counts toward that network's
 * limit. A purchase has only one link and counts once, so the caller passes any one of its orders.
 */
export async function recordGuestOrder(tx: Tx, guest: Person, order: OrderRow): Promise<{ id: string; token: string }> {
  const token = randomToken(tx)
  const id = tx.newId('gst')
  await queries.insertCheckout(tx.db, {
    id,
    account_id: guest.accountId,
    order_id: order.id,
    token_hash: sha256(token),
    network: networkOf(guest.address),
    created_at: tx.now(),
    expires_at: order.pay_by,
  })
  return { id, token }
}

/** Returns true if the server accepts orders from guests. */
export const takesGuests = ({ config, settings }: Core): boolean => settings.current().guestLimitCents > 0 && config.mail.kind !== 'off'

/** Returns true if the total does not exceed the limit for guests. */
export const isForGuests = (ctx: Core, totalCents: number): boolean =>
  takesGuests(ctx) && totalCents <= ctx.settings.current().guestLimitCents

function requireGuests(tx: Tx, caller: Anonymous | Person): void {
  requireMail(tx)
  if (tx.settings.current().guestLimitCents === 0) throw conflict('This server does not accept orders without an account. Sign in to buy.')
  if (caller.kind !== 'anonymous' && !isLive(caller.tenant))
    throw conflict('Test mode has no guests. Use the key of your test buyer with POST /orders.')
}

const aboveLimit = ({ settings }: Core, totalCents: number): ApiError =>
  conflict(
    `Purchases above ${priceText(settings.current().guestLimitCents)} need an account. The total with shipping is ${priceText(totalCents)}. Sign in to buy.`,
  )

/**
 * Records that a guest's order has been paid, so that it no longer counts toward the limit on unpaid orders. Does nothing for orders from
 * accounts.
 */
export async function countGuestOrderPaid(tx: Tx, orderId: string): Promise<void> {
  const network = await queries.networkOfOrder(tx.db, orderId)
  if (network !== undefined) await tx.rateLimits.giveBack(tx, 'guest order', network)
}
