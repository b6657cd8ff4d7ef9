import type { Payments } from '#platform/payments/index.ts'
import { inTransaction, type Context, type Person } from '#platform/context/index.ts'
import { isLive } from '#core/tenant.ts'
import { requireActiveCredential } from '#identity/credentials/index.ts'
import { PaymentsError } from '#platform/errors/payments.ts'
import * as queries from './queries.ts'
import type { CustomerKey, CustomerRow } from './queries.ts'

/**
 * Returns true if the provider's payment page may offer saved cards, that is, if this person is the signed-in owner of an account. API keys
 * do not get such a page, because anyone with its URL can pay with the saved cards. Guests and test accounts have no customer record.
 */
export const hasCustomer = (actor: Pick<Person, 'kind' | 'guest' | 'tenant'>): boolean =>
  actor.kind === 'session' && !actor.guest && isLive(actor.tenant)

export const keyOf = ({ name, mode }: Pick<Payments, 'name' | 'mode'>, accountId: string): CustomerKey => ({
  account_id: accountId,
  provider: name,
  mode,
})

/**
 * Returns the customer for a payment on the provider's page. If the provider fails, returns null, and the buyer pays without saved cards.
 * Call this function outside any transaction, and before creating the payment attempt: the attempt stores the customer, because every retry
 * must send the same value.
 */
export async function prepareCustomer(ctx: Context, actor: Person, method: string): Promise<string | null> {
  const { payments } = ctx
  if (!payments || !hasCustomer(actor) || !payments.offersCards(method)) return null
  return openCustomer(ctx, payments, actor.accountId, actor)
}

/**
 * Returns an account's customer, or creates it if there is none. Returns null if the provider fails or the account is closed. Errors: 401
 * if the actor's session has ended in the meantime, because another person's card must not be saved for the account's owner.
 */
export async function openCustomer(ctx: Context, payments: Payments, accountId: string, actor?: Person): Promise<string | null> {
  try {
    const key = keyOf(payments, accountId)
    const known = await queries.findCustomer(ctx.db, key)
    if (known?.provider_ref) return await withAddress(ctx, payments, known, known.provider_ref)
    return await createCustomer(ctx, payments, key, actor)
  } catch (error) {
    if (!(error instanceof PaymentsError)) throw error
    ctx.log.warn({ err: error, account: accountId }, 'the payment provider created no customer, so the buyer pays without saved cards')
    return null
  }
}

/** Stores the customer before the call to the provider, so that concurrent payments send the same id. */
async function createCustomer(ctx: Context, payments: Payments, key: CustomerKey, actor?: Person): Promise<string | null> {
  const opened = await inTransaction(ctx, async (tx) => {
    if (actor) await requireActiveCredential(tx, actor)
    const address = await queries.lockAddress(tx.db, key.account_id)
    if (!address) return null
    const row = await queries.insertCustomer(tx.db, { ...key, id: tx.newId('pcu'), created_at: tx.now() })
    return row ? { row, address } : null
  })
  if (!opened) return null
  const { row, address } = opened
  if (row.provider_ref !== null) return row.provider_ref
  const email = address.verifiedAt && address.email
  const ref = await payments.createCustomer({ id: row.id, accountId: key.account_id, email })
  await inTransaction(ctx, (tx) => queries.changeCustomer(tx.db, row.id, { provider_ref: ref, email_verified_at: address.verifiedAt }))
  return ref
}

/** Sends a changed email address to the provider, because buyers see the address on the provider's page but cannot correct it there. */
async function withAddress(ctx: Context, payments: Payments, row: CustomerRow, ref: string): Promise<string> {
  const { email, verifiedAt } = await queries.addressOf(ctx.db, row.account_id)
  if (!email || !verifiedAt || verifiedAt.getTime() === row.email_verified_at?.getTime()) return ref
  try {
    await payments.changeCustomer(ref, email)
    await inTransaction(ctx, (tx) => queries.changeCustomer(tx.db, row.id, { email_verified_at: verifiedAt }))
  } catch (error) {
    // if the provider does not know the customer, a new customer is created when the payment starts
    if (!(error instanceof PaymentsError)) throw error
  }
  return ref
}

/** Replaces a customer that the provider no longer knows. Returns the new customer, or null if the provider fails. */
export async function replaceCustomer(ctx: Context, payments: Payments, accountId: string, ref: string): Promise<string | null> {
  await inTransaction(ctx, (tx) => queries.deleteUnknown(tx.db, keyOf(payments, accountId), ref))
  return openCustomer(ctx, payments, accountId)
}
