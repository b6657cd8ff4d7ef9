import { inTransaction, type Context, type Person, type Tx } from '#platform/context/index.ts'
import { payerOf, SANDBOX_ROLES, type SandboxRole, type Tenant } from '#core/tenant.ts'
import { sha256 } from '#platform/encoding/digest.ts'
import { forEachDue } from '#platform/jobs/periodic.ts'
import * as queries from './queries.ts'
import { WORLD_ROWS } from './rows.ts'
import type { TestAccount } from './queries.ts'

export type { TestAccount } from './queries.ts'

const DAY_MS = 86_400_000
/** A world that no key uses is emptied after so many days. */
export const IDLE_DAYS = 42
const AT_ONCE = 20

const NAMES: Readonly<Record<SandboxRole, string>> = { seller: 'Test seller', buyer: 'Test buyer' }

/** The test world that an actor looks after: a test key its own, a session that of its account. */
export const tenantFor = (actor: Person): Tenant => payerOf(actor) as Tenant

/** Whether an account is of the market, and of no test world. */
export const isOfMarket = (ctx: Context, accountId: string): Promise<boolean> => queries.isOfMarket(ctx.db, accountId)

/** The accounts of a test world; none where it was never used. */
export const testAccounts = (ctx: Context, world: Tenant): Promise<TestAccount[]> => queries.accountsOf(ctx.db, world)

/** One of the two accounts of an account's test world, which are opened with their first use. */
export async function openTestAccount(tx: Tx, accountId: string, role: SandboxRole): Promise<string> {
  const world = accountId as Tenant
  const known = await queries.accountsOf(tx.db, world)
  if (known.length === 0) {
    const accounts = SANDBOX_ROLES.map((one) => ({ id: tx.newId('usr'), role: one, name: NAMES[one] }))
    await queries.insertAccounts(tx.db, world, accounts, tx.now())
  }
  const all = known.length === 0 ? await queries.accountsOf(tx.db, world) : known
  return all.find((one) => one.role === role)!.id
}

/**
 * What a session shows and changes from now on: its test world, as one of the two accounts there, which are opened with their first use;
 * with null its own account again. It stays so until it is said anew, or the session ends.
 */
export async function showTestData(tx: Tx, actor: Person, role: SandboxRole | null): Promise<void> {
  if (role !== null) await openTestAccount(tx, payerOf(actor), role)
  await queries.setTestRole(tx.db, sha256(actor.sessionToken!), role)
}

/**
 * Moves the clock of a test world forward. The service has one clock, so it is the world that grows older: every time in it moves back,
 * and what is due by then the worker does, as it does in the market.
 */
export async function advanceWorld(tx: Tx, world: Tenant, seconds: number): Promise<void> {
  const accounts = await queries.lockAccounts(tx.db, world)
  if (accounts.length === 0) return
  await queries.ageRows(tx.db, WORLD_ROWS, accounts, seconds)
  await queries.addAhead(tx.db, accounts, seconds)
}

/** Deletes all that a test world has. Its accounts, their keys and where their events go stay. */
export async function emptyWorld(tx: Tx, world: Tenant): Promise<void> {
  const accounts = await queries.lockAccounts(tx.db, world)
  if (accounts.length === 0) return
  await queries.deleteRows(tx.db, WORLD_ROWS, accounts, tx.now())
  await queries.resetAccounts(tx.db, accounts, tx.now())
}

/** An account closes: its test world goes, with every key to it. */
export async function closeWorld(tx: Tx, accountId: string): Promise<void> {
  const accounts = await queries.lockAccounts(tx.db, accountId as Tenant)
  if (accounts.length === 0) return
  await queries.deleteRows(tx.db, WORLD_ROWS, accounts, tx.now())
  await queries.shutAccounts(tx.db, accounts, tx.now())
}

/** Empties worlds that nobody uses any more, each in a transaction of its own: one that cannot be emptied holds no other up. */
export async function emptyIdleWorlds(ctx: Context, stopped: AbortSignal): Promise<void> {
  const before = new Date(ctx.now().getTime() - IDLE_DAYS * DAY_MS)
  const empty = (world: Tenant) => inTransaction(ctx, (tx) => emptyWorld(tx, world))
  await forEachDue(await queries.idleWorlds(ctx.db, before, AT_ONCE), stopped, empty, (error, world) =>
    ctx.log.error({ err: error, world }, 'a test world that nobody uses could not be emptied and will be tried again'),
  )
}
