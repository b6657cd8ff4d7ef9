import type { Selectable } from 'kysely'
import type { Db, Tables } from '#platform/db/index.ts'
import { wroteRow } from '#platform/db/rows.ts'

export type PasskeyRow = Selectable<Tables['passkeys']>
export type ChallengeRow = Selectable<Tables['passkey_challenges']>
export type Purpose = 'register' | 'session' | 'sign_in' | 'second'

export async function insertChallenge(db: Db, row: ChallengeRow): Promise<void> {
  await db.insertInto('passkey_challenges').values(row).execute()
}

/** Deletes and returns a challenge. It works only once, even if the signature is invalid. */
export const takeChallenge = (
  db: Db,
  by: { challengeHash: Buffer; purpose: Purpose; boundTo: Buffer; now: Date },
): Promise<ChallengeRow | undefined> =>
  db
    .deleteFrom('passkey_challenges')
    .where('challenge_hash', '=', by.challengeHash)
    .where('purpose', '=', by.purpose)
    .where('bound_to', '=', by.boundTo)
    .where('expires_at', '>', by.now)
    .returningAll()
    .executeTakeFirst()

export async function deleteExpiredChallenges(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('passkey_challenges').where('expires_at', '<=', now).execute()
}

export const passkeysOf = (db: Db, accountId: string): Promise<PasskeyRow[]> =>
  db.selectFrom('passkeys').selectAll().where('account_id', '=', accountId).orderBy('created_at').orderBy('id').execute()

export const findPasskey = (db: Db, credentialId: Buffer): Promise<PasskeyRow | undefined> =>
  db.selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId).executeTakeFirst()

/** Inserts a passkey. Returns undefined if the passkey is already registered. */
export const insertPasskey = (db: Db, row: Omit<PasskeyRow, 'last_used_at'>): Promise<PasskeyRow | undefined> =>
  db
    .insertInto('passkeys')
    .values(row)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returningAll()
    .executeTakeFirst()

export const renamePasskey = (db: Db, accountId: string, id: string, name: string): Promise<PasskeyRow | undefined> =>
  db.updateTable('passkeys').set({ name }).where('account_id', '=', accountId).where('id', '=', id).returningAll().executeTakeFirst()

export const deletePasskey = (db: Db, accountId: string, id: string): Promise<PasskeyRow | undefined> =>
  db.deleteFrom('passkeys').where('account_id', '=', accountId).where('id', '=', id).returningAll().executeTakeFirst()

/**
 * Records the use of a passkey. Returns false if the passkey has been used again since it was read; its counter must increase with every
 * use.
 */
export const countUse = (db: Db, id: string, was: number, counter: number, at: Date): Promise<boolean> =>
  wroteRow(db.updateTable('passkeys').set({ counter, last_used_at: at }).where('id', '=', id).where('counter', '=', was))
