import type { Lane, User } from './lane.ts'
import type { Made } from './law.ts'
import { GUEST_BUNDLE } from './verbs.ts'
import type { Seen, Model } from './world.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- a row as the query below gives it
type Row = Record<string, any> & { id: string }
type Rows = {
  shop: Row
  blocks: string[]
  listings: Row[]
  offers: Row[]
  invitations: Row[]
  orders: Row[]
  holds: Row[]
  purchases: Row[]
  payments: Row[]
  payouts: Row[]
  ledger: Record<string, number>
}

/** The service's records in the format of the model. `payments` contains payment attempts that the model does not have yet. */
export type Snapshot = { seen: Seen; payments: Model['fresh']; statuses: Map<string, string>; ledger: Record<string, number> }

/**
 * Reads the database at the current time of the service's clock. A record with a past deadline counts as expired, even if no job has
 * written this yet.
 */
export async function snapshot(lane: Lane, model: Model): Promise<Snapshot> {
  const { rows } = await lane.database.pools.requests.query({ name: 'model snapshot', text: SNAPSHOT })
  const all = rows[0].all as Rows
  const { now } = lane
  const over = (at: number) => at <= now
  const forfeited = all.holds.filter((h) => h['status'] === 'active' && over(h['until']))
  const seen: Seen = Object.fromEntries([
    ['shop', fields(all.shop, ['paused', 'visibility', 'asksHold'])],
    ['blocks', { buyers: all.blocks }],
    ...model.listings.filter(({ id }) => !all.listings.some((l) => l.id === id)).map(({ id }) => [id, { gone: true }]),
    ...all.listings.map((l) => [l.id, fields(l, ['status', 'everSold', 'price', 'takesOffers'])]),
    ...all.offers.map((o) => [o.id, { ...fields(o, ['amount', 'counter', 'order']), status: offerStatus(o, over(o['until'])) }]),
    ...all.invitations.map((i) => [
      i.id,
      { ...fields(i, ['amount', 'ann', 'bob']), ended: i['ended'] ?? (over(i['until']) ? 'expired' : null) },
    ]),
    ...all.orders.map((o) => [o.id, orderFields(o, o['status'] === 'awaiting_payment' && over(o['payBy']), over)]),
    ...all.holds.map((h) => [h.id, { deposit: h['deposit'], status: holdStatus(h, over(h['until'])) }]),
    ...all.purchases.map((p) => [
      p.id,
      { buyer: p['buyer'], total: p['total'], status: p['status'] === 'awaiting_payment' && over(p['payBy']) ? 'expired' : p['status'] },
    ]),
    ...all.payments.map((p) => [p.id, fields(p, ['status', 'refunded', 'back', 'amount'])]),
    ['payouts', Object.fromEntries([...all.payouts.map((m) => [m.id, m['amount']]), ...forfeited.map((h) => [h.id, h['deposit']])])],
  ])
  const known = new Set(model.payments.map(({ id }) => id))
  return {
    seen,
    payments: all.payments
      .filter(({ id }) => !known.has(id))
      .map((p) => ({
        id: p.id,
        order: p['order'] as string | null,
        hold: p['hold'] as string | null,
        purchase: p['purchase'] as string | null,
        method: p['method'] as string,
      })),
    ledger: all.ledger,
    statuses: new Map(all.payments.map((p) => [p.id, p['status'] as string])),
  }
}

function offerStatus(o: Row, over: boolean): string {
  const status: string = o['status']
  if (status === 'lapsed') return 'accepted'
  return over && (status === 'open' || status === 'countered') ? 'expired' : status
}

function holdStatus(h: Row, over: boolean): string {
  const status: string = h['status']
  if (!over) return status
  return status === 'asked' ? 'expired' : status === 'active' ? 'kept' : status
}

function orderFields(o: Row, expired: boolean, over: (at: number) => boolean): Record<string, unknown> {
  const payout: string = o['payout']
  const waits = o['returned'] === 'offered' || o['returned'] === 'agreed'
  return {
    ...fields(o, [
      'buyer',
      'status',
      'payment',
      'total',
      'deposit',
      'refunded',
      'disputed',
      'asksToCancel',
      'offered',
      'returned',
      'reviewed',
    ]),
    payout: payout === 'waiting' || payout === 'sent' ? 'owed' : payout,
    ...(waits && over(o['returnBy']) ? { returned: 'expired' } : {}),
    ...(expired ? { status: 'expired', payment: 'unpaid' } : {}),
  }
}

