import type { Selectable } from 'kysely'
import type { Db, Tables } from '#platform/db/index.ts'
import { wroteRow } from '#platform/db/rows.ts'

export type TicketRow = Selectable<Tables['sign_in_tickets']>

export async function insertTicket(db: Db, row: Omit<TicketRow, 'answers'>): Promise<void> {
  await db.insertInto('sign_in_tickets').values(row).execute()
}

export const findTicket = (db: Db, tokenHash: Buffer, now: Date): Promise<TicketRow | undefined> =>
  db.selectFrom('sign_in_tickets').selectAll().where('token_hash', '=', tokenHash).where('expires_at', '>', now).executeTakeFirst()

/** Counts an attempt before the submitted factor is checked. Returns undefined if no attempts are left. */
export const countAnswer = (db: Db, id: string, most: number): Promise<{ id: string } | undefined> =>
  db
    .updateTable('sign_in_tickets')
    .set((eb) => ({ answers: eb('answers', '+', 1) }))
    .where('id', '=', id)
    .where('answers', '<', most)
    .returning('id')
    .executeTakeFirst()

/** Deletes the ticket. Returns true if this call deleted it. */
export const takeTicket = (db: Db, id: string): Promise<boolean> => wroteRow(db.deleteFrom('sign_in_tickets').where('id', '=', id))

export async function deleteTicketsOf(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('sign_in_tickets').where('account_id', '=', accountId).execute()
}

export async function deleteExpiredTickets(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('sign_in_tickets').where('expires_at', '<=', now).execute()
}
