import { sql, type OperationNodeSource } from 'kysely'
import type { EventInsert } from '#platform/events/index.ts'
import type { Tx } from './index.ts'

/**
 * Several writes, and the events that tell of them, in one statement and so one round trip. None sees what another of them wrote;
 * checks of keys and triggers behind a row see all.
 */
export async function executeTogether(db: Tx, writes: readonly OperationNodeSource[], told: EventInsert | null = null): Promise<void> {
  const parts = [...writes.map((write, index) => sql`${sql.id(`write_${index}`)} as (${write})`), ...(told ? [told.parts] : [])]
  await sql`with ${sql.join(parts)} select ${told?.done ?? sql`null`}`.execute(db)
}
