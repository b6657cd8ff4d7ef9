import type { Selectable, Updateable } from 'kysely'
import type { Db, Tables } from '#platform/db/index.ts'
import { paged, type Paged, type Part } from '#platform/db/paginate.ts'
import { wroteRow } from '#platform/db/rows.ts'

export type AddressRow = Selectable<Tables['addresses']>
export type AddressChange = Omit<Updateable<Tables['addresses']>, 'id' | 'account_id' | 'created_at'>

/** Lists the account's addresses: the default address first, then all others, newest first. */
export async function listAddresses(db: Db, accountId: string, { limit, offset }: Part): Promise<Paged<AddressRow>> {
  const mine = db.selectFrom('addresses').where('account_id', '=', accountId)
  const sorted = mine.selectAll().orderBy('is_default', 'desc').orderBy('created_at', 'desc').orderBy('id', 'desc')
  return paged(mine, sorted.limit(limit).offset(offset))
}

export const findAddress = (db: Db, accountId: string, id: string): Promise<AddressRow | undefined> =>
  db.selectFrom('addresses').selectAll().where('id', '=', id).where('account_id', '=', accountId).executeTakeFirst()

export const insertAddress = (db: Db, row: AddressRow): Promise<AddressRow> =>
  db.insertInto('addresses').values(row).returningAll().executeTakeFirstOrThrow()

export const updateAddress = (db: Db, accountId: string, id: string, change: AddressChange): Promise<AddressRow | undefined> =>
  db.updateTable('addresses').set(change).where('id', '=', id).where('account_id', '=', accountId).returningAll().executeTakeFirst()

/** Clears the default flag of all other addresses of the account. */
export async function clearDefault(db: Db, accountId: string, exceptId: string): Promise<void> {
  await db
    .updateTable('addresses')
    .set({ is_default: false })
    .where('account_id', '=', accountId)
    .where('is_default', '=', true)
    .where('id', '<>', exceptId)
    .execute()
}

/** Deletes this address of the account. Returns false if there is no such address. */
export const deleteAddress = (db: Db, accountId: string, id: string): Promise<boolean> =>
  wroteRow(db.deleteFrom('addresses').where('id', '=', id).where('account_id', '=', accountId))

export async function deleteAddressesOf(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('addresses').where('account_id', '=', accountId).execute()
}
