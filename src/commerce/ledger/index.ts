import type { Tx } from '#platform/context/index.ts'
import { balances, type LedgerLine } from './rules.ts'
import * as queries from './queries.ts'

export type { LedgerAccount, LedgerLine } from './rules.ts'

/**
 * Writes a posting in the transaction that makes the transfer (spec: completions 7). Drops lines of zero. Throws if the sum of the lines is
 * not zero, which can only be a bug. At commit, the database rejects postings that would make a balance of held or owed money negative.
 */
export async function post(tx: Tx, lines: readonly LedgerLine[]): Promise<void> {
  if (!balances(lines)) throw new Error(`a posting does not sum to zero: ${JSON.stringify(lines)}`)
  const written = lines.filter(({ amountCents }) => amountCents !== 0)
  if (written.length > 0) await queries.insertPosting(tx.db, tx.newId('pst'), tx.now(), written)
}
