import type { Db } from '#platform/db/index.ts'

/** Waits for whoever holds the account, and keeps it from being held until the transaction ends. */
export async function shareAccount(db: Db, accountId: string): Promise<void> {
  await db.selectFrom('accounts').select('id').where('id', '=', accountId).forKeyShare().execute()
}

/** Whether a session still stands, which it then does until the transaction ends. */
export const holdSession = async (db: Db, tokenHash: Buffer): Promise<boolean> =>
  (await db.selectFrom('sessions').select('id').where('token_hash', '=', tokenHash).forKeyShare().executeTakeFirst()) !== undefined

/** Whether a key still works, as it then does until the transaction ends. */
export const holdKey = async (db: Db, id: string): Promise<boolean> =>
  (await db.selectFrom('keys').select('id').where('id', '=', id).where('revoked_at', 'is', null).forShare().executeTakeFirst()) !==
  undefined

const withAccount = (db: Db) =>
  db
    .selectFrom('keys as k')
    .innerJoin('accounts as a', 'a.id', 'k.account_id')
    // what stops an account stops its test world
    .leftJoin('accounts as r', 'r.id', 'a.sandbox_of')
    .select([
      'k.id',
      'k.account_id',
      'k.kind',
      'k.name as key_name',
      'k.scopes',
      'k.ask_first',
      'k.max_offer_cents',
      'k.max_day_cents',
      'k.last_used_at',
      'k.expires_at',
      'k.revoked_at',
      'k.secret_expires_at',
      'k.created_at',
      'a.name',
      'a.sandbox_of',
    ])
    .select((eb) => [
      eb.fn.coalesce('r.brake', 'a.brake').as('brake'),
      eb.fn.coalesce('a.suspended_at', 'r.suspended_at').as('suspended_at'),
      eb.fn.coalesce('a.closed_at', 'r.closed_at').as('closed_at'),
    ])

export type KeyWithAccount = NonNullable<Awaited<ReturnType<typeof findKeyBySecretHash>>>

export const findKeyBySecretHash = (db: Db, hash: Buffer) => withAccount(db).where('k.secret_hash', '=', hash).executeTakeFirst()

export const findKeyById = (db: Db, id: string) => withAccount(db).where('k.id', '=', id).executeTakeFirst()

/** Kept to the minute, so that a busy key costs one write a minute. */
export async function touchKey(db: Db, id: string, at: Date): Promise<void> {
  await db.updateTable('keys').set({ last_used_at: at }).where('id', '=', id).execute()
}

export const findSession = (db: Db, tokenHash: Buffer, now: Date) =>
  db
    .selectFrom('sessions as s')
    .innerJoin('accounts as a', 'a.id', 's.account_id')
    .select([
      's.agent',
      's.proved_at',
      's.second_at',
      'a.id as account_id',
      'a.name',
      'a.brake',
      'a.is_operator',
      'a.suspended_at',
      'a.closed_at',
    ])
    .where('s.token_hash', '=', tokenHash)
    .where('s.expires_at', '>', now)
    .executeTakeFirst()

/** Why an account is suspended, in the operator's words. */
export const suspensionReason = async (db: Db, accountId: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('measures')
      .select('reason')
      .where('kind', '=', 'account')
      .where('subject_id', '=', accountId)
      .where('lifted_at', 'is', null)
      .executeTakeFirst()
  )?.reason
