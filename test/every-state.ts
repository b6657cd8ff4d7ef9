import { sql } from 'kysely'
import { inTransaction } from '#platform/context/index.ts'
import type { TestApp } from '#test/app.ts'
import { ok, openSeller, type Seller } from '#test/factories.ts'
import { likeEarlier } from '#test/likers.ts'
import { HOME } from '#test/sales.ts'

/** Ids of records in every state that belong to an account as a buyer or as a seller. The keys are the resource names in URLs. */
export type EveryState = Record<
  'shops' | 'listings' | 'offers' | 'orders' | 'holds' | 'purchases' | 'threads' | 'reviews' | 'invitations',
  string[]
> & {
  othersListing: string
  othersSecond: string
  /** A paid order that the account must ship, and a carrier rate for its label. */
  toShip: string
  rate: string
}

/**
 * Creates an account with records in every state. Calls the API as users would, but writes states that take days to reach directly into the
 * database.
 */
export async function inEveryState(
  app: TestApp,
  people?: readonly [Seller, Seller],
): Promise<{ me: Seller; other: Seller; records: EveryState }> {
  const [me, other] = people ?? [await openSeller(app, 'Mia'), await openSeller(app, 'Oto')]
  for (const one of [me, other]) await ok(one, 'PATCH', `/shops/${one.slug}`, { ask_hold: true, haggle: false, answer_questions: false })
  const records: EveryState = {
    shops: [],
    listings: [],
    offers: [],
    orders: [],
    holds: [],
    purchases: [],
    threads: [],
    reviews: [],
    invitations: [],
    othersListing: await live(other),
    othersSecond: await live(other),
    toShip: '',
    rate: '',
  }
  const slugs = [me.slug, `${me.slug}-2`, `${me.slug}-3`] as const
  await ok(me, 'POST', '/shops', { name: 'Paused', slug: slugs[1] })
  await ok(me, 'PATCH', `/shops/${slugs[1]}`, { paused: true })
  await ok(me, 'POST', '/shops', { name: 'Private', slug: slugs[2], visibility: 'private' })
  records.shops = [...slugs]
  const draft = (await ok(me, 'POST', '/listings', { shop: me.slug, title: 'Lamp', price: 100 })).id
  const sold = await live(me)
  await ok(me, 'POST', `/listings/${sold}/mark-sold`)
  records.listings = [draft, await live(me), sold]
  await likeEarlier(app, other, records.listings[1]!)
  for (const [seller, buyer] of [
    [me, other],
    [other, me],
  ] as const) {
    for (const end of OFFER_ENDS) records.offers.push(await offer(app, seller, buyer, end))
    for (const end of INVITATION_ENDS) records.invitations.push(await invitation(app, seller, buyer, end))
    for (const end of ORDER_ENDS) records.orders.push(await order(app, seller, buyer, end, records))
    for (const end of ['asked', 'active', 'used', 'returned', 'kept', 'expired'] as const)
      records.holds.push(await hold(app, seller, buyer, end))
    for (const end of ['awaiting_payment', 'paid', 'shipped', 'expired', 'cancelled'] as const)
      records.purchases.push(await purchase(app, seller, buyer, end))
    records.threads.push((await ok(buyer, 'POST', '/threads', { listing: await live(seller), text: 'Is it heavy?' })).id)
  }
  await addLabels(me, records)
  const offered = await listingOf(app, records.offers[0]!)
  // uses a new account for the like, because an account that has made an offer cannot be invited; skips the invitation for test data, which
  // a new account cannot see
  if (!people) await likeEarlier(app, await app.signUp('Lin'), offered)
  records.listings.push(offered, await listingOf(app, records.holds[1]!))
  await app.advance(0)
  return { me, other, records }
}

async function addLabels(me: Seller, records: EveryState): Promise<void> {
  await ok(me, 'PATCH', `/shops/${me.slug}`, { ship_from: HOME })
  const [first, second] = records.orders.slice(ORDER_ENDS.indexOf('paid')) as [string, string]
  const rateOf = async (id: string) =>
    (await ok(me, 'GET', `/orders/${id}/rates?weight_oz=9&length_in=9&width_in=9&height_in=9`)).data[0].id as string
  await ok(me, 'POST', `/orders/${second}/label`, { rate: await rateOf(second) })
  records.toShip = first
  records.rate = await rateOf(first)
}

const OFFER_ENDS = ['open', 'countered', 'accepted', 'declined', 'withdrawn', 'replaced', 'expired', 'closed', 'lapsed'] as const
const INVITATION_ENDS = ['open', 'taken', 'declined', 'withdrawn', 'closed'] as const
const RETURN_ENDS = ['return', 'agree', 'send', 'received'] as const
const ORDER_ENDS = ['awaiting_payment', 'paid', 'asked', 'pickup', 'shipped', 'delivered', 'problem', 'offered', 'return', 'agree', 'send', 'received', 'completed', 'refunded', 'cancelled', 'expired'] as const // prettier-ignore

const live = async (who: Seller, more: object = {}): Promise<string> =>
  (await ok(who, 'POST', '/listings', { shop: who.slug, title: 'Lamp', price: 100, shipping: 5, publish: true, ...more })).id

