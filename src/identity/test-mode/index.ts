import { inTransaction, type Context, type Person, type Tx, type Core } from '#platform/context/index.ts'
import { payerOf, SANDBOX_ROLES, type SandboxRole, type Tenant } from '#core/tenant.ts'
import { sha256 } from '#platform/encoding/digest.ts'
import { batchResult, forEachDue, type BatchResult } from '#platform/jobs/periodic.ts'
import * as queries from './queries.ts'
import { TEST_DATA_ROWS } from './rows.ts'
import type { TestAccount } from './queries.ts'

export type { TestAccount } from './queries.ts'

const DAY_MS = 86_400_000
/** Number of days without use of a test key after which the test data is deleted. */
export const IDLE_DAYS = 42
const AT_ONCE = 20

const NAMES: Readonly<Record<SandboxRole, string>> = { seller: 'Test seller', buyer: 'Test buyer' }

/** Returns the test-mode tenant of an actor: the tenant of the test key, or that of the session's account. */
export const tenantFor = (actor: Person): Tenant => payerOf(actor) as Tenant

/** Returns true if an account belongs to live mode rather than test mode. */
export const isOfMarket = (ctx: Core, accountId: string): Promise<boolean> => queries.isOfMarket(ctx.db, accountId)

/** Lists a tenant's test accounts. The list is empty until test mode is first used. */
export const testAccounts = (ctx: Core, tenant: Tenant): Promise<TestAccount[]> => queries.accountsOf(ctx.db, tenant)

/** Returns one of an account's two test accounts. Creates both on first use. */
export async function openTestAccount(tx: Tx, accountId: string, role: SandboxRole): Promise<string> {
  const tenant = accountId as Tenant
  let accounts = await queries.accountsOf(tx.db, tenant)
  if (accounts.length === 0) {
    const made = SANDBOX_ROLES.map((one) => ({ id: tx.newId('usr'), role: one, name: NAMES[one] }))
    await queries.insertAccounts(tx.db, tenant, made, tx.now())
    accounts = await queries.accountsOf(tx.db, tenant)
  }
  return accounts.find((one) => one.role === role)!.id
}

/**
 * Makes a session show the data of one of the two test accounts, or of the signed-in account if `role` is null. Lasts until the next switch
 * or the end of the session. Creates the test accounts on first use.
 */
export async function showTestData(tx: Tx, actor: Person, role: SandboxRole | null): Promise<void> {
  if (role !== null) await openTestAccount(tx, payerOf(actor), role)
  await queries.setTestRole(tx.db, sha256(actor.sessionToken!), role)
}

/**
 * Moves the test clock of a tenant forward. All tenants share the real clock, so this function moves the tenant's stored timestamps back
 * instead. The worker then processes everything that has become due.
 */
export async function advanceTestClock(tx: Tx, tenant: Tenant, seconds: number): Promise<void> {
  const accounts = await queries.lockAccounts(tx.db, tenant)
  if (accounts.length === 0) return
  await queries.ageRows(tx.db, TEST_DATA_ROWS, accounts, seconds)
  await queries.addAhead(tx.db, accounts, seconds)
}

/** Deletes all data in a test tenant, except its accounts, keys and webhook. */
export async function deleteTestData(tx: Tx, tenant: Tenant): Promise<void> {
  const accounts = await queries.lockAccounts(tx.db, tenant)
  if (accounts.length === 0) return
  await queries.deleteRows(tx.db, TEST_DATA_ROWS, accounts, tx.now())
  await queries.resetAccounts(tx.db, accounts, tx.now())
}

/** Deletes the test data and test keys of an account that is being closed. */
export async function closeTestAccount(tx: Tx, accountId: string): Promise<void> {
  const accounts = await queries.lockAccounts(tx.db, accountId as Tenant)
  if (accounts.length === 0) return
  await queries.deleteRows(tx.db, TEST_DATA_ROWS, accounts, tx.now())
  await queries.shutAccounts(tx.db, accounts, tx.now())
}

/** Deletes the data of idle tenants. Uses a separate transaction for each tenant, so that a failure in one does not block the rest. */
export async function emptyIdleTenants(ctx: Context, stopped: AbortSignal): Promise<BatchResult> {
  const before = new Date(ctx.now().getTime() - IDLE_DAYS * DAY_MS)
  const empty = (tenant: Tenant) => inTransaction(ctx, (tx) => deleteTestData(tx, tenant))
  const idle = await queries.idleTenants(ctx.db, before, AT_ONCE)
  const done = await forEachDue(idle, stopped, empty, (error, tenant) =>
    ctx.log.error({ err: error, tenant }, 'deleting unused test data failed and will be retried'),
  )
  return batchResult(idle, { limit: AT_ONCE, done })
}
