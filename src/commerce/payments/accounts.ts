import type { SellerAccount } from '#platform/payments/index.ts'
import { inTransaction, type Context, type Person, type Tx, type Core } from '#platform/context/index.ts'
import { REAL } from '#core/tenant.ts'
import { requireActiveCredential } from '#identity/credentials/index.ts'
import { closeCase, openCase } from '#commerce/payment-exceptions/index.ts'
import { emailOwner } from '#messaging/notifications/index.ts'
import { ApiError } from '#platform/errors/index.ts'
import { PaymentsError } from '#platform/errors/payments.ts'
import { payoutsOpened } from './emails.ts'
import { provider } from './provider.ts'
import * as queries from './payouts/queries.ts'
import type { PayoutAccountRow } from './payouts/queries.ts'

/** A seller's payout account. `url` is the provider's setup page until the setup is complete. */
export type PayoutAccount = { provider: 'test' | 'stripe'; ready: boolean; url: string | null }

/** Returns the payout account as the provider last reported it. Errors: 503 if payments are turned off. */
export async function readPayoutAccount(ctx: Context, actor: Person): Promise<PayoutAccount> {
  const { name } = provider(ctx, actor.tenant)
  if (name === 'test') return { provider: name, ready: true, url: null }
  const row = await queries.findPayoutAccount(ctx.db, actor.accountId, name)
  return { provider: name, ready: row?.ready ?? false, url: null }
}

/**
 * Opens the seller's account at the provider, or reads the state of an existing account, outside any transaction. Emails the owner
 * immediately (`payoutsOpened`). Errors: 409 if the provider rejects the request, 503.
 */
export async function openPayoutAccount(ctx: Context, actor: Person): Promise<PayoutAccount> {
  const { name, openAccount } = provider(ctx, actor.tenant)
  const known = await queries.findPayoutAccount(ctx.db, actor.accountId, name)
  const { email, verifiedAt } = await queries.addressOf(ctx.db, actor.accountId)
  const returnUrl = `${ctx.config.publicUrl}/app/payouts`
  const opening = openAccount({
    id: actor.accountId,
    email,
    era: String(verifiedAt?.getTime() ?? 0),
    ref: known?.provider_ref ?? null,
    returnUrl,
  })
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
  await inTransaction(ctx, async (tx) => {
    // a revoked session or key must not decide where money goes; the first email verification, for example, may just have ended this
    // session
    await requireActiveCredential(tx, actor)
    await queries.savePayoutAccount(tx.db, row)
    if (account.url !== null || account.ref !== known?.provider_ref) await emailOwner(tx, actor.accountId, payoutsOpened(tx, actor))
    // closes the exception, because the stopped account works again or a new account has replaced it
    if (known && (account.ready || account.ref !== known.provider_ref)) await closeCase(tx, 'account_stopped', known.provider_ref)
  })
  return { provider: name, ready: account.ready, url: account.url }
}

/**
 * Applies the account state that the provider reports. When a working account stops working, or any account is disconnected, this function
 * opens a payment exception and notifies the owner. It closes the exception once the account works again.
 */
export async function applyAccount(tx: Tx, { ref, ready, gone }: SellerAccount): Promise<'used' | 'seen' | 'foreign'> {
  const row = await queries.lockPayoutAccount(tx.db, provider(tx, REAL).name, ref)
  if (!row) return 'foreign'
  const now = tx.now()
  await queries.changePayoutAccount(tx.db, row.account_id, { ready, left_at: gone ? (row.left_at ?? now) : null, updated_at: now })
  if (ready) return (await closeCase(tx, 'account_stopped', ref)) || !row.ready ? 'used' : 'seen'
  if (!row.ready && !gone) return 'seen'
  const amountCents = await queries.dueToSeller(tx.db, row.account_id)
  const reason = gone ? 'the seller disconnected the account' : 'the account cannot receive payouts at the moment'
  await openCase(tx, { kind: 'account_stopped', ref, accountId: row.account_id, amountCents, reason })
  return 'used'
}

/** Deletes the stored payout account if it no longer belongs to this seller, who then needs a new payout account before the next payout. */
export const forgetPayoutAccount = (tx: Tx, accountId: string): Promise<void> => queries.deletePayoutAccount(tx.db, accountId)

/**
 * Returns true if the service owes the seller money but cannot pay it, because the payout account is missing or not ready (decision 26).
 * The built-in provider needs no payout accounts.
 */
export const lacksPayoutAccount = async (ctx: Context, accountId: string): Promise<boolean> =>
  ctx.payments?.name !== 'test' && (await queries.hasDueWithoutAccount(ctx.db, accountId))

/** Returns one page of a seller's payouts, and whether the payout account is ready. */
export async function listPayouts(ctx: Context, actor: Person, page: { limit: number; offset: number }) {
  const { ready } = await readPayoutAccount(ctx, actor)
  return { ready, ...(await queries.pageOfPayouts(ctx.db, actor.accountId, page)) }
}

function asApiError(error: unknown): never {
  if (!(error instanceof PaymentsError)) throw error
  throw new ApiError(error.reason === 'unavailable' ? 'unavailable' : 'conflict', error.message, { cause: error })
}

/** Finds a payout account by its reference at the provider. */
export const findAccountByRef = (ctx: Core, provider: PayoutAccountRow['provider'], ref: string): Promise<PayoutAccountRow | undefined> =>
  queries.findPayoutAccountByRef(ctx.db, provider, ref)
