import type { SandboxRole } from '#core/tenant.ts'
import type { ExpressionBuilder, Selectable } from 'kysely'
import type { Db } from '#platform/db/index.ts'
import type { Tables } from '#platform/db/tables.ts'

/** An API key with the test-mode role of its account. `sandbox_role` is null in live mode. */
export type KeyRow = Selectable<Tables['keys']> & { sandbox_role: SandboxRole | null }

const roleOf = (eb: ExpressionBuilder<Tables, 'keys'>) =>
  eb.selectFrom('accounts').select('sandbox_role').whereRef('accounts.id', '=', 'keys.account_id').as('sandbox_role')

/** Selects an account with its test accounts, or only its test accounts. */
export type Family = { accountId: string; testOnly: boolean }

const isOf =
  ({ accountId, testOnly }: Family) =>
  (eb: ExpressionBuilder<Tables, 'keys'>) =>
    eb.exists(
      eb
        .selectFrom('accounts')
        .select('id')
        .whereRef('accounts.id', '=', 'keys.account_id')
        .where((of) => of.or([...(testOnly ? [] : [of('accounts.id', '=', accountId)]), of('accounts.sandbox_of', '=', accountId)])),
    )

export const insertKey = (db: Db, row: Omit<KeyRow, 'last_used_at' | 'revoked_at' | 'sandbox_role'>): Promise<KeyRow> =>
  db.insertInto('keys').values(row).returningAll().returning(roleOf).executeTakeFirstOrThrow()

/** Lists active API keys, newest first. */
export const listKeys = (db: Db, family: Family): Promise<KeyRow[]> =>
  db
    .selectFrom('keys')
    .selectAll()
    .select(roleOf)
    .where(isOf(family))
    .where('revoked_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

export const revokeKey = (db: Db, family: Family, id: string, at: Date): Promise<KeyRow | undefined> =>
  db
    .updateTable('keys')
    .set({ revoked_at: at })
    .where('id', '=', id)
    .where(isOf(family))
    .where('revoked_at', 'is', null)
    .returningAll()
    .returning(roleOf)
    .executeTakeFirst()

export async function rotateSecret(
  db: Db,
  id: string,
  secret: Pick<KeyRow, 'secret_hash' | 'last4' | 'secret_expires_at' | 'ask_first'>,
): Promise<void> {
  await db.updateTable('keys').set(secret).where('id', '=', id).execute()
}

export const revokeKeysById = (db: Db, ids: readonly string[], at: Date): Promise<KeyRow[]> =>
  db
    .updateTable('keys')
    .set({ revoked_at: at })
    .where('id', '=', (eb) => eb.fn.any(eb.val([...ids])))
    .where('revoked_at', 'is', null)
    .returningAll()
    .returning(roleOf)
    .execute()

export const revokeKeys = (db: Db, family: Family, at: Date): Promise<KeyRow[]> =>
  db
    .updateTable('keys')
    .set({ revoked_at: at })
    .where(isOf(family))
    .where('revoked_at', 'is', null)
    .returningAll()
    .returning(roleOf)
    .execute()
