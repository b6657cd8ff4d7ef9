import type { Db } from '#platform/db/index.ts'

export const nameOf = (db: Db, id: string): Promise<{ name: string; email: string | null }> =>
  db.selectFrom('accounts').select(['name', 'email']).where('id', '=', id).executeTakeFirstOrThrow()

export const passwordHashOf = async (db: Db, accountId: string): Promise<string | null> =>
  (await db.selectFrom('accounts').select('password_hash').where('id', '=', accountId).executeTakeFirst())?.password_hash ?? null
