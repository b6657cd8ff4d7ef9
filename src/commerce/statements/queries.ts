import { sql, type RawBuilder } from 'kysely'
import { ofMarket } from '#platform/db/tenant.ts'
import type { Db } from '#platform/db/index.ts'
import type { Paged, Part } from '#platform/db/paginate.ts'
import type { Changes, Month, Period, TradeDay } from './rules.ts'

export type LineRow = Changes & { at: Date; order_id: string | null; hold_id: string | null; listing_title: string }

const entries = (accountId: string) => sql`
  select e.*, o.listing_title from orders o join ledger_entries e on e.order_id = o.id where o.seller_id = ${accountId}
  union all
  select e.*, h.listing_title from holds h join ledger_entries e on e.hold_id = h.id where h.seller_id = ${accountId}`

/**
 * Selects every change to a seller's balance from the ledger entries of `source`, with one row per posting and order, or per posting and
 * hold. The statement therefore always agrees with the ledger (spec: completions 7). A deposit that moves to an order belongs to the order,
 * and a label belongs to the order that pays for it. Three rules make the columns correct:
 * - Money that the service advances, for a chargeback or a label, touches no balance until the seller's money repays it.
 * - A second payment for one order or hold counts as a returned refund.
 * - A transfer between two orders of one purchase changes no balance.
 */
const changes = (source: RawBuilder<unknown>) => sql`
  entries as (${source}),
  placed as (
    select *, coalesce(
      case when account = 'postage' then max(order_id) filter (where account = 'seller') over (partition by posting) end,
      order_id, max(order_id) over (partition by posting)) as of_order from entries
  ),
  grouped as (
    select posting, of_order as order_id, case when of_order is null then hold_id end as hold_id,
      min(id) as id, min(created_at) as at, max(listing_title) as listing_title,
      coalesce(sum(amount_cents) filter (where account = 'escrow'), 0) as held,
      coalesce(sum(amount_cents) filter (where account = 'seller'), 0) as available,
      coalesce(sum(amount_cents) filter (where account = 'buyer'), 0) as buyer,
      coalesce(sum(amount_cents) filter (where account = 'fees'), 0) as fees,
      coalesce(sum(amount_cents) filter (where account = 'bank'), 0) as bank,
      coalesce(sum(amount_cents) filter (where account = 'debt'), 0) as debt,
      coalesce(sum(amount_cents) filter (where account in ('postage', 'carrier')), 0) as labels
    from placed group by posting, of_order, case when of_order is null then hold_id end
  ),
  settled as (
    -- money advanced to a buyer by a chargeback, or returned by the bank
    select *, case when buyer > 0 and debt < 0 then least(buyer, -debt) when buyer < 0 and debt > 0 then greatest(buyer, -debt) else 0 end as advance
    from grouped
  ),
  received as (
    select *, buyer - advance as from_buyer, debt + advance as from_debt,
      row_number() over (partition by order_id, hold_id, buyer - advance < 0 order by at, id) as nth
    from settled
  ),
  changes as (
    select id, at, order_id, hold_id, listing_title, held, available,
      case when from_buyer < 0 and nth = 1 then -from_buyer else 0 end as paid,
      case when from_buyer < 0 and nth = 1 then 0 else from_buyer end as refunded,
      fees, labels, from_debt as chargebacks, bank as paid_out
    from received
    where available <> 0 or from_buyer <> 0 or from_debt <> 0 or fees <> 0 or labels <> 0 or bank <> 0
  )`

const COLUMNS = sql`held::bigint as "heldCents", available::bigint as "availableCents", paid::bigint as "paidCents",
  refunded::bigint as "refundedCents", fees::bigint as "feesCents", labels::bigint as "labelsCents",
  chargebacks::bigint as "chargebacksCents", paid_out::bigint as "paidOutCents"`

const SUMS = sql.join(
  ['held', 'available', 'paid', 'refunded', 'fees', 'labels', 'chargebacks', 'paid_out'].map(
    (name) => sql`coalesce(sum(${sql.ref(name)}), 0) as ${sql.ref(name)}`,
  ),
)

/** Returns the balance changes per month, oldest first. Omits months without changes. */
export async function monthsOf(db: Db, accountId: string): Promise<Month[]> {
  const { rows } = await sql<Month>`
    with ${changes(entries(accountId))},
    months as (
      select to_char(at at time zone 'UTC', 'YYYY-MM') as month, count(*) filter (where paid > 0)::bigint as payments, ${SUMS}
      from changes group by 1
    )
    select month, payments, ${COLUMNS} from months order by month`.execute(db)
  return rows
}

