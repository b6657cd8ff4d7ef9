import type { Stripe } from 'stripe'
import type { Seller, SellerAccount } from '#platform/payments/index.ts'
import { asPaymentsError, isForbidden, isUnknown } from './client.ts'

/**
 * An Express account, and where its owner goes on until it can be paid. The link works once, so each call makes a new one. An account
 * that has left us is followed by a new one.
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
    throw asPaymentsError(error, 'The payment provider refused to open an account for you.')
  }
}

/** How a seller's account is now. One that is no longer ours to look at is `gone`. */
export async function readAccount(client: Stripe, ref: string): Promise<SellerAccount> {
  try {
    return fromAccount(await client.accounts.retrieve(ref))
  } catch (error) {
    if (isUnknown(error) || isForbidden(error)) return { ref, ready: false, gone: true, url: null }
    throw error
  }
}

/** Each account that left us makes another key: the first answer of the old one would be the old account. */
const makeAccount = (client: Stripe, { id, email, era, ref }: Seller): Promise<Stripe.Account> =>
  client.accounts.create(
    { type: 'express', email, capabilities: { transfers: { requested: true } }, metadata: { account: id } },
    { idempotencyKey: `account_${id}_${era}${ref === null ? '' : `_after_${ref}`}` },
  )

/** Ready: money can be sent to it, and from there to its owner's bank. */
const fromAccount = ({ id, details_submitted, payouts_enabled, capabilities }: Stripe.Account): SellerAccount => ({
  ref: id,
  ready: details_submitted && payouts_enabled && capabilities?.transfers === 'active',
  gone: false,
  url: null,
})
