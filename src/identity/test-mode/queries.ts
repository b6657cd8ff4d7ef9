import { sql, type RawBuilder } from 'kysely'
import type { SandboxRole, Tenant } from '#core/tenant.ts'
import type { Db, Tx } from '#platform/db/index.ts'
import type { TestDataRows } from './rows.ts'

export type Tables = Readonly<Record<string, TestDataRows>>

export const isOfMarket = async (db: Db, accountId: string): Promise<boolean> =>
  (await db.selectFrom('accounts').select('id').where('id', '=', accountId).where('sandbox_of', 'is', null).executeTakeFirst()) !==
  undefined

/** `aheadSeconds` is the total by which the tenant's clock has been advanced, in seconds, since its data was last deleted. */
export type TestAccount = { id: string; role: SandboxRole; name: string; aheadSeconds: number }

/** Returns the tenant's test accounts. A tenant has none until its first test key is created. */
export const accountsOf = (db: Db, tenant: Tenant): Promise<TestAccount[]> =>
  db
    .selectFrom('accounts')
    .select(['id', 'sandbox_role as role', 'name', 'sandbox_ahead_seconds as aheadSeconds'])
    .where('sandbox_of', '=', tenant)
    .orderBy('sandbox_role', 'desc')
    .$castTo<TestAccount>()
    .execute()

/** Inserts test accounts. Skips accounts that already exist. */
export async function insertAccounts(
  db: Db,
  tenant: Tenant,
  accounts: readonly Omit<TestAccount, 'aheadSeconds'>[],
  now: Date,
): Promise<void> {
  await db
    .insertInto('accounts')
    .values(accounts.map(({ id, role, name }) => ({ id, name, sandbox_of: tenant, sandbox_role: role, created_at: now, updated_at: now })))
    .onConflict((oc) => oc.doNothing())
    .execute()
}

/** Locks the test accounts. Prevents concurrent deletions and clock changes. */
export async function lockAccounts(db: Tx, tenant: Tenant): Promise<string[]> {
  const rows = await db.selectFrom('accounts').select('id').where('sandbox_of', '=', tenant).orderBy('id').forNoKeyUpdate().execute()
  return rows.map(({ id }) => id)
}

export async function addAhead(db: Tx, ids: readonly string[], seconds: number): Promise<void> {
  await db
    .updateTable('accounts')
    .set((eb) => ({ sandbox_ahead_seconds: eb('sandbox_ahead_seconds', '+', Math.round(seconds)) }))
    .where('id', 'in', ids)
    .execute()
}

/** Resets a tenant's accounts and test clock after all data was deleted. */
export async function resetAccounts(db: Db, ids: readonly string[], now: Date): Promise<void> {
  await db.updateTable('accounts').set({ updated_at: now, sandbox_ahead_seconds: 0 }).where('id', 'in', ids).execute()
}

/** Sets the test account that a session shows data for. With null, the session shows the data of its own account. */
export async function setTestRole(db: Tx, tokenHash: Buffer, role: SandboxRole | null): Promise<void> {
  await db.updateTable('sessions').set({ test_role: role }).where('token_hash', '=', tokenHash).execute()
}

const rowsOf = (of: string, accounts: readonly string[]): RawBuilder<unknown> => {
  const [first = '', ...rest] = of.split('$accounts')
  return rest.reduce<RawBuilder<unknown>>((text, part) => sql`${text}${accounts}::text[]${sql.raw(part)}`, sql.raw(first))
}

/** Moves the tenant's stored timestamps back by `seconds`. Everything that was due within the next `seconds` seconds is then due. */
export async function ageRows(db: Tx, tables: Tables, accounts: readonly string[], seconds: number): Promise<void> {
  for (const [table, { of, ages }] of Object.entries(tables)) {
    if (ages.length === 0) continue
    const shifted = ages.map((column) => sql`${sql.ref(column)} = ${sql.ref(column)} - make_interval(secs => ${seconds}::float8)`)
    await sql`update ${sql.table(table)} set ${sql.join(shifted)} where ${rowsOf(of, accounts)}`.execute(db)
  }
}

/** Deletes all of the tenant's rows except its accounts, keys and webhook. */
export async function deleteRows(db: Tx, tables: Tables, accounts: readonly string[], now: Date): Promise<void> {
  // an order and its hold refer to each other, so a used hold must not be deleted before its order
  await sql`update orders set hold_id = null where seller_id = any(${accounts}::text[]) and hold_id is not null`.execute(db)
  for (const [table, { of, stays }] of Object.entries(tables))
    if (!stays) await sql`delete from ${sql.table(table)} where ${rowsOf(of, accounts)}`.execute(db)
  await sql`
    update stored_files set orphaned_at = ${now} where account_id = any(${accounts}::text[]) and orphaned_at is null`.execute(db)
}

/**
 * Returns idle tenants. An idle tenant has data that no session shows. Since `before`, none of its keys was used, and its data was not
 * deleted.
 */
export async function idleTenants(db: Db, before: Date, limit: number): Promise<Tenant[]> {
  const { rows } = await sql<{ tenant: Tenant }>`
    select a.sandbox_of as tenant from accounts a
    where a.sandbox_role = 'seller' and a.updated_at < ${before}
      and exists (select from shops s where s.owner_id = a.id)
      and not exists (select from sessions t where t.account_id = a.sandbox_of and t.test_role is not null)
      and not exists (
        select from accounts b join keys k on k.account_id = b.id
        where b.sandbox_of = a.sandbox_of and coalesce(k.last_used_at, k.created_at) >= ${before})
    limit ${limit}`.execute(db)
  return rows.map(({ tenant }) => tenant)
}

export async function shutAccounts(db: Tx, ids: readonly string[], now: Date): Promise<void> {
  for (const table of ['keys', 'webhooks', 'request_log', 'usage_months', 'notice_switches'] as const)
    await db.deleteFrom(table).where('account_id', 'in', ids).execute()
  await db.updateTable('accounts').set({ closed_at: now, updated_at: now }).where('id', 'in', ids).execute()
}
