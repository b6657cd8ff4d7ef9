import type { Insertable, Selectable } from 'kysely'
import type { Db, Tables } from '#platform/db/index.ts'
import { wroteRow } from '#platform/db/rows.ts'
import type { PaymentRow } from '#commerce/payments/queries.ts'

/** Inserts a provider event. Returns false if it was already inserted (spec: reliability I12). */
export const insertProviderEvent = (db: Db, row: Insertable<Tables['provider_events']>): Promise<boolean> =>
  wroteRow(
    db
      .insertInto('provider_events')
      .values(row)
      .onConflict((oc) => oc.doNothing()),
  )

export const knowsProviderEvent = async (db: Db, provider: PaymentRow['provider'], id: string): Promise<boolean> =>
  (await db.selectFrom('provider_events').select('id').where('provider', '=', provider).where('id', '=', id).executeTakeFirst()) !==
  undefined

/** Records the outcome of a provider event. */
export async function noteProviderEvent(
  db: Db,
  provider: PaymentRow['provider'],
  id: string,
  outcome: 'used' | 'seen' | 'foreign' | 'mismatch',
  note: string | null,
): Promise<void> {
  await db.updateTable('provider_events').set({ outcome, note }).where('provider', '=', provider).where('id', '=', id).execute()
}

/** Returns open payment exceptions that the provider can settle, except those polled since `before`, least recently polled first. */
export const casesToReconcile = (
  db: Db,
  provider: PaymentRow['provider'],
  before: Date,
  limit: number,
): Promise<{ id: string; kind: Selectable<Tables['money_cases']>['kind']; ref: string }[]> =>
  db
    .selectFrom('money_cases')
    .select(['id', 'kind', 'ref'])
    .where('provider', '=', provider)
    .where('kind', 'in', ['chargeback', 'account_stopped'])
    .where('closed_at', 'is', null)
    .where('updated_at', '<=', before)
    .orderBy('updated_at')
    .limit(limit)
    .execute()

export async function touchCase(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable('money_cases').set({ updated_at: now }).where('id', '=', id).where('closed_at', 'is', null).execute()
}
