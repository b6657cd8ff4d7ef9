import type { Selectable } from 'kysely'
import type { Db, Tables } from '#platform/db/index.ts'
import type { SandboxRole } from '#core/tenant.ts'
import { statement, type Statement } from '#platform/db/statement.ts'

/** Takes a shared lock on the account, which prevents exclusive locks until the transaction ends. */
export async function shareAccount(db: Db, accountId: string): Promise<void> {
  await db.selectFrom('accounts').select('id').where('id', '=', accountId).forKeyShare().execute()
}

/** Returns true if the session exists. Prevents its deletion until the transaction ends. */
export const holdSession = async (db: Db, tokenHash: Buffer): Promise<boolean> =>
  (await db.selectFrom('sessions').select('id').where('token_hash', '=', tokenHash).forKeyShare().executeTakeFirst()) !== undefined

/** Locks an existing session, so that nothing changes it until the transaction ends. Returns the session's id. */
export const findSessionId = async (db: Db, tokenHash: Buffer): Promise<string | undefined> =>
  (await db.selectFrom('sessions').select('id').where('token_hash', '=', tokenHash).forShare().executeTakeFirst())?.id

/** Returns true if the key has not been revoked. Locks the key until the transaction ends. */
export const holdKey = async (db: Db, id: string): Promise<boolean> =>
  (await db.selectFrom('keys').select('id').where('id', '=', id).where('revoked_at', 'is', null).forShare().executeTakeFirst()) !==
  undefined

export type KeyWithAccount = Omit<Selectable<Tables['keys']>, 'name' | 'secret_hash' | 'last4'> & { key_name: string } & Pick<
    Selectable<Tables['accounts']>,
    'name' | 'brake' | 'suspended_at' | 'closed_at' | 'sandbox_of'
  >

const WITH_ACCOUNT = `
  select k.id, k.account_id, k.kind, k.name as key_name, k.scopes, k.ask_first, k.max_offer_cents, k.max_day_cents, k.last_used_at,
    k.expires_at, k.revoked_at, k.secret_expires_at, k.created_at, a.name, a.sandbox_of,
    -- a pause or suspension of an account also applies to its test accounts
    coalesce(r.brake, a.brake) as brake, coalesce(a.suspended_at, r.suspended_at) as suspended_at, coalesce(a.closed_at, r.closed_at) as closed_at
  from keys k join accounts a on a.id = k.account_id left join accounts r on r.id = a.sandbox_of`

const bySecretHash = statement<Statement<[hash: Buffer], KeyWithAccount>>(`${WITH_ACCOUNT} where k.secret_hash = $1`)
const byId = statement<Statement<[id: string], KeyWithAccount>>(`${WITH_ACCOUNT} where k.id = $1`)

export const findKeyBySecretHash = async (db: Db, hash: Buffer): Promise<KeyWithAccount | undefined> => (await bySecretHash(db, hash))[0]

export const findKeyById = async (db: Db, id: string): Promise<KeyWithAccount | undefined> => (await byId(db, id))[0]

/** Records when a key was last used. Callers write at most once per minute. */
export async function touchKey(db: Db, id: string, at: Date): Promise<void> {
  await db.updateTable('keys').set({ last_used_at: at }).where('id', '=', id).execute()
}

export type SessionWithAccount = Pick<Selectable<Tables['sessions']>, 'account_id' | 'agent' | 'proved_at' | 'second_at'> &
  Pick<Selectable<Tables['accounts']>, 'name' | 'brake' | 'is_operator' | 'suspended_at' | 'closed_at'> & {
    is_guest: boolean
    test_role: SandboxRole | null
    /**
     * Id of the test account that the session shows data for. Null if the session has no `test_role`, or if no test account has this role.
     */
    test_id: string | null
    test_name: string | null
  }

const byToken = statement<Statement<[tokenHash: Buffer, now: Date, role: SandboxRole | null], SessionWithAccount>>(`
  select s.account_id, s.agent, s.proved_at, s.second_at, a.name, a.brake, a.is_operator, a.suspended_at, a.closed_at, a.guest_email is not null as is_guest,
    coalesce($3, s.test_role) as test_role, t.id as test_id, t.name as test_name
  from sessions s join accounts a on a.id = s.account_id
  left join accounts t on t.sandbox_of = s.account_id and t.sandbox_role = coalesce($3, s.test_role)
  where s.token_hash = $1 and s.expires_at > $2`)

/** Returns the session with this token. A `role` that is not null replaces the session's test role. */
export const findSession = async (
  db: Db,
  tokenHash: Buffer,
  now: Date,
  role: SandboxRole | null,
): Promise<SessionWithAccount | undefined> => (await byToken(db, tokenHash, now, role))[0]

/** Returns the operator's reason for suspending the account. */
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