const within = ({ from, until }: Period) => sql`changes where at >= ${from} and at < ${until}`
const lines = (accountId: string, period: Period) => sql<LineRow>`
  with ${changes(entries(accountId))}
  select at, order_id, hold_id, listing_title, ${COLUMNS} from ${within(period)} order by at, id`

/** Returns a seller's balance changes in a period, oldest first. */
export const linesOf = async (db: Db, accountId: string, period: Period): Promise<LineRow[]> =>
  (await lines(accountId, period).execute(db)).rows

/** Returns one page of the balance changes in a period, oldest first, and the total number of changes. */
export async function pageOfLines(db: Db, accountId: string, period: Period, { limit, offset }: Part): Promise<Paged<LineRow>> {
  const [{ rows }, count] = await Promise.all([
    sql<LineRow>`${lines(accountId, period)} limit ${limit} offset ${offset}`.execute(db),
    sql<{ total: number }>`with ${changes(entries(accountId))} select count(*)::bigint as total from ${within(period)}`.execute(db),
  ])
  return { rows, total: count.rows[0]!.total }
}

/**
 * A seller's money at a given time, in cents: earned but not paid out, expected from unfinished orders, withheld because of problems, and
 * paid out.
 */
export type BalanceNow = { availableCents: number; pendingCents: number; onHoldCents: number; paidOutCents: number }

/**
 * Returns a seller's money at a given time. Earned and paid-out amounts come from the ledger; unfinished orders count with the seller's
 * share.
 */
export async function balanceNow(db: Db, accountId: string): Promise<BalanceNow> {
  const { rows } = await sql<BalanceNow>`
    with unfinished as (
      select status, item_cents + shipping_cents - fee_cents - refunded_cents as share
      from orders where seller_id = ${accountId} and status in ('paid', 'shipped', 'delivered', 'problem')
    )
    select coalesce(sum(amount_cents) filter (where account = 'seller'), 0)::bigint as "availableCents",
      coalesce(sum(amount_cents) filter (where account = 'bank'), 0)::bigint as "paidOutCents",
      (select coalesce(sum(share) filter (where status <> 'problem'), 0)::bigint from unfinished) as "pendingCents",
      (select coalesce(sum(share) filter (where status = 'problem'), 0)::bigint from unfinished) as "onHoldCents"
    from (${entries(accountId)}) entries`.execute(db)
  return rows[0]!
}

/** Selects all live-mode ledger entries for orders and holds with at least one entry since `from`. */
const entriesSince = (from: RawBuilder<unknown>) => sql`
  select e.*, o.listing_title from orders o join ledger_entries e on e.order_id = o.id
  where o.id in (select order_id from ledger_entries where created_at >= ${from}) and ${ofMarket('o.seller_id')}
  union all
  select e.*, h.listing_title from holds h join ledger_entries e on e.hold_id = h.id
  where h.id in (select hold_id from ledger_entries where created_at >= ${from}) and ${ofMarket('h.seller_id')}`

/**
 * Returns the daily trade of all sellers from `first` to `last` (YYYY-MM-DD, UTC), including days without trade. Each day adds up the
 * statements of all sellers.
 */
export async function tradeDays(db: Db, { first, last }: { first: string; last: string }): Promise<TradeDay[]> {
  const from = sql`(${first}::date::timestamp at time zone 'UTC')`
  const { rows } = await sql<TradeDay>`
    with ${changes(entriesSince(from))},
    happened as (
      select (at at time zone 'UTC')::date as day, 0 as orders, paid, fees, refunded, 0 as disputes from changes
      union all
      select (paid_at at time zone 'UTC')::date, 1, 0, 0, 0, 0 from orders where paid_at >= ${from} and ${ofMarket('seller_id')}
      union all
      select (s.at at time zone 'UTC')::date, 0, 0, 0, 0, 1 from order_steps s join orders o on o.id = s.order_id
      where s.status = 'problem' and s.at >= ${from} and ${ofMarket('o.seller_id')}
    )
    select to_char(d.day, 'YYYY-MM-DD') as day, coalesce(sum(orders), 0)::bigint as orders, coalesce(sum(paid), 0)::bigint as "volumeCents",
      coalesce(sum(fees), 0)::bigint as "feesCents", coalesce(sum(refunded), 0)::bigint as "refundsCents",
      coalesce(sum(disputes), 0)::bigint as disputes
    from generate_series(${first}::date, ${last}::date, interval '1 day') as d(day) left join happened h on h.day = d.day::date
    group by d.day order by d.day`.execute(db)
  return rows
}
