import type { Tx } from '#platform/context/index.ts'
import { quoteName } from '#core/quoted-name.ts'
import type { MeasureKind } from '#admin/moderation/rules.ts'
import { lockAnyAccount, restoreAccount, suspendAccount, type AccountToSuspend } from '#identity/accounts/suspend.ts'
import { hideListing, lockAnyListing, showListing } from '#catalog/listings/hide.ts'
import { leaveInvitations } from '#commerce/invitations/index.ts'
import { leaveOffers } from '#commerce/offers/index.ts'
import { hideReview, lockAnyReview, showReview } from '#catalog/reviews/write.ts'
import { lockAnyShop, lockShopsOf, restoreShop, suspendShop } from '#catalog/shops/suspend.ts'
import { conflict } from '#platform/errors/index.ts'
import type { ModerationSubject } from '#platform/context/hooks.ts'
import { isShopSuspended } from '#admin/moderation/index.ts'
import { lockReport } from '#admin/reports/index.ts'

/** Finds and locks the subject of a moderation action, or returns null. Moderation actions never change orders or move money. */
export const MODERATION_SUBJECTS: Readonly<Record<MeasureKind, (tx: Tx, id: string) => Promise<ModerationSubject | null>>> = {
  async listing(tx, id) {
    const found = await lockAnyListing(tx, id)
    if (!found) return null
    const { row, name } = found
    return { accountId: row.owner_id, name, take: () => hideListing(tx, row), lift: () => showListing(tx, row) }
  },

  async shop(tx, id) {
    const shop = await lockAnyShop(tx, id)
    if (!shop) return null
    return { accountId: shop.owner_id, name: shop.name, take: () => suspendShop(tx, shop), lift: () => restoreUnlessHeld(tx, shop) }
  },

  async account(tx, id) {
    const account = await lockAnyAccount(tx, id)
    if (!account) return null
    return { accountId: account.id, name: account.name, take: () => suspend(tx, account), lift: () => restore(tx, account) }
  },

  async review(tx, id) {
    const found = await lockAnyReview(tx, id)
    if (!found) return null
    const name = `Review of ${quoteName(found.row.listing_title)}`
    return { accountId: found.buyerId, name, take: (reason) => hideReview(tx, id, reason), lift: () => showReview(tx, id) }
  },

  async change(tx, id) {
    const found = await lockAnyListing(tx, id)
    if (!found) return null
    const { row, name } = found
    const take = async () => {
      if (row.status !== 'live') throw conflict('Only a live listing can be changed on request.')
    }
    return { accountId: row.owner_id, name, take, lift: async () => {} }
  },

  async warning(tx, id) {
    const report = await lockReport(tx, id)
    if (!report) return null
    const { accountId, name, isOpen } = report
    const take = async () => {
      if (!isOpen) throw conflict('This report has already been closed.')
    }
    return { accountId, name, take, lift: async () => {} }
  },
}

/**
 * Suspends an account: hides its shops, withdraws the offers it made, and closes the offers it received. The owner can still sign in, read,
 * export data and complete open orders.
 */
async function suspend(tx: Tx, account: AccountToSuspend): Promise<void> {
  if (account.is_operator) throw conflict('An operator cannot be suspended. Revoke operator access first: npm run operator -- revoke.')
  if (account.closed_at) throw conflict('This account is closed, so it cannot be suspended.')
  await suspendAccount(tx, account.id)
  for (const shop of await lockShopsOf(tx, account.id)) await suspendShop(tx, shop)
  await leaveOffers(tx, account.id)
  await leaveInvitations(tx, account.id)
}

async function restore(tx: Tx, account: AccountToSuspend): Promise<void> {
  await restoreAccount(tx, account.id)
  if (account.closed_at) return
  for (const shop of await lockShopsOf(tx, account.id)) await restoreUnlessHeld(tx, shop)
}

type Shop = Awaited<ReturnType<typeof lockShopsOf>>[number]

async function restoreUnlessHeld(tx: Tx, shop: Shop): Promise<void> {
  if (!(await isShopSuspended(tx, shop))) await restoreShop(tx, shop)
}
