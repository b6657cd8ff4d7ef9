import type { Tx, Core } from '#platform/context/index.ts'
import * as queries from './queries.ts'
import type { CaseRow, ShownCase } from './queries.ts'
import { recordCaseEvent } from './notify.ts'

export type { ShownCase } from './queries.ts'

/** Returns one page of payment exceptions, for the operator. */
export const pageOfCases = (ctx: Core, open: boolean, page: { limit: number; offset: number }) => queries.pageOfCases(ctx.db, open, page)

export const findCase = (ctx: Core, id: string): Promise<ShownCase | undefined> => queries.findShownCase(ctx.db, id)

/** Locks a payment exception by its id. */
export const lockCaseForEnd = (tx: Tx, id: string): Promise<CaseRow | undefined> => queries.lockCaseById(tx.db, id)

/** Closes a payment exception, unless the operator's action has already done so. */
export async function endCase(tx: Tx, { id }: CaseRow): Promise<void> {
  const row = await queries.lockCaseById(tx.db, id)
  if (row!.closed_at !== null) return
  await recordCaseEvent(tx, await queries.updateCase(tx.db, id, { closed_at: tx.now(), updated_at: tx.now() }), 'closed')
}