const fields = (row: Row, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(names.map((name) => [name, row[name] ?? null]))

/** Returns the ids of the records that a response created. */
export function madeBy(endpoint: string, status: number, body: Record<string, unknown>): Made {
  if ((endpoint === 'acceptOffer' || endpoint === 'takeInvitation') && status === 200) return { order: String(body['order']) }
  if (status !== 201) return {}
  if (endpoint === 'createPurchase' || endpoint === GUEST_BUNDLE)
    return { purchase: String(body['id']), orders: (body['orders'] as { id: string }[]).map(({ id }) => id) }
  if (endpoint === 'createGuestCheckout') return { order: String(body['order']) }
  const kind = { createListing: 'listing', makeOffer: 'offer', inviteLikers: 'invitation', createOrder: 'order', askHold: 'hold' }[endpoint]
  return kind === undefined ? {} : { [kind]: String(body['id']) }
}

/**
 * Reads the lists of all users and guests through the API. Returns the status of each visible record, by user and id. An order that is
 * visible to the wrong guest adds an unexpected entry.
 */
export async function readLists(lane: Lane): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const who of ['owner', 'ann', 'bob'] as const satisfies readonly User[])
    for (const endpoint of ['listOffers', 'listInvitations', 'listOrders', 'listHolds', 'listPurchases']) {
      const { status, body } = await lane.call({ who, endpoint, params: {}, body: {} })
      if (status !== 200) found[`${who} ${endpoint}`] = String(status)
      for (const one of (body['data'] as { id: string; status: string }[] | undefined) ?? []) found[`${who} ${one.id}`] = one.status
    }
  const { rows } = await lane.database.pools.requests.query<{ order_id: string; purchase_id: string | null }>(
    'select g.order_id, o.purchase_id from guest_checkouts g join orders o on o.id = g.order_id',
  )
  for (const { order_id: id, purchase_id: purchase } of rows)
    for (const endpoint of ['listOrders', 'listPurchases']) {
      const { status, body } = await lane.call({ who: 'guest', endpoint, params: { id }, body: {} })
      if (status !== 200) found[`guest of ${id} ${endpoint}`] = String(status)
      for (const one of (body['data'] as { id: string; status: string; purchase?: string | null }[] | undefined) ?? []) {
        const isOwn = one.id === id || (purchase !== null && (one.id === purchase || one.purchase === purchase))
        found[isOwn ? `guest ${one.id}` : `guest of ${id} ${one.id}`] = one.status
      }
    }
  return found
}

const ms = (column: string) => `(extract(epoch from ${column}) * 1000)::float8`
const rowsOf = (table: string, columns: Record<string, string>, rest = '') =>
  `(select coalesce(json_agg(json_build_object(${pairs(columns)})), '[]') from ${table} ${rest})`
const pairs = (columns: Record<string, string>) =>
  Object.entries(columns)
    .map(([name, sql]) => `'${name}', ${sql}`)
    .join(', ')

/** SQL for the model's name for an account. All guests have the same name. */
const nameOf = (id: string) => `(select case when guest_email is null then name else 'guest' end from accounts a where a.id = ${id})`

/** SQL for a buyer's answer to an invitation: `open` if the buyer has not answered, and `none` if the buyer was not invited. */
const answerOf = (
  name: string,
) => `coalesce((select coalesce(r.answer, 'open') from invitation_recipients r join accounts a on a.id = r.account_id
  where r.invitation_id = i.id and a.name = '${name}'), 'none')`

/** SQL for the amount that the seller has received or is still owed for each order or hold: payouts minus reversals. */
const DUE = `(
  select coalesce(order_id, hold_id) as id, sum(case kind when 'payout' then amount_cents else -amount_cents end)::int as cents
  from money_moves where kind <> 'refund' and status in ('due', 'held', 'sent') group by 1) o`

const SNAPSHOT = `select json_build_object(
  'shop', (select json_build_object(${pairs({ id: "'shop'", paused: 'paused', visibility: 'visibility', asksHold: 'ask_hold' })}) from shops),
  'blocks', (select coalesce(json_agg(name order by name), '[]') from blocks b join accounts a on a.id = b.account_id),
  'listings', ${rowsOf('listings', { id: 'id', status: 'status', everSold: 'ever_sold', price: 'price_cents', takesOffers: 'take_offers' })},
  'offers', ${rowsOf('offers', { id: 'id', status: 'status', amount: 'amount_cents', counter: 'counter_cents', order: 'order_id', until: ms('expires_at') })},
  'invitations', ${rowsOf('invitations i', { id: 'id', amount: 'amount_cents', ended: 'ended_as', until: ms('expires_at'), ann: answerOf('ann'), bob: answerOf('bob') })},
  'orders', ${rowsOf('orders o', {
    id: 'id',
    buyer: nameOf('o.buyer_id'),
    status: 'status',
    payment: 'payment',
    payout: 'payout',
    total: 'item_cents + shipping_cents',
    deposit: 'deposit_cents',
    refunded: 'refunded_cents',
    disputed: 'disputed_cents',
    asksToCancel: 'cancel_by is not null',
    offered: "(problem ->> 'offered_cents')::int",
    returned: 'return_status',
    returnBy: ms('return_by'),
    reviewed: 'exists (select from reviews r where r.order_id = o.id)',
    payBy: ms('pay_by'),
  })},
  'holds', ${rowsOf('holds', { id: 'id', status: 'status', deposit: 'deposit_cents', until: ms('until') })},
  'purchases', ${rowsOf('purchases p', { id: 'id', buyer: nameOf('p.buyer_id'), status: 'status', total: 'total_cents', payBy: ms('pay_by') })},
  'payments', ${rowsOf('payments', { id: 'id', status: 'status', refunded: 'refunded_cents', back: 'charged_back_cents', amount: 'amount_cents', order: 'order_id', hold: 'hold_id', purchase: 'purchase_id', method: 'method' }, 'where true')},
  'payouts', ${rowsOf(DUE, { id: 'id', amount: 'cents' }, 'where cents <> 0')},
  'ledger', (select coalesce(json_object_agg(account, cents), '{}') from (
    select account, sum(amount_cents)::int as cents from ledger_entries group by account) l)
) as all`
