import type { SavedCard } from '#platform/payments/index.ts'
import { inTransaction, type Context, type Person } from '#platform/context/index.ts'
import { ApiError, notFound } from '#platform/errors/index.ts'
import { PaymentsError } from '#platform/errors/payments.ts'
import { hasCustomer, keyOf, openCustomer } from './open.ts'
import * as queries from './queries.ts'

export type { SavedCard } from '#platform/payments/index.ts'

/** Returns the person's cards that are saved at the payment provider, newest first. Errors: 503 if the provider does not respond. */
export async function listCards(ctx: Context, actor: Person): Promise<SavedCard[]> {
  const { payments } = ctx
  const row = payments && hasCustomer(actor) ? await queries.findCustomer(ctx.db, keyOf(payments, actor.accountId)) : undefined
  return row?.provider_ref ? await payments!.listCards(row.provider_ref).catch(asApiError) : []
}

/** Removes a saved card at the payment provider, outside any transaction. Errors: 404 for another person's card; 503. */
export async function removeCard(ctx: Context, actor: Person, cardRef: string): Promise<void> {
  const { payments } = ctx
  const row = payments && hasCustomer(actor) ? await queries.findCustomer(ctx.db, keyOf(payments, actor.accountId)) : undefined
  if (!row?.provider_ref) throw notFound('card')
  await payments!.removeCard(row.provider_ref, cardRef).catch(asApiError)
  // the test provider stores no cards, so this row represents the saved card
  if (payments!.name === 'test') await inTransaction(ctx, (tx) => queries.deleteCustomer(tx.db, row.id))
}

/**
 * Returns the saved card that the service's own checkout offers first, or null. Only for the test provider, which has no page of its own
 * where buyers choose a saved card.
 */
export const cardAtCheckout = async (ctx: Context, actor: Person): Promise<SavedCard | null> =>
  ctx.payments?.name === 'test' ? ((await listCards(ctx, actor))[0] ?? null) : null

/** Saves a card for the test provider after the buyer has paid at the service's own checkout. */
export async function saveTestCard(ctx: Context, actor: Person): Promise<void> {
  if (ctx.payments?.name === 'test' && hasCustomer(actor)) await openCustomer(ctx, ctx.payments, actor.accountId, actor)
}

function asApiError(error: unknown): never {
  if (!(error instanceof PaymentsError)) throw error
  if (error.reason === 'refused') throw notFound('card')
  throw new ApiError('unavailable', error.message, { cause: error })
}
