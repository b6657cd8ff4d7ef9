import { sql } from 'kysely'
import { exportStatement, listLines, listStatements, readBalance, readStatement } from '#commerce/statements/index.ts'
import type { Balance, Changes } from '#commerce/statements/rules.ts'
import type { Core, Person } from '#platform/context/index.ts'

type Sums = Record<keyof Changes, number>

/** Returns the change that is expected in the sum of held money and available money. */
const net = (of: Changes): number => of.paidCents - of.refundedCents - of.feesCents - of.labelsCents - of.chargebacksCents - of.paidOutCents
const both = ({ heldCents, availableCents }: Balance): number => heldCents + availableCents

/**
 * For each seller, compares all displayed sums with each other and with the ledger: balance, monthly and yearly statements, their lines,
 * the CSV, and the payouts. Returns one message for each difference.
 */
export async function differentSums(ctx: Core): Promise<string[]> {
  const { rows: sellers } = await sql<{ id: string }>`
    select distinct seller_id as id from (select seller_id from orders union select seller_id from holds) s order by 1`.execute(ctx.db)
  const found: string[] = []
  for (const { id } of sellers) found.push(...(await differencesOf(ctx, id)).map((text) => `${id}: ${text}`))
  return found
}

async function differencesOf(ctx: Core, accountId: string): Promise<string[]> {
  const actor = { accountId } as Person
  const found: string[] = []
  const same = (what: string, one: unknown, other: unknown): void => {
    if (JSON.stringify(one) !== JSON.stringify(other)) found.push(`${what}: ${JSON.stringify(one)} is not ${JSON.stringify(other)}`)
  }
  const { rows: months } = await listStatements(ctx, actor, { limit: 1_000, offset: 0 })
  const years = new Map<string, Sums>()
  let opening: Balance = { heldCents: 0, availableCents: 0 }
  for (const statement of months.toReversed()) {
    const { period, changes, closing } = statement
    same(`${period}: statement alone and in the list`, await readStatement(ctx, actor, period), statement)
    same(`${period}: opening and the last closing`, statement.opening, opening)
    same(`${period}: change of the balance and the amounts`, both(closing) - both(opening), net(changes))
    const lines = (await listLines(ctx, actor, period, { limit: 100_000, offset: 0 })).rows
    const sum = (of: readonly Changes[], name: keyof Changes): number => of.reduce((all, line) => all + line[name], 0)
    for (const name of Object.keys(changes) as (keyof Changes)[]) same(`${period}: ${name} and its lines`, changes[name], sum(lines, name))
    for (const line of lines) same(`${period}: a line ${JSON.stringify(line)}`, both(line), net(line))
    const csv = (await exportStatement(ctx, actor, period)).toString().trim().split('\n')
    same(`${period}: rows of the CSV and lines`, csv.length - 1, lines.length)
    const year = years.get(period.slice(0, 4)) ?? ({} as Sums)
    for (const name of Object.keys(changes) as (keyof Changes)[]) year[name] = (year[name] ?? 0) + changes[name]
    years.set(period.slice(0, 4), year)
    opening = closing
  }
  for (const [year, sums] of years) same(`${year}: year and its months`, (await readStatement(ctx, actor, year)).changes, sums)
  const balance = await readBalance(ctx, actor)
  const { rows } = await sql<{ held: number; available: number; waiting: number; paid_out: number; paid: number; refunded: number }>`
    with paid as (
      select p.id, p.amount_cents from payments p
      left join orders o on o.id = p.order_id left join holds h on h.id = p.hold_id left join purchases u on u.id = p.purchase_id
      where p.status = 'succeeded' and coalesce(o.seller_id, h.seller_id, u.seller_id) = ${accountId}
    ),
    mine as (
      select e.account, e.amount_cents from orders o join ledger_entries e on e.order_id = o.id where o.seller_id = ${accountId}
      union all select e.account, e.amount_cents from holds h join ledger_entries e on e.hold_id = h.id where h.seller_id = ${accountId}
    )
    select coalesce(sum(amount_cents) filter (where account = 'escrow'), 0)::bigint as held,
      coalesce(sum(amount_cents) filter (where account = 'seller'), 0)::bigint as available,
      coalesce(sum(amount_cents) filter (where account = 'bank'), 0)::bigint as paid_out,
      (select coalesce(sum(amount_cents), 0)::bigint from money_moves
        where kind = 'payout' and status in ('due', 'held') and account_id = ${accountId}) as waiting,
      (select coalesce(sum(amount_cents), 0)::bigint from paid) as paid,
      (select coalesce(sum(m.amount_cents), 0)::bigint from money_moves m join paid on paid.id = m.payment_id
        where m.kind = 'refund' and m.status = 'sent') as refunded
    from mine`.execute(ctx.db)
  const ledger = rows[0]!
  same('last closing and ledger', opening, { heldCents: ledger.held, availableCents: ledger.available })
  same('available and ledger', balance.availableCents, ledger.available)
  same('available and payouts to be sent', balance.availableCents, ledger.waiting)
  same('paid out and ledger', balance.paidOutCents, ledger.paid_out)
  const total = (name: 'paidCents' | 'refundedCents'): number => months.reduce((sum, { changes }) => sum + changes[name], 0)
  same('paid and payments', total('paidCents'), ledger.paid)
  same('refunded and refunds', total('refundedCents'), ledger.refunded)
  if (balance.pendingCents + balance.onHoldCents > ledger.held) found.push('more is expected than is held')
  return found
}
