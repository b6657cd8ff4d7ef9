import { DeleteResult, UpdateResult, type InsertResult } from 'kysely'

type Write = { executeTakeFirst(): Promise<InsertResult | UpdateResult | DeleteResult> }

/** Executes a statement. Returns true if it inserted, updated or deleted a row. */
export async function wroteRow(statement: Write): Promise<boolean> {
  const result = await statement.executeTakeFirst()
  if (result instanceof UpdateResult) return result.numUpdatedRows > 0n
  if (result instanceof DeleteResult) return result.numDeletedRows > 0n
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}
