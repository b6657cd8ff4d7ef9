import type { Db } from '#platform/db/index.ts'
import { wroteRow } from '#platform/db/rows.ts'

export const saltOf = async (db: Db, accountId: string): Promise<Buffer | undefined> =>
  (await db.selectFrom('recovery_codes').select('salt').where('account_id', '=', accountId).limit(1).executeTakeFirst())?.salt

export type NewCode = { account_id: string; code_hash: Buffer; salt: Buffer; created_at: Date }

export async function replaceCodes(db: Db, accountId: string, rows: readonly NewCode[]): Promise<void> {
  await db.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute()
  await db
    .insertInto('recovery_codes')
    .values([...rows])
    .execute()
}

/** Consumes a recovery code. Returns true if this call consumed it. */
export const takeCode = (db: Db, accountId: string, codeHash: Buffer, at: Date): Promise<boolean> =>
  wroteRow(
    db
      .updateTable('recovery_codes')
      .set({ used_at: at })
      .where('account_id', '=', accountId)
      .where('code_hash', '=', codeHash)
      .where('used_at', 'is', null),
  )
