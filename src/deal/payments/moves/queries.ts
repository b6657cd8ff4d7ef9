import { sql, type Insertable, type Selectable } from 'kysely'
import type { Db, Tables } from '#platform/db/index.ts'

export type MoveRow = Selectable<Tables['money_moves']>

/** It was sent, and came back. */
export async function failMove(db: Db, id: string): Promise<void> {
  await db.updateTable('money_moves').set({ status: 'failed' }).where('id', '=', id).execute()
}

/**
 * What was taken back of a payout by hand, as far as it is written down: told by the provider, or by the operator who ended a reversal
 * of ours so. Neither is a reversal of ours at the provider.
 */
export async function reversedByHand(db: Db, payoutId: string): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(amount_cents), 0)::int as cents from money_moves
    where of_move = ${payoutId} and kind = 'reversal' and status = 'sent'
      and (provider_ref like 'tr\_%/%' or provider_ref like 'by hand %')`.execute(db)
  return rows[0]!.cents
}

/** Whether a reversal of ours of this payout is on its way to the provider. */
export const isBeingReversed = async (db: Db, payoutId: string): Promise<boolean> =>
  (await db
    .selectFrom('money_moves')
    .select('id')
    .where('kind', '=', 'reversal')
    .where('of_move', '=', payoutId)
    .where('sending_since', 'is not', null)
    .executeTakeFirst()) !== undefined

export async function insertMove(db: Db, row: Insertable<Tables['money_moves']>): Promise<void> {
  await db.insertInto('money_moves').values(row).execute()
}
