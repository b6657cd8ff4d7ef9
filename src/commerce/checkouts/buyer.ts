import type { Anonymous, Core, Person, Tx } from '#platform/context/index.ts'
import { priceText } from '#core/format/money.ts'
import { isPersonsAddress } from '#platform/encoding/mail-address.ts'
import { ifIdOf } from '#platform/context/ids.ts'
import { guestActor, isForGuests, openGuest, takesGuests } from '#commerce/guests/index.ts'
import { ApiError } from '#platform/errors/index.ts'
import { addressOf } from './destination.ts'
import { totalOf, type Facts } from './facts.ts'
import * as queries from './queries.ts'

/** Account id of a guest who has not ordered yet. No account has this id. */
const NO_ACCOUNT = ''

/**
 * Returns the buyer for a new checkout. A caller without a key buys as a guest (spec: completions 13.1, Guests in UCP). Errors: 401 if the
 * server does not accept guests.
 */
export function newBuyer(ctx: Core, caller: Anonymous | Person): Person {
  if (caller.kind !== 'anonymous') return caller
  if (!takesGuests(ctx))
    throw new ApiError('authentication', 'This server does not accept purchases without an account. Link the buyer’s account.')
  return guestActor({ accountId: NO_ACCOUNT, name: 'Guest', address: caller.address })
}

/**
 * Returns the buyer of an existing checkout. A guest needs only the checkout's id, which cannot be guessed. Once the order belongs to an
 * account, this id only permits reading the checkout. Errors: 401 as for `newBuyer`.
 */
export async function buyerOf(ctx: Core, caller: Anonymous | Person, id: string): Promise<Person> {
  const buyer = newBuyer(ctx, caller)
  if (!buyer.guest) return buyer
  const guestId = await ifIdOf('chk', id, () => queries.guestOf(ctx.db, id))
  return { ...buyer, accountId: guestId ?? NO_ACCOUNT }
}

/** Returns true if a guest's checkout contains a valid email address of the buyer. */
export const hasEmail = ({ row }: Facts): boolean => isPersonsAddress(row.buyer?.email ?? '')

/** Returns null if a guest can complete this checkout, and otherwise the reason why it needs a buyer with an account. */
export function accountNeeded(ctx: Core, { row, actor, order }: Facts): { code: string; content: string } | null {
  if (!actor.guest || order) return null
  const total = totalOf(row)
  if (isForGuests(ctx, total)) return null
  const limit = priceText(ctx.settings.current().guestLimitCents)
  const content = `Purchases above ${limit} need an account, and the total is ${priceText(total)}. The buyer can complete the purchase at continue_url.`
  return { code: 'over_limit', content }
}

/**
 * Returns the buyer for an order from this checkout. A guest's first order creates the guest's account. The caller must lock the checkout.
 * Errors: 409 and 429, as for `POST /checkouts/guest`.
 */
export async function orderingBuyer(tx: Tx, facts: Facts): Promise<Person> {
  const { row, actor, order } = facts
  if (!actor.guest || order) return actor
  const needed = accountNeeded(tx, facts)
  if (needed) throw new ApiError('conflict', needed.content, { more: { outcome: needed.code } })
  const name = addressOf(row.destination, row.buyer, actor)?.name ?? row.buyer?.first_name
  const guest = await openGuest(tx, { address: actor.address, email: row.buyer!.email!.toLowerCase(), name })
  await queries.giveAccount(tx.db, row.id, guest.accountId)
  return guest
}
