import type { Tx } from '#platform/context/index.ts'
import { balances, type LedgerLine } from './rules.ts'
import * as queries from './queries.ts'

export type { LedgerAccount, LedgerLine } from './rules.ts'

/**
 * Writes one posting of the double-entry ledger in the transaction of the move that it records (completions 7). Lines of
 * nothing are left out. Throws when the lines do not sum to zero: a fault of ours, never of a caller's input. The database
 * refuses at commit what would take more than is held or owed.
 */
export async function post(tx: Tx, lines: readonly LedgerLine[]): Promise<void> {
  if (!balances(lines)) throw new Error(`a posting does not sum to zero: ${JSON.stringify(lines)}`)
  const written = lines.filter(({ amountCents }) => amountCents !== 0)
  if (written.length > 0) await queries.insertPosting(tx.db, tx.newId('pst'), tx.now(), written)
}
