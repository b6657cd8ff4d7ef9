import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '#platform/db/tables.ts'
import { ApiError } from '#platform/errors/index.ts'

/**
 * Counts each account's requests per UTC month (spec: completions 2, Limits). Collects counts in memory and writes them in batches. After a
 * crash, the counts since the last flush are lost.
 */
export type Usage = {
  /** Counts one request. Errors: 429 `usage_limit` at the limit. Rejected requests are not counted. */
  count(accountId: string, now: Date): Promise<void>
  /** Returns the number of requests so far this month. `db`: a database handle or a transaction. */
  read(db: Kysely<Tables>, accountId: string, now: Date): Promise<number>
  /** Writes the counts. If a write fails, the counts stay for the next flush. */
  flush(): Promise<void>
}

type Cell = { accountId: string; month: string; stored: number; pending: number }

export function createUsage(db: Kysely<Tables>, limit: number): Usage {
  const cells = new Map<string, Cell>()
  let flushing: Promise<void> = Promise.resolve()

  /**
   * Calls `use` with the account's counter for this month. Checks the map again after the database read, because a concurrent call may have
   * added the counter.
   */
  async function withCell<T>(reads: Kysely<Tables>, accountId: string, now: Date, use: (cell: Cell) => T): Promise<T> {
    const month = `${now.toISOString().slice(0, 7)}-01`
    const name = `${accountId} ${month}`
    const known = cells.get(name)
    if (known) return use(known)
    const { rows } = await sql<{ requests: number }>`
      select requests from usage_months where account_id = ${accountId} and month = ${month}::date`.execute(reads)
    const cell = cells.get(name) ?? { accountId, month, stored: rows[0]?.requests ?? 0, pending: 0 }
    cells.set(name, cell)
    return use(cell)
  }

  async function writeAll(): Promise<void> {
    for (const [name, cell] of cells) {
      if (cell.pending > 0) await write(cell)
      else cells.delete(name)
    }
  }

  async function write(cell: Cell): Promise<void> {
    const counted = cell.pending
    const { rows } = await sql<{ requests: number }>`
      insert into usage_months (account_id, month, requests)
      select id, ${cell.month}::date, ${counted} from accounts where id = ${cell.accountId}
      on conflict (account_id, month) do update set requests = usage_months.requests + excluded.requests
      returning requests`.execute(db)
    cell.pending -= counted
    cell.stored = rows[0]?.requests ?? cell.stored + counted
  }

  return {
    count: (accountId, now) =>
      withCell(db, accountId, now, (cell) => {
        if (cell.stored + cell.pending < limit) return void cell.pending++
        throw new ApiError(
          'usage_limit',
          `This account has used its ${limit} requests for the month. The count restarts on the first of the month (UTC).`,
          {
            headers: { 'Retry-After': String(secondsToMonthEnd(now)) },
          },
        )
      }),
    read: (reads, accountId, now) => withCell(reads, accountId, now, (cell) => cell.stored + cell.pending),
    // runs flushes one after another, because concurrent flushes would write the same counts twice
    flush: () => (flushing = flushing.catch(() => {}).then(writeAll)),
  }
}

function secondsToMonthEnd(now: Date): number {
  const end = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)
  return Math.ceil((end - now.getTime()) / 1000)
}
