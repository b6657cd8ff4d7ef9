import type { SellerAccount } from '#adapters/payments/index.ts'
import type { Context, Person } from '#context.ts'
import { ApiError } from '#lib/errors.ts'
import { PaymentsError } from '#lib/payments-error.ts'
import { provider } from './provider.ts'
import * as queries from './queries.ts'

/** Where a seller's money goes. `url`: where they go on, while something is left to do. */
export type PayoutAccount = { provider: 'test' | 'stripe'; ready: boolean; url: string | null }

/** As last told by the provider. Errors: 503 where payments are off. */
export async function readPayoutAccount(ctx: Context, actor: Person): Promise<PayoutAccount> {
  const { name } = provider(ctx)
  if (name === 'test') return { provider: name, ready: true, url: null }
  const row = await queries.findPayoutAccount(ctx.db, actor.accountId, name)
  return { provider: name, ready: row?.ready ?? false, url: null }
}

/**
 * Opens the seller's account at the provider, or finds it and asks how far it is. Calls the provider, so no transaction is open.
 * Errors: 409 when the provider refuses, 503.
 */
export async function openPayoutAccount(ctx: Context, actor: Person): Promise<PayoutAccount> {
  const { name, openAccount } = provider(ctx)
  const [known, email] = [await queries.findPayoutAccount(ctx.db, actor.accountId, name), await queries.emailOf(ctx.db, actor.accountId)]
  const returnUrl = `${ctx.config.publicUrl}/app/payouts`
  const opening = openAccount({ id: actor.accountId, email, ref: known?.provider_ref ?? null, returnUrl })
  if (opening === null) return { provider: name, ready: true, url: null }
  const account = await opening.catch(asApiError)
  const now = ctx.now()
  const row = {
    account_id: actor.accountId,
    provider: name,
    provider_ref: account.ref,
    ready: account.ready,
    created_at: now,
    updated_at: now,
  }
  await queries.savePayoutAccount(ctx.db, row)
  return { provider: name, ready: account.ready, url: account.url }
}

/** What the provider tells of an account, in the transaction that uses its event. */
export const applyAccount = (tx: Context, { ref, ready }: SellerAccount): Promise<void> =>
  queries.setPayoutAccountReady(tx.db, provider(tx).name, ref, ready, tx.now())

/** The account at the provider is not this seller's any more: before money is sent, they open one of their own. */
export const forgetPayoutAccount = (tx: Context, accountId: string): Promise<void> => queries.deletePayoutAccount(tx.db, accountId)

/** A seller's payouts, and whether their account holds them up. */
export async function listPayouts(ctx: Context, actor: Person, page: { limit: number; offset: number }) {
  const { ready } = await readPayoutAccount(ctx, actor)
  return { ready, ...(await queries.pageOfPayouts(ctx.db, actor.accountId, page)) }
}

function asApiError(error: unknown): never {
  if (!(error instanceof PaymentsError)) throw error
  throw new ApiError(error.reason === 'unavailable' ? 'unavailable' : 'conflict', error.message, { cause: error })
}
