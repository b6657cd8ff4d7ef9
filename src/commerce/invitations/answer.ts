import type { Person, Tx } from '#platform/context/index.ts'
import * as queries from './queries.ts'
import type { ReceivedRow } from './queries.ts'

/** Records that an invited person accepted a locked invitation, and which order resulted. */
export async function writeTaken(tx: Tx, row: ReceivedRow, actor: Person, orderId: string): Promise<ReceivedRow> {
  const now = tx.now()
  await queries.writeAnswer(tx.db, { id: row.id, accountId: actor.accountId, answer: 'taken', orderId, now })
  return { ...row, answer: 'taken', order_id: orderId, answer_at: now }
}
