import type { SellerAccount } from '#platform/payments/index.ts'
import { inTransaction, type Context, type Person, type Tx } from '#platform/context/index.ts'
import { REAL } from '#core/tenant.ts'
import { requireStanding } from '#identity/credentials/index.ts'
import { closeCase, openCase } from '#commerce/payment-exceptions/index.ts'
import { emailOwner } from '#messaging/notifications/index.ts'
import { ApiError } from '#platform/errors/index.ts'
import { PaymentsError } from '#platform/errors/payments.ts'
import { payoutsOpened } from './emails.ts'
import { provider } from './provider.ts'
import * as queries from './payouts/queries.ts'
import type { PayoutAccountRow } from './payouts/queries.ts'

/** Where a seller's money goes. `url`: where they go on, while something is left to do. */
export type PayoutAccount = { provider: 'test' | 'stripe'; ready: boolean; url: string | null }

/** As last told by the provider. Errors: 503 where payments are off. */
export async function readPayoutAccount(ctx: Context, actor: Person): Promise<PayoutAccount> {
  const { name } = provider(ctx, actor.world)
  if (name === 'test') return { provider: name, ready: true, url: null }
  const row = await queries.findPayoutAccount(ctx.db, actor.accountId, name)
  return { provider: name, ready: row?.ready ?? false, url: null }
}

/**
 * Opens the seller's account at the provider, or finds it and asks how far it is. Calls the provider, so no transaction is open. The
 * owner is told at once: who opens the address that this gives says where the money goes. Errors: 409 when the provider refuses, 503.
 */
export async function openPayoutAccount(ctx: Context, actor: Person): Promise<PayoutAccount> {
  const { name, openAccount } = provider(ctx, actor.world)
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
    // whoever was signed out meanwhile, by the first proof of the address above all, says no more where money goes
    await requireStanding(tx, actor)
    await queries.savePayoutAccount(tx.db, row)
    if (account.url !== null || account.ref !== known?.provider_ref) await emailOwner(tx, actor.accountId, payoutsOpened(tx, actor))
    // another account in the place of one that left, or the same one well again
    if (known && (account.ready || account.ref !== known.provider_ref)) await closeCase(tx, 'account_stopped', known.provider_ref)
  })
  return { provider: name, ready: account.ready, url: account.url }
}

/**
 * What the provider says of an account now: one that could be paid and cannot any more, or has left, is told to its owner and stands on
 * the operator's list with what waits for it, until it is well again.
 */
export async function applyAccount(tx: Tx, { ref, ready, gone }: SellerAccount): Promise<'used' | 'seen' | 'foreign'> {
  const row = await queries.lockPayoutAccount(tx.db, provider(tx, REAL).name, ref)
  if (!row) return 'foreign'
  const now = tx.now()
  await queries.changePayoutAccount(tx.db, row.account_id, { ready, left_at: gone ? (row.left_at ?? now) : null, updated_at: now })
  if (ready) return (await closeCase(tx, 'account_stopped', ref)) || !row.ready ? 'used' : 'seen'
  if (!row.ready && !gone) return 'seen'
  const amountCents = await queries.dueToSeller(tx.db, row.account_id)
  const reason = gone ? 'the seller disconnected the account' : 'the account cannot be paid at present'
  await openCase(tx, { kind: 'account_stopped', ref, accountId: row.account_id, amountCents, reason })
  return 'used'
}

/** The account at the provider is not this seller's any more: before money is sent, they open one of their own. */
export const forgetPayoutAccount = (tx: Tx, accountId: string): Promise<void> => queries.deletePayoutAccount(tx.db, accountId)

/** Whether money that a seller is owed waits for an account that is not open, or not ready (decision 26). The built-in provider needs none. */
export const lacksPayoutAccount = async (ctx: Context, accountId: string): Promise<boolean> =>
  ctx.payments?.name !== 'test' && (await queries.isOwedWithoutAccount(ctx.db, accountId))

/** A seller's payouts, and whether their account holds them up. */
export async function listPayouts(ctx: Context, actor: Person, page: { limit: number; offset: number }) {
  const { ready } = await readPayoutAccount(ctx, actor)
  return { ready, ...(await queries.pageOfPayouts(ctx.db, actor.accountId, page)) }
}

function asApiError(error: unknown): never {
  if (!(error instanceof PaymentsError)) throw error
  throw new ApiError(error.reason === 'unavailable' ? 'unavailable' : 'conflict', error.message, { cause: error })
}

/** Whose payout account it is at the provider. */
export const findAccountByRef = (
  ctx: Context,
  provider: PayoutAccountRow['provider'],
  ref: string,
): Promise<PayoutAccountRow | undefined> => queries.findPayoutAccountByRef(ctx.db, provider, ref)
