import { sql, type OperationNodeSource } from 'kysely'
import type { EventInsert } from '#platform/events/index.ts'
import type { Tx } from './index.ts'

/**
 * Executes several writes, and the inserts of their events, as one statement. The writes cannot read each other's rows, but foreign key
 * checks and `after` triggers see all of them.
 */
export async function executeTogether(db: Tx, writes: readonly OperationNodeSource[], event: EventInsert | null = null): Promise<void> {
  const parts = [...writes.map((write, index) => sql`${sql.id(`write_${index}`)} as (${write})`), ...(event ? [event.parts] : [])]
  await sql`with ${sql.join(parts)} select ${event?.done ?? sql`null`}`.execute(db)
}
