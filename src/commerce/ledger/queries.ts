import type { LedgerLine } from './rules.ts'
import type { Db } from '#platform/db/index.ts'

/** Inserts all lines of one posting in one statement. */
export async function insertPosting(db: Db, posting: string, now: Date, lines: readonly LedgerLine[]): Promise<void> {
  const rows = lines.map(({ account, amountCents, orderId = null, holdId = null }) => ({
    posting,
    account,
    order_id: orderId,
    hold_id: holdId,
    amount_cents: amountCents,
    created_at: now,
  }))
  await db.insertInto('ledger_entries').values(rows).execute()
}
