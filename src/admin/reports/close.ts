import type { Tx } from '#platform/context/index.ts'
import type { MeasureKind, ReportOutcome } from '#admin/moderation/rules.ts'
import { recordAll, type NewEvent } from '#platform/events/index.ts'
import * as queries from './queries.ts'

/** Something was done about a thing: every open report of it is closed, and who sent one is told. */
export async function upholdReports(tx: Tx, kind: MeasureKind, id: string): Promise<void> {
  if (kind === 'review') return
  const closed = await queries.closeReportsAbout(tx.db, kind, id, tx.now())
  if (closed.length === 0) return
  await recordAll(
    tx,
    closed.map((row) => closedEvent(row, 'upheld')),
  )
}

/** What the person who reported it is told: how it ended, and not what was done to somebody else. */
export const closedEvent = (
  { id, account_id, listing_title }: { id: string; account_id: string; listing_title: string | null },
  outcome: ReportOutcome,
): NewEvent => ({
  accountId: account_id,
  type: 'report.closed',
  object: { object: 'report', id, about: listing_title ?? 'A listing', outcome },
})