async function offer(app: TestApp, seller: Seller, buyer: Seller, end: (typeof OFFER_ENDS)[number]): Promise<string> {
  const listing = await live(seller)
  const { id } = await ok(buyer, 'POST', '/offers', { listing, amount: 60 })
  if (end === 'countered') await ok(seller, 'POST', `/offers/${id}/counter`, { amount: 80 })
  if (end === 'accepted' || end === 'lapsed') await ok(seller, 'POST', `/offers/${id}/accept`, {})
  if (end === 'declined') await ok(seller, 'POST', `/offers/${id}/decline`)
  if (end === 'withdrawn') await ok(buyer, 'POST', `/offers/${id}/withdraw`)
  if (end === 'replaced') await ok(buyer, 'POST', '/offers', { listing, amount: 70 })
  if (end === 'closed') await ok(seller, 'POST', `/listings/${listing}/unpublish`)
  if (end === 'expired' || end === 'lapsed') await write(app, 'offers', id, { status: end })
  return id
}

async function invitation(app: TestApp, seller: Seller, buyer: Seller, end: (typeof INVITATION_ENDS)[number]): Promise<string> {
  const listing = await live(seller)
  await likeEarlier(app, buyer, listing)
  const { id } = await ok(seller, 'POST', `/listings/${listing}/invitations`, { amount: 90 })
  if (end === 'taken') await ok(buyer, 'POST', `/invitations/${id}/take`, {})
  if (end === 'declined') await ok(buyer, 'POST', `/invitations/${id}/decline`)
  if (end === 'withdrawn') await ok(seller, 'POST', `/invitations/${id}/withdraw`)
  if (end === 'closed') await ok(seller, 'POST', `/listings/${listing}/unpublish`)
  return id
}

async function order(app: TestApp, seller: Seller, buyer: Seller, end: (typeof ORDER_ENDS)[number], records: EveryState): Promise<string> {
  const pickup = end === 'pickup'
  const { id } = await ok(buyer, 'POST', '/orders', { listing: await live(seller, pickup ? { shipping: 0 } : {}), address: HOME })
  if (end === 'awaiting_payment') return id
  if (end === 'cancelled') await ok(buyer, 'POST', `/orders/${id}/cancel`)
  if (end === 'expired') await write(app, 'orders', id, { status: 'expired' })
  if (end === 'cancelled' || end === 'expired') return id
  await ok(buyer, 'POST', `/orders/${id}/pay`, { method: 'test_ok' })
  if (end === 'asked') await ok(buyer, 'POST', `/orders/${id}/cancel`)
  if (end === 'paid' || end === 'asked' || pickup) return id
  await ok(seller, 'POST', `/orders/${id}/ship`, {})
  if (end === 'shipped') return id
  if (end === 'delivered') await ok(buyer, 'POST', `/orders/${id}/deliver`, {})
  if (['problem', 'offered', 'refunded'].includes(end) || RETURN_ENDS.some((step) => step === end))
    await ok(buyer, 'POST', `/orders/${id}/problem`, { reason: 'damaged', body: 'Torn.' })
  if (end === 'offered') await ok(seller, 'POST', `/orders/${id}/refund`, { amount: 10 })
  if (end === 'refunded') await ok(seller, 'POST', `/orders/${id}/refund`, {})
  await returnItem(seller, buyer, id, end)
  if (end === 'completed') await ok(buyer, 'POST', `/orders/${id}/confirm`)
  if (end === 'refunded') records.reviews.push((await ok(buyer, 'POST', `/orders/${id}/review`, { rating: 2, body: 'Torn.' })).id)
  return id
}

async function returnItem(seller: Seller, buyer: Seller, id: string, end: string): Promise<void> {
  const steps: [Seller, string, object?][] = [
    [seller, 'return', { payer: 'seller' }],
    [buyer, 'return/agree'],
    [buyer, 'return/send', { carrier: 'other', number: 'X 1' }],
    [seller, 'return/received'],
  ]
  const last = RETURN_ENDS.findIndex((step) => step === end)
  for (const [who, verb, json] of steps.slice(0, last + 1)) await ok(who, 'POST', `/orders/${id}/${verb}`, json)
}

async function hold(app: TestApp, seller: Seller, buyer: Seller, end: string): Promise<string> {
  const listing = await live(seller)
  const { id } = await ok(buyer, 'POST', '/holds', { listing })
  if (end !== 'asked' && end !== 'expired') await ok(buyer, 'POST', `/holds/${id}/pay`, { method: 'test_ok' })
  if (end === 'returned') await ok(seller, 'POST', `/holds/${id}/return`)
  if (end === 'used') await ok(buyer, 'POST', '/orders', { listing, address: HOME, hold: true })
  if (end === 'kept' || end === 'expired') await write(app, 'holds', id, { status: end })
  return id
}

async function purchase(app: TestApp, seller: Seller, buyer: Seller, end: string): Promise<string> {
  const listings = [await live(seller), await live(seller)]
  const { id, orders } = await ok(buyer, 'POST', '/purchases', { listings, address: HOME })
  if (end === 'cancelled') await ok(buyer, 'POST', `/purchases/${id}/cancel`)
  if (end === 'paid' || end === 'shipped') await ok(buyer, 'POST', `/purchases/${id}/pay`, { method: 'test_ok' })
  if (end === 'shipped') await ok(seller, 'POST', `/purchases/${id}/ship`, {})
  if (end === 'expired') for (const one of orders) await write(app, 'orders', one.id, { status: end })
  if (end === 'expired') await write(app, 'purchases', id, { status: end })
  return id
}

const write = (app: TestApp, table: 'offers' | 'orders' | 'holds' | 'purchases', id: string, set: { status: string }): Promise<unknown> =>
  inTransaction(app.service.ctx, (tx) => sql`update ${sql.table(table)} set status = ${set.status} where id = ${id}`.execute(tx.db))

async function listingOf({ service: { ctx } }: TestApp, id: string): Promise<string> {
  const { rows } = await sql<{ listing_id: string }>`
    select listing_id from offers where id = ${id} union all select listing_id from holds where id = ${id}`.execute(ctx.db)
  return rows[0]!.listing_id
}
