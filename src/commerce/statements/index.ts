import { stringify } from 'csv-stringify/sync'
import { escapeCell } from '#core/csv-cell.ts'
import type { Core, Person } from '#platform/context/index.ts'
import type { Paged, Part } from '#platform/db/paginate.ts'
import { invalid } from '#platform/errors/index.ts'
import { presentLine } from './present.ts'
import * as queries from './queries.ts'
import type { BalanceNow, LineRow } from './queries.ts'
import { periodOf, statementOf, type Period, type Statement } from './rules.ts'

export { tradeDays } from './queries.ts'
export type { TradeDay } from './rules.ts'

export const readBalance = (ctx: Core, actor: Person): Promise<BalanceNow> => queries.balanceNow(ctx.db, actor.accountId)

/** Lists statements, newest first. There is one for each month when the actor's balance changed. */
export async function listStatements(ctx: Core, actor: Person, { limit, offset }: Part): Promise<Paged<Statement>> {
  const months = await queries.monthsOf(ctx.db, actor.accountId)
  const listed = months.toReversed().slice(offset, offset + limit)
  return { rows: listed.map(({ month }) => statementOf(months, requirePeriod(ctx, month), ctx.now())), total: months.length }
}

/** Returns the statement for a month or a year. Errors: 400 `period`. */
export async function readStatement(ctx: Core, actor: Person, name: string): Promise<Statement> {
  const period = requirePeriod(ctx, name)
  return statementOf(await queries.monthsOf(ctx.db, actor.accountId), period, ctx.now())
}

/** Lists the changes in the actor's balance during a month or a year, oldest first. Errors: 400 `period`. */
export const listLines = (ctx: Core, actor: Person, name: string, part: Part): Promise<Paged<LineRow>> =>
  queries.pageOfLines(ctx.db, actor.accountId, requirePeriod(ctx, name), part)

/** Exports all balance changes in a month or a year as CSV that is safe to open in a spreadsheet. Errors: 400 `period`. */
export async function exportStatement(ctx: Core, actor: Person, name: string): Promise<Uint8Array> {
  const rows = await queries.linesOf(ctx.db, actor.accountId, requirePeriod(ctx, name))
  const cells = rows.map(presentLine).map(({ object: _, listing, ...line }) => ({ ...line, listing: escapeCell(listing.title) }))
  return Buffer.from(stringify(cells, { header: true, columns: [...EXPORT_COLUMNS] }))
}

const EXPORT_COLUMNS = [
  ...['at', 'kind', 'order', 'hold', 'listing', 'paid', 'refunded', 'fees', 'labels', 'chargebacks', 'paid_out', 'held', 'available'],
]

function requirePeriod(ctx: Core, name: string): Period {
  const period = periodOf(name, ctx.now())
  if (!period) throw invalid('period', 'period must be a month such as 2026-11 or a year such as 2026, and not be in the future.')
  return period
}
