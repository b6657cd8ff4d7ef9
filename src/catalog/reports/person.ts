import type { Person, Tx } from '#platform/context/index.ts'
import { conflict } from '#platform/errors/index.ts'
import * as queries from './queries.ts'
import type { PersonSubject, ReportRow } from './queries.ts'

export type { PersonSubject, ReportRow } from './queries.ts'

/**
 * Reports a person to the operator. If the account already has an open report about the same subject, returns that report. Errors: 429 for
 * more than twenty reports per day.
 */
export async function openPersonReport(
  tx: Tx,
  actor: Person,
  subject: PersonSubject,
  { reason, body }: { reason: ReportRow['reason']; body?: string | undefined },
): Promise<{ row: ReportRow; isNew: boolean }> {
  const row = await queries.insertPersonReport(tx.db, subject, {
    id: tx.newId('rep'),
    account_id: actor.accountId,
    reason,
    body: body || null,
    created_at: tx.now(),
  })
  if (row) {
    // an operator reads every report, so the number of reports per day is limited; above the limit, the transaction rolls back
    await tx.rateLimits.take(tx, 'report', actor.accountId)
    return { row, isNew: true }
  }
  const open = await queries.findOpenPersonReport(tx.db, actor.accountId, subject)
  // the open report was closed between the two statements, so the user may report the person again
  if (!open) throw conflict('Your earlier report has just been closed. Send a new report if you have more to say.')
  return { row: open, isNew: false }
}
