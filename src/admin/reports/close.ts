import type { Tx } from '#platform/context/index.ts'
import type { MeasureKind, ReportOutcome } from '#admin/moderation/rules.ts'
import { recordAll, type NewEvent } from '#platform/events/index.ts'
import { aboutOf } from './present.ts'
import * as queries from './queries.ts'
import type { ReportDetail } from './queries.ts'

/** Closes every open report about a record after a moderation action, and notifies the reporters. */
export async function upholdReports(tx: Tx, kind: MeasureKind, id: string): Promise<void> {
  if (kind === 'review') return
  const closed = await queries.closeReportsAbout(tx.db, kind, id, tx.now())
  await recordAll(
    tx,
    closed.map((row) => closedEvent(row, 'upheld')),
  )
}

/** Returns the event for a reporter, The event contains the outcome, but not the action against the other account. */
export const closedEvent = (row: ReportDetail, outcome: ReportOutcome): NewEvent => ({
  accountId: row.account_id,
  type: 'report.closed',
  object: { object: 'report', id: row.id, about: aboutOf(row), outcome },
})
