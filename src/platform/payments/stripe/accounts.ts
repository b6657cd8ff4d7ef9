import type { Stripe } from 'stripe'
import type { Seller, SellerAccount } from '#platform/payments/index.ts'
import { asPaymentsError, isForbidden, isUnknown } from './client.ts'

/**
 * Finds or opens a seller's Express account, and creates a link for completing it. A link works only once, so each call creates a new one.
 * Replaces an account that left the platform.
 */
export async function openAccount(client: Stripe, seller: Seller): Promise<SellerAccount> {
  try {
    const known = seller.ref === null ? null : await readAccount(client, seller.ref)
    const account = known && !known.gone ? known : fromAccount(await makeAccount(client, seller))
    if (account.ready) return account
    const link = await client.accountLinks.create({
      account: account.ref,
      type: 'account_onboarding',
      refresh_url: seller.returnUrl,
      return_url: seller.returnUrl,
    })
    return { ...account, url: link.url }
  } catch (error) {
    throw asPaymentsError(error, 'The payment provider did not open a payout account for you.')
  }
}

/** Reads a seller's account. Its state is `gone` if Stripe does not know it or denies access. */
export async function readAccount(client: Stripe, ref: string): Promise<SellerAccount> {
  try {
    return fromAccount(await client.accounts.retrieve(ref))
  } catch (error) {
    if (isUnknown(error) || isForbidden(error)) return { ref, ready: false, gone: true, url: null }
    throw error
  }
}

/**
 * Creates an account. If it replaces an account that left the platform, the idempotency key contains the old account's id. Otherwise,
 * Stripe would return the old account.
 */
const makeAccount = (client: Stripe, { id, email, era, ref }: Seller): Promise<Stripe.Account> =>
  client.accounts.create(
    { type: 'express', email, capabilities: { transfers: { requested: true } }, metadata: { account: id } },
    { idempotencyKey: `account_${id}_${era}${ref === null ? '' : `_after_${ref}`}` },
  )

/** Converts an account. `ready`: true if the account can receive money and pay it out. */
const fromAccount = ({ id, details_submitted, payouts_enabled, capabilities }: Stripe.Account): SellerAccount => ({
  ref: id,
  ready: details_submitted && payouts_enabled && capabilities?.transfers === 'active',
  gone: false,
  url: null,
})
